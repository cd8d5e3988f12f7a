import type { z } from 'zod';
import type { AnswerName } from '../schemas/answers/index.ts';
import { draftOf, type Draft } from '../schemas/draft.ts';
import { created, edited, removed } from './audit-rules.ts';
import { listOf, one, type Access, type AccessRule, type Answer, type Route } from './route.ts';

type Rights = Readonly<Record<'view' | 'create' | 'edit' | 'delete', Access>>;
interface About<B, L> {
  readonly area: string;
  /** As the answer is called, e.g. `Device`. */
  readonly entity: AnswerName;
  /** Name as users know it. */
  readonly name: string;
  /** As the audit log calls it. */
  readonly kind: string;
  readonly rights: Rights;
  readonly body: z.ZodType<B>;
  readonly list: L;
  /** Rules that come before the right, by what is done. */
  readonly first?: Partial<Record<'list' | 'read' | 'create' | 'edit' | 'delete', readonly AccessRule[]>>;
}

/** For lists that are never shown to guests. */
export const NONE_FOR_GUESTS: readonly AccessRule[] = [{ access: 'session', guest: true }];

/** The five routes of an entity. @typeParam T What is answered. */
export type Crud<P extends string, B, L, T> = {
  readonly [K in `GET /${P}`]: Route & { readonly query: L; readonly answer: Answer<readonly T[]> };
} & {
  readonly [K in `GET /${P}/:id`]: Route & { readonly answer: Answer<T> };
} & {
  readonly [K in `POST /${P}`]: Route & { readonly body: z.ZodType<Draft<B>>; readonly answer: Answer<T> };
} & {
  readonly [K in `PUT /${P}/:id`]: Route & { readonly body: z.ZodType<B>; readonly answer: Answer<T> };
} & {
  readonly [K in `DELETE /${P}/:id`]: Route;
};

/** @source docs/reference/tracking-api.md §3.1 */
export function crud<T>() {
  return <P extends string, B extends { readonly id: number }, L extends z.ZodType>(
    path: P,
    about: About<B, L>,
  ): Crud<P, B, L, T> => {
    const { area, entity, name, kind, rights, body, list, first = {} } = about;
    const access = (what: keyof Rights, before: readonly AccessRule[] = []) =>
      before.length === 0 ? rights[what] : [...before, { access: rights[what] }];
    const routes = {
      [`GET /${path}`]: {
        area,
        summary: `Lists: ${name}`,
        access: access('view', first.list),
        query: list,
        answer: listOf(entity),
      },
      [`GET /${path}/:id`]: {
        area,
        summary: `One ${name}`,
        access: access('view', first.read),
        answer: one(entity),
      },
      [`POST /${path}`]: {
        area,
        summary: `New ${name}, linked to its maker`,
        access: access('create', first.create),
        body: draftOf(body).meta({ title: `New${entity}` }),
        answer: one(entity),
        audit: created(kind),
      },
      [`PUT /${path}/:id`]: {
        area,
        summary: `Replaces one ${name}; the body names it`,
        access: access('edit', first.edit),
        body: body.meta({ title: `${entity}Update` }),
        answer: one(entity),
        audit: edited(kind),
      },
      [`DELETE /${path}/:id`]: {
        area,
        summary: `Removes one ${name} and its links`,
        access: access('delete', first.delete),
        audit: removed(kind),
      },
    };
    // Computed keys lose their literal types; the shape is the one above.
    return routes as unknown as Crud<P, B, L, T>;
  };
}
