import type { Answer, Caller, Query } from './caller.ts';

/** The generic object endpoints. @source reference/tracking-api.md §3.1 */
export interface EntityCalls<T extends { readonly id: number }, Draft = Omit<T, 'id'>> {
  list(query: Query, signal: AbortSignal): Promise<Answer<readonly T[]>>;
  read(id: number, signal: AbortSignal): Promise<Answer<T>>;
  create(draft: Draft, signal: AbortSignal): Promise<Answer<T>>;
  /** Full replace: a missing field becomes its default. */
  update(entity: T, signal: AbortSignal): Promise<Answer<T>>;
  remove(id: number, signal: AbortSignal): Promise<Answer<null>>;
}

export function entityCalls<T extends { readonly id: number }, Draft = Omit<T, 'id'>>(
  caller: Caller,
  path: string,
): EntityCalls<T, Draft> {
  return {
    list: (query, signal) => caller.json<readonly T[]>({ method: 'GET', path, query }, signal),
    read: (id, signal) => caller.json<T>({ method: 'GET', path: `${path}/${id}` }, signal),
    create: (draft, signal) => caller.json<T>({ method: 'POST', path, json: draft }, signal),
    update: (entity, signal) =>
      caller.json<T>({ method: 'PUT', path: `${path}/${entity.id}`, json: entity }, signal),
    remove: (id, signal) => caller.done({ method: 'DELETE', path: `${path}/${id}` }, signal),
  };
}
