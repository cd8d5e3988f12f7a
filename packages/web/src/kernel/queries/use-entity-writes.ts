import type { Answer, ApiFailure, EntityCalls } from '@rastro/tracking-client';
import type { QueryKey } from '@tanstack/react-query';
import { useRef } from 'react';
import { overTheirs } from './over-theirs.ts';
import { useWrite } from './use-write.ts';

export interface SaveFrom<T> {
  /** The entity of the server when the form was opened. */
  readonly opened: T;
  /** The object that the untouched form would have written. */
  readonly before: T;
}

export interface EntityWrites<T> {
  readonly busy: boolean;
  readonly saveFailure: ApiFailure | null;
  readonly removeFailure: ApiFailure | null;
  /**
   * @source docs/reference/requirements.md SPEC §5: an id above 0 is updated, anything else is created.
   * @param from What others have changed since `opened` stays; what is as in `before` was not touched here.
   * @returns null = one is under way.
   */
  readonly save: (entity: T, from: SaveFrom<T>) => Promise<Answer<T> | null>;
  /**
   * @source docs/reference/requirements.md SPEC §5: an id that is not above 0 is never deleted. @returns whether it is
   * gone.
   */
  readonly remove: (id: number) => Promise<boolean>;
  /** Clears the errors. */
  readonly forget: () => void;
}

/**
 * Calls that write the objects; without `create` they are created elsewhere, without `read` they have no address of
 * their own.
 */
export type EntityWriteCalls<T extends { readonly id: number }> = Pick<
  EntityCalls<T, Omit<T, 'id'>>,
  'update' | 'remove'
> &
  Partial<Pick<EntityCalls<T, Omit<T, 'id'>>, 'create' | 'read'>>;

/** Saves and deletes objects of one kind; the lists that begin with `key` are read again. */
export function useEntityWrites<T extends { readonly id: number }>(
  calls: EntityWriteCalls<T>,
  key: QueryKey,
): EntityWrites<T> {
  const reported = useRef<T | null>(null);
  const saving = useWrite(
    async ({ entity, from }: { readonly entity: T; readonly from: SaveFrom<T> }, signal) => {
      const { id, ...draft } = entity;
      if (id <= 0 && calls.create) return calls.create(draft, signal);
      const { read } = calls;
      if (!read) return calls.update(entity, signal);
      const merged = await overTheirs({ read }, { ...from, mine: entity, reported }, signal);
      return merged.ok ? calls.update(merged.value, signal) : merged;
    },
    { touches: key },
  );
  const removing = useWrite((id: number, signal) => calls.remove(id, signal), { touches: key });
  return {
    busy: saving.busy || removing.busy,
    saveFailure: saving.failure,
    removeFailure: removing.failure,
    save: (entity, from) => saving.run({ entity, from }),
    remove: async (id) => id > 0 && (await removing.run(id))?.ok === true,
    forget: () => {
      saving.forget();
      removing.forget();
    },
  };
}
