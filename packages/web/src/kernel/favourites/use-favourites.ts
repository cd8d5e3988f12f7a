import { useMemo } from 'react';
import { useOwnAttribute, useOwnText } from '../use-own-attribute.ts';

/** Attribute and preference that store the favorites of each kind. */
const STORED_AS = { commands: 'favouriteCommands', devices: 'favouriteDevices' } as const;
type FavouriteKind = keyof typeof STORED_AS;

export interface Favourites {
  readonly ids: ReadonlySet<number>;
  readonly toggle: (id: number) => void;
}

/** Favorites of the user: with the account where they may edit it, otherwise in this browser. */
export function useFavourites(kind: FavouriteKind): Favourites {
  const { value, save } = useOwnAttribute(STORED_AS[kind], STORED_AS[kind]);
  const ids = useMemo(() => readIds(value), [value]);
  const toggle = (id: number): void => {
    const next = new Set(ids);
    if (!next.delete(id)) next.add(id);
    void save([...next].join(','));
  };
  return { ids, toggle };
}

/** The same to look at alone: cheap enough for each row of a list. */
export function useFavouriteIds(kind: FavouriteKind): ReadonlySet<number> {
  const text = useOwnText(STORED_AS[kind], STORED_AS[kind]);
  return useMemo(() => readIds(text), [text]);
}

const readIds = (text: string | null): ReadonlySet<number> =>
  new Set(
    (text ?? '')
      .split(',')
      .map(Number)
      .filter((id) => Number.isSafeInteger(id) && id > 0),
  );
