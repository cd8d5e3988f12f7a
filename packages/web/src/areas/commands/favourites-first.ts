import type { SavedCommand } from '@rastro/fleet';

/** Favorites before the others; among themselves both stay as they were. */
export const favouritesFirst = (
  commands: readonly SavedCommand[],
  favourites: ReadonlySet<number>,
): readonly SavedCommand[] =>
  commands.toSorted((a, b) => Number(favourites.has(b.id)) - Number(favourites.has(a.id)));
