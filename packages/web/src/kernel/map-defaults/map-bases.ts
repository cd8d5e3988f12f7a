import type { Attributes, ServerSettings, TileSource, User } from '@rastro/fleet';

/** Value of `map` of a user or server for the offline base. */
export const OFFLINE_BASE = 'offline';

/** The bases that may be shown: those without a key, and those whose key the server has. */
export function availableBases(sources: readonly TileSource[], attributes: Attributes): TileSource[] {
  return sources.flatMap((source) => {
    if (source.keyAttribute === undefined) return [source];
    const key = attributes[source.keyAttribute];
    if (typeof key !== 'string' || key.trim() === '') return [];
    return [{ ...source, url: source.url.replaceAll('{key}', encodeURIComponent(key.trim())) }];
  });
}

export interface BaseWishes {
  readonly user: Pick<User, 'map'>;
  readonly server: Pick<ServerSettings, 'map' | 'forceSettings'>;
  /** Chosen in this browser by a user whose account may not store it. */
  readonly local: string | null;
}

/** @returns id of the base to show; null = the one without a network. What is not there any more is passed over. */
export function chosenBase(bases: readonly TileSource[], { user, server, local }: BaseWishes): string | null {
  const own = [local, user.map];
  const wishes = server.forceSettings ? [server.map, ...own] : [...own, server.map];
  const isKnown = (id: string | null): boolean => id === OFFLINE_BASE || bases.some((base) => base.id === id);
  const wish = wishes.find(isKnown);
  if (wish === OFFLINE_BASE) return null;
  // An operator with their own tiles wants them visible; tiles paid per view need an explicit choice.
  return wish ?? bases.find(({ keyAttribute }) => keyAttribute === undefined)?.id ?? null;
}
