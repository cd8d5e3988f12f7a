import type { LinkedKind } from '@rastro/fleet';
import type { QueryClient } from '@tanstack/react-query';
import type { Session } from '../session/session.ts';

/** Lists of what a user has links to, by the first part of their keys. Forms read under keys of their own. */
const LISTS_OF: Partial<Record<LinkedKind | 'group' | 'user' | 'alarms', readonly string[]>> = {
  alarms: ['alarms'],
  group: ['groups'],
  geofence: ['geofences'],
  calendar: ['calendars'],
  driver: ['drivers'],
  command: ['savedCommands', 'commandTypes'],
  user: ['users'],
  report: ['savedReports'],
  attribute: ['computed'],
  maintenance: ['maintenances'],
};
/** Links are shown with whatever they lead to. */
const LINKS = 'links';
const ALL_LISTS: readonly string[] = [...Object.values(LISTS_OF).flat(), LINKS, 'events', 'device-names'];

const again = (queries: QueryClient, lists: readonly string[]): Promise<void> =>
  queries.invalidateQueries({ predicate: ({ queryKey }) => lists.includes(String(queryKey[0])) });

/** Follows the rights: reads the account and the settings again, and all lists when they changed. */
export async function rereadSession(
  session: Session,
  queries: QueryClient,
  signal: AbortSignal,
): Promise<void> {
  if (await session.refresh(signal)) await again(queries, ALL_LISTS);
}

/** @param what Kinds of things whose lists may differ now; what has no list here is left out. */
export async function rereadLists(queries: QueryClient, what: readonly string[]): Promise<void> {
  const lists = Object.entries(LISTS_OF).flatMap(([kind, keys]) => (what.includes(kind) ? keys : []));
  if (what.length > 0) await again(queries, [...lists, LINKS]);
}

/** Links of these kinds were changed here: what lists show of them may differ. */
export async function rereadLinked(queries: QueryClient, kinds: ReadonlySet<string>): Promise<void> {
  const lists = Object.entries(LISTS_OF).flatMap(([kind, keys]) => (kinds.has(kind) ? keys : []));
  if (lists.length > 0) await again(queries, lists);
}

/** Vehicles came or went. */
export const rereadVehicles = (queries: QueryClient): Promise<void> =>
  queries.invalidateQueries({
    predicate: ({ queryKey: [list, part] }) =>
      list === 'events' || list === 'device-names' || (list === 'groups' && part === 'devices'),
  });

/** The connection is back: what failed without it and is still looked at is tried again. */
export const rereadFailed = (queries: QueryClient): Promise<void> =>
  queries.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' });
