import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router';
import {
  FENCE_KINDS,
  FENCE_SORTS,
  FIRST_FENCE_CHOICE,
  type FenceChoice,
  type FenceSort,
} from './fence-list.ts';

const NAMES = { text: 'q', sort: 'sort', kind: 'kind' } as const;
const SORTS: readonly FenceSort[] = FENCE_SORTS.flatMap(
  (field) => [`${field}-asc`, `${field}-desc`] as const,
);

/** Choices of the list, stored in the address: it can be copied, reloaded and reached again with "back". */
export function useFenceChoice(): {
  readonly choice: FenceChoice;
  readonly change: (part: Partial<FenceChoice>) => void;
} {
  const [search, setSearch] = useSearchParams();
  const [text, sort, kind] = [search.get(NAMES.text), search.get(NAMES.sort), search.get(NAMES.kind)];
  const choice = useMemo(
    (): FenceChoice => ({
      text: text ?? FIRST_FENCE_CHOICE.text,
      sort: SORTS.find((each) => each === sort) ?? FIRST_FENCE_CHOICE.sort,
      kind: FENCE_KINDS.find((each) => each === kind) ?? FIRST_FENCE_CHOICE.kind,
    }),
    [text, sort, kind],
  );
  const change = useCallback(
    (part: Partial<FenceChoice>) =>
      setSearch(
        (old) => {
          for (const name of ['text', 'sort', 'kind'] as const) {
            const value = part[name];
            if (value === undefined) continue;
            // What is usual needs no words.
            if (value === FIRST_FENCE_CHOICE[name]) old.delete(NAMES[name]);
            else old.set(NAMES[name], value);
          }
          return old;
        },
        { replace: true },
      ),
    [setSearch],
  );
  return { choice, change };
}
