import { attributeName, USER_ATTRIBUTES, type ResellerCustomer } from '@rastro/fleet';
import type { Overdue } from '@rastro/storage';
import type { Contact, SourceUser } from '../user-source.ts';
import type { ResellerTree } from '../reseller-tree.ts';

const INACTIVE_MS = 86_400_000;

/** Everything that is known of customers at one moment. */
export interface Known {
  readonly tree: ResellerTree;
  readonly brand: string;
  readonly now: number;
  readonly contacts: ReadonlyMap<number, Contact>;
  readonly seen: ReadonlyMap<number, number>;
  /** Null = billing is off. */
  readonly debts: ReadonlyMap<number, Overdue> | null;
  readonly devicesOf: (userId: number) => Promise<readonly number[]>;
  readonly isSuspended: (userId: number) => boolean;
}

/** Summary of a customer with all below. @param all Collects the devices. */
export async function customerOf(
  known: Known,
  sourceUser: SourceUser,
  all: Set<number>,
): Promise<ResellerCustomer> {
  const { tree, brand, seen, debts } = known;
  const { id, name, attributes, account } = sourceUser;
  const below = tree.below(id);
  const devices = new Set<number>();
  for (const each of [id, ...below]) for (const device of await known.devicesOf(each)) devices.add(device);
  for (const device of devices) all.add(device);
  const lastSeen = seen.get(id) ?? null;
  const debt = debts?.get(id);
  return {
    userId: id,
    name,
    email: account.email,
    isReseller: tree.isReseller(id),
    users: below.size,
    ...contactsOf(known, devices),
    deviceLimit: account.deviceLimit,
    resellerLimit: Number(attributes[attributeName(brand, USER_ATTRIBUTES.resellerLimit)] ?? -1),
    userLimit: account.userLimit,
    lastSeen: lastSeen === null ? null : new Date(lastSeen).toISOString(),
    state: stateOf(known, sourceUser),
    expirationTime: account.expirationTime,
    overdue: debts && { count: debt?.count ?? 0, value: debt?.value ?? 0 },
  };
}

/** Counts devices: all, online, and without contact for a day. */
export function contactsOf(
  { contacts, now }: Pick<Known, 'contacts' | 'now'>,
  devices: ReadonlySet<number>,
): Pick<ResellerCustomer, 'devices' | 'online' | 'silent'> {
  let online = 0;
  let silent = 0;
  for (const id of devices) {
    const { isOnline = false, at = null } = contacts.get(id) ?? {};
    if (isOnline) online++;
    else if (at === null || now - at > INACTIVE_MS) silent++;
  }
  return { devices: devices.size, online, silent };
}

function stateOf({ isSuspended, now }: Known, { id, account }: SourceUser): ResellerCustomer['state'] {
  if (account.disabled) return 'disabled';
  const { expirationTime } = account;
  if (expirationTime !== null && Date.parse(expirationTime) <= now) return 'expired';
  return isSuspended(id) ? 'suspended' : 'active';
}
