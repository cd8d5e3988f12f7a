import type { ApiFailure, EntityCalls } from '@rastro/tracking-client';
import { useQueryClient, type QueryKey } from '@tanstack/react-query';
import { useState } from 'react';

export interface EntityWrites<T> {
  readonly busy: boolean;
  readonly saveFailure: ApiFailure | null;
  readonly removeFailure: ApiFailure | null;
  readonly forget: () => void;
  /** @source SPEC §5: an id above 0 is updated, anything else is created. @returns null = it was refused. */
  readonly save: (entity: T) => Promise<T | null>;
  /** @source SPEC §5: an id that is not above 0 is never deleted. @returns whether it is gone. */
  readonly remove: (id: number) => Promise<boolean>;
}

/** Saves and deletes objects of one kind; the lists that begin with `key` are read again. */
export function useEntityWrites<T extends { readonly id: number }>(
  calls: EntityCalls<T, Omit<T, 'id'>>,
  key: QueryKey,
): EntityWrites<T> {
  const queries = useQueryClient();
  const [busy, setBusy] = useState(false);
  const [saveFailure, setSaveFailure] = useState<ApiFailure | null>(null);
  const [removeFailure, setRemoveFailure] = useState<ApiFailure | null>(null);
  const { signal } = new AbortController();
  return {
    busy,
    saveFailure,
    removeFailure,
    forget: () => {
      setSaveFailure(null);
      setRemoveFailure(null);
    },
    save: async (entity) => {
      setBusy(true);
      setSaveFailure(null);
      const { id, ...draft } = entity;
      const answer = id > 0 ? await calls.update(entity, signal) : await calls.create(draft, signal);
      setBusy(false);
      if (!answer.ok) {
        setSaveFailure(answer.error);
        return null;
      }
      await queries.invalidateQueries({ queryKey: key });
      return answer.value;
    },
    remove: async (id) => {
      if (id <= 0) return false;
      setBusy(true);
      setRemoveFailure(null);
      const answer = await calls.remove(id, signal);
      setBusy(false);
      setRemoveFailure(answer.ok ? null : answer.error);
      if (answer.ok) await queries.invalidateQueries({ queryKey: key });
      return answer.ok;
    },
  };
}
