import type { SavedCommand } from '@rastro/fleet';
import { useMemo } from 'react';
import { useOwnAttribute } from '../../kernel/use-own-attribute.ts';

export interface Favourites {
  readonly ids: ReadonlySet<number>;
  readonly toggle: (id: number) => void;
}

/** The saved commands that the person uses most, with the account where he may edit it, else in this browser. */
export function useFavourites(): Favourites {
  const { value, save } = useOwnAttribute('favouriteCommands', 'favouriteCommands');
  const ids = useMemo(() => readIds(value ?? ''), [value]);
  const toggle = (id: number): void => {
    const next = new Set(ids);
    if (!next.delete(id)) next.add(id);
    void save([...next].join(','));
  };
  return { ids, toggle };
}

const readIds = (text: string): ReadonlySet<number> =>
  new Set(
    text
      .split(',')
      .map(Number)
      .filter((id) => Number.isSafeInteger(id) && id > 0),
  );

/** Favourites before the others; among themselves both stay as they were. */
export const favouritesFirst = (
  commands: readonly SavedCommand[],
  favourites: ReadonlySet<number>,
): readonly SavedCommand[] =>
  commands.toSorted((a, b) => Number(favourites.has(b.id)) - Number(favourites.has(a.id)));
