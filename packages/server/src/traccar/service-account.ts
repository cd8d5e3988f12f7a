import { isLinkedKind, LINKED_KINDS } from '@rastro/fleet';
import type { Ask } from '../gateway/foreign-calls.ts';

/** The account of this installation at the tracking server. */
export interface ServiceAccount {
  readonly ask: Ask;
  /** Of an administrator there. */
  readonly token: string;
}
/** Two kinds, and the ids that are wanted of them; 0 = any. */
export interface WantedLinks {
  readonly ownerKind: string;
  readonly ownerId: number;
  readonly propertyKind: string;
  readonly propertyId: number;
}
type Headers = Readonly<Record<string, string | string[]>>;

const OTHER_PATHS: Readonly<Record<string, string>> = {
  device: 'devices',
  group: 'groups',
  user: 'users',
  managedUser: 'users',
  linkedDevice: 'devices',
};

export const headersOf = ({ token }: ServiceAccount) => ({ authorization: `Bearer ${token}` });

/** Links as our own server lists them. @throws when the tracking server does not list them. */
export async function readLinks(
  account: ServiceAccount,
  { ownerKind, ownerId, propertyKind, propertyId }: WantedLinks,
): Promise<readonly Readonly<Record<string, number>>[]> {
  const path = `/api/permissions?${ownerKind}Id=${ownerId}&${propertyKind}Id=${propertyId}`;
  const rows = await readList(account.ask, path, headersOf(account));
  return rows.map((row) => ({
    [`${ownerKind}Id`]: idIn(row, `${ownerKind}Id`),
    [`${propertyKind}Id`]: idIn(row, `${propertyKind}Id`),
  }));
}

/** Ids of the things of a kind that somebody sees. @param as Headers of that caller. */
export async function readIds(ask: Ask, kind: string, as: Headers): Promise<readonly number[]> {
  const path = OTHER_PATHS[kind] ?? (isLinkedKind(kind) ? LINKED_KINDS[kind].path : '');
  return (await readList(ask, `/api/${path}`, as)).map((each) => idIn(each, 'id'));
}

/** @throws when the answer is no list. */
export async function readList(ask: Ask, path: string, headers: Headers): Promise<readonly object[]> {
  const { statusCode, body } = await ask('GET', path, { ...headers, accept: 'application/json' }, null);
  if (statusCode === 200) {
    const list: unknown = await body.json();
    if (Array.isArray(list)) return list as readonly object[];
  } else await body.dump();
  throw new Error(`Cannot read ${path}: the tracking server answered ${statusCode}`);
}

/** Databases write the names of their columns in capitals, small letters or as they were declared. */
function idIn(row: object, name: string): number {
  const wanted = name.toLowerCase();
  const [, value] = Object.entries<unknown>({ ...row }).find(([key]) => key.toLowerCase() === wanted) ?? [];
  if (typeof value === 'number') return value;
  throw new Error(`Cannot read what the tracking server lists: there is no ${name}`);
}
