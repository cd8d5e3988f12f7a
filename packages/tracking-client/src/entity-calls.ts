import type { TrackingKey } from '@rastro/fleet/api';
import type { Answer, Query } from './caller.ts';
import type { TrackingCaller } from './tracking-caller.ts';

/** The generic object endpoints. @source docs/reference/tracking-api.md §3.1 */
export interface EntityCalls<T extends { readonly id: number }, Draft = Omit<T, 'id'>> {
  list(query: Query, signal: AbortSignal): Promise<Answer<readonly T[]>>;
  read(id: number, signal: AbortSignal): Promise<Answer<T>>;
  create(draft: Draft, signal: AbortSignal): Promise<Answer<T>>;
  /** Full replace: a missing field becomes its default. */
  update(entity: T, signal: AbortSignal): Promise<Answer<T>>;
  remove(id: number, signal: AbortSignal): Promise<Answer<null>>;
}

/** Paths that have all five routes in the table. */
type PathOf<K> = K extends `PUT /${infer Path}/:id`
  ? `DELETE /${Path}/:id` extends TrackingKey
    ? Path
    : never
  : never;
export type EntityPath = PathOf<TrackingKey>;

export function entityCalls<T extends { readonly id: number }, Draft = Omit<T, 'id'>>(
  caller: TrackingCaller,
  name: EntityPath,
): EntityCalls<T, Draft> {
  const path = `/${name}`;
  return {
    list: (query, signal) => caller.jsonAt<readonly T[]>({ method: 'GET', path, query }, signal),
    read: (id, signal) => caller.jsonAt<T>({ method: 'GET', path: `${path}/${id}` }, signal),
    create: (draft, signal) => caller.jsonAt<T>({ method: 'POST', path, json: draft }, signal),
    update: (entity, signal) =>
      caller.jsonAt<T>({ method: 'PUT', path: `${path}/${entity.id}`, json: entity }, signal),
    remove: (id, signal) => caller.doneAt({ method: 'DELETE', path: `${path}/${id}` }, signal),
  };
}
