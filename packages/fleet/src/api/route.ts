import { z } from 'zod';
import { ANSWERS, type AnswerName, type Answered } from '../schemas/answers/index.ts';
import type { AccessKind } from '../entities/access-log.ts';
import type { Right } from '../rights/areas.ts';
import type { AuditRule } from './audit-rules.ts';
import type { BodyBounds } from './body-bounds.ts';
import type { ErrorStatus } from './error-statuses.ts';
import type { ServerFeature } from '../entities/server-features.ts';

/**
 * Access to a route: everybody, every signed-in user, administrators, managers of a brand, or users with a right.
 * The tracking server itself checks links and restriction flags (which device, which user) after this.
 */
export type Access = 'public' | 'session' | 'administrator' | 'brands' | Right;

/** Access under a condition. Of several the first that applies decides; none = the route does not exist. */
export interface AccessRule {
  readonly access: Access;
  /** Applies only when this query parameter is present. */
  readonly query?: string;
  /** Applies only to the caller's own account. */
  readonly self?: true;
  /** Applies only to links of such a property with devices or groups, e.g. `geofence`. */
  readonly links?: string;
  /** Applies only to commands that need the rule's right, e.g. `engineStop` for `devices.lock`. */
  readonly command?: true;
  /** Applies only to calls that set or remove the anchor of a vehicle that the caller sees. */
  readonly anchor?: true;
  /** Answers anchors alone, whatever else there is. */
  readonly anchors?: true;
  /** Applies only when a sheet is asked for, by the types that the caller accepts. */
  readonly sheet?: true;
  /** Applies only to guests, who get an empty list: they have none, but their clients ask for it. */
  readonly guest?: true;
  /** Applies only to guests of our own tracking server, which shows them data since the share. */
  readonly watcher?: true;
  /** Applies only to callers who are signed in; others fall through to the next rule. */
  readonly signedIn?: true;
}

/** Successful answer; 204 when a route declares none. @typeParam T Type of the JSON, for handlers and clients. */
export interface Answer<T = unknown> {
  readonly status: number;
  /** Content type; null = an empty body. */
  readonly type: string | null;
  /** Name of the JSON object, null = it has none, or it is a file or a text. */
  readonly entity: AnswerName | null;
  readonly isList: boolean;
  /** Schema of the JSON; null = a file, a text or nothing. */
  readonly schema: z.ZodType | null;
  /** Never set: carries the type. */
  readonly of?: T;
}
const JSON_TYPE = 'application/json';
const OK = { status: 200, entity: null, isList: false, schema: null };
export const one = <K extends AnswerName>(entity: K): Answer<Answered<K>> => ({
  ...OK,
  type: JSON_TYPE,
  entity,
  schema: ANSWERS[entity],
});
export const listOf = <K extends AnswerName>(entity: K): Answer<readonly Answered<K>[]> => ({
  ...OK,
  type: JSON_TYPE,
  entity,
  isList: true,
  schema: z.array(ANSWERS[entity]),
});
export const file = (type: string): Answer<string> => ({ ...OK, type });
/** JSON without a name of its own. */
export const json = <T>(schema: z.ZodType<T>): Answer<T> => ({ ...OK, type: JSON_TYPE, schema });
/** Done, without a body. */
export const nothing = (status: number): Answer<string> => ({ ...OK, status, type: null });
export const at = <T>(status: number, answer: Answer<T>): Answer<T> => ({ ...answer, status });

/** All that is known of a route, once. Its key is its method and its path below the prefix: `GET /devices/:id`. */
export interface Route {
  /** Needs this of the tracking server; absent = every tracking server has it. */
  readonly feature?: ServerFeature;
  /** Heading of the reference page. */
  readonly area: string;
  readonly summary: string;
  readonly access: Access | readonly AccessRule[];
  /** Query parameters; others are ignored. */
  readonly query?: z.ZodType;
  /** JSON body. */
  readonly body?: z.ZodType;
  /** Limits of a body that is longer than others, such as the rows of a file. */
  readonly bounds?: BodyBounds;
  readonly form?: z.ZodType;
  /** Content type of a raw body. */
  readonly upload?: string;
  /** A second type of it. */
  readonly uploadAlso?: string;
  /** Most bytes of a raw body that may be longer than others. */
  readonly uploadBytes?: number;
  /** Headers of which it reads the first that is there, in small letters. */
  readonly headers?: readonly string[];
  readonly answer?: Answer;
  /** Further successful answers: another status, or another type of the same status. */
  readonly also?: readonly Answer[];
  /** Error statuses of its own; those of every route are in `statuses.ts`. */
  readonly errors?: readonly ErrorStatus[];
  /** Entry in the audit log; absent = none. */
  readonly audit?: AuditRule;
  /** It returns positions: kind of the reading in the access log. */
  readonly accessLog?: AccessKind;
  /** Drivers who are signed in to check in may use it; every other route behind a session rejects them. */
  readonly qrDriver?: true;
  /** Only where the installation has this: Plus, or billing switched on. */
  readonly tier?: 'plus' | 'billing';
}

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
export type RouteKey = `${Method} /${string}`;
export type RouteTable = Readonly<Record<RouteKey, Route>>;

/** Keeps the types of each entry and checks its shape. */
export const defineRoutes = <const T extends RouteTable>(table: T): T => table;

/** Method and path of a key. */
export function splitKey(key: string): { readonly method: Method; readonly path: string } {
  const [method = '', path = ''] = key.split(' ', 2);
  if (!isMethod(method)) throw new TypeError(`Cannot read the route ${key}`);
  return { method, path };
}
const isMethod = (text: string): text is Method => ['GET', 'POST', 'PUT', 'DELETE'].includes(text);

/** The rules of a route, in their order. */
export const accessRules = ({ access }: Pick<Route, 'access'>): readonly AccessRule[] =>
  typeof access === 'string' ? [{ access }] : access;

/** Is the route open to callers who are not signed in? */
export const isOpen = (route: Pick<Route, 'access'>): boolean =>
  accessRules(route).some(({ access }) => access === 'public');

type NamesIn<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | NamesIn<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;
/** Parameters in the path: `:id` is a number, the others are strings. */
export type PathParams<Key extends string> = {
  readonly [Name in NamesIn<Key>]: Name extends 'id' ? number : string;
};
