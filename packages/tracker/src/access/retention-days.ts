import { host } from '@rastro/base/host';
import { attributeName, USER_ATTRIBUTES } from '@rastro/fleet';
import type { Directory, UserEntity } from '../directory/directory.ts';
import type { Visibility } from './visibility.ts';

/** Between two of these others have their turn. */
const SLICE_MS = 10;

interface Limited {
  /** The longest of those who see it and have a limit. */
  days: number;
  /** Managers of these, at any depth. */
  readonly above: Set<number>;
}

/**
 * Days for which the history of vehicles is stored, where their customers have a limit; other vehicles are not in it.
 * Limits bind downward: nobody has a longer one than their managers. Of several customers of a vehicle the longest
 * counts, and none if one of them has no limit; managers of a customer, and administrators, are not customers.
 */
export async function retentionDays(
  { directory, visibility }: { readonly directory: Directory; readonly visibility: Visibility },
  breathe: () => Promise<void>,
): Promise<ReadonlyMap<number, number>> {
  const name = attributeName(directory.brand, USER_ATTRIBUTES.historyDays);
  const users = [...directory.users.inOrder()].filter(({ share, administrator }) => !share && !administrator);
  if (!users.some(({ attributes }) => daysIn(attributes[name]) > 0)) return new Map();
  const yieldNow = yielding(breathe);
  const limited = new Map<number, Limited>();
  const unlimited: UserEntity[] = [];
  for (const user of users) {
    await yieldNow();
    const above = aboveOf(directory, user);
    const limits = [user, ...above]
      .map(({ attributes }) => daysIn(attributes[name]))
      .filter((days) => days > 0);
    if (limits.length === 0) unlimited.push(user);
    else limit(limited, visibility.visibleDeviceIds(user.id), { days: Math.min(...limits), above });
  }
  for (const { id } of unlimited) {
    await yieldNow();
    for (const deviceId of visibility.visibleDeviceIds(id))
      if (limited.get(deviceId)?.above.has(id) === false) limited.delete(deviceId);
  }
  return new Map([...limited].map(([deviceId, { days }]) => [deviceId, days]));
}

function limit(
  limited: Map<number, Limited>,
  deviceIds: Iterable<number>,
  { days, above }: { readonly days: number; readonly above: readonly UserEntity[] },
): void {
  for (const deviceId of deviceIds) {
    const known = limited.get(deviceId) ?? { days: 0, above: new Set() };
    known.days = Math.max(known.days, days);
    for (const { id } of above) known.above.add(id);
    limited.set(deviceId, known);
  }
}

const daysIn = (value: unknown): number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : 0;

/** Makers and managers of a user, at any depth; never the user, whatever the circle. */
function aboveOf({ users, links }: Directory, user: UserEntity): readonly UserEntity[] {
  const found = new Map<number, UserEntity>();
  const open = [user];
  for (let each = open.pop(); each; each = open.pop())
    for (const id of [each.giverId ?? 0, ...links.ownersOf('managedUser', each.id, 'user')]) {
      const next = users.get(id);
      if (!next || next.administrator || id === user.id || found.has(id)) continue;
      found.set(id, next);
      open.push(next);
    }
  return [...found.values()];
}

function yielding(breathe: () => Promise<void>): () => Promise<void> {
  let since = host.elapsed();
  return async () => {
    if (host.elapsed() - since < SLICE_MS) return;
    await breathe();
    since = host.elapsed();
  };
}
