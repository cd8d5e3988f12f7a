import type { QrEnd } from '@rastro/fleet';
import type { StoredCheckIn, StoredQrDevice, StoredQrDriver } from '@rastro/fleet/schemas';

/** Driver or vehicle of an action, with its version; one without a document has no version. */
export interface Versioned<T> {
  readonly version: number;
  readonly body: T;
}
export const NO_DRIVER: StoredQrDriver = { current: null, lastAt: 0, seen: [] };
export const NO_DEVICE: StoredQrDevice = { driverId: 0, lastAt: 0, idle: null };
/** Number of a driver's actions that are recognized when repeated. */
const MAX_SEEN = 50;

/** State of a driver after a check-out, their own or a forced one. */
export function driverAfter(driver: StoredQrDriver, at: number): StoredQrDriver {
  return { ...driver, current: null, lastAt: Math.max(driver.lastAt, at) };
}

/** State of a vehicle after its driver left: nobody drives it, and by the driver's rules it is locked later. */
export function deviceAfter(device: StoredQrDevice, left: StoredCheckIn, at: number): StoredQrDevice {
  const { lockAfterS } = left.rules;
  const { ownerId, driverId } = left;
  const idle =
    lockAfterS === 0
      ? null
      : { since: at, lockAt: at + lockAfterS * 1000, ownerId, driverId, isBegun: false };
  return { driverId: 0, lastAt: Math.max(device.lastAt, at), idle };
}

export const endedCheckIn = (checkIn: StoredCheckIn, until: number, end: QrEnd): StoredCheckIn => ({
  ...checkIn,
  until: Math.max(until, checkIn.since),
  end,
});

/** State of a driver after a check-in. */
export const driverWith = (driver: StoredQrDriver, current: StoredCheckIn): StoredQrDriver => ({
  ...driver,
  current,
  lastAt: current.since,
});
export const deviceWith = (current: StoredCheckIn): StoredQrDevice => ({
  driverId: current.driverId,
  lastAt: current.since,
  idle: null,
});

/** The same act, sent again, is known by this. */
export const withSeen = (driver: StoredQrDriver, clientId: string | undefined): StoredQrDriver =>
  clientId === undefined ? driver : { ...driver, seen: [clientId, ...driver.seen].slice(0, MAX_SEEN) };

/** Key of a check-in: by the day on which it began, so that a period finds its own. */
export const historyKey = ({ since, deviceId, driverId }: StoredCheckIn): string =>
  `${dayOf(since)}.${String(since).padStart(15, '0')}.${deviceId}.${driverId}`;
export const dayOf = (instant: number): string => new Date(instant).toISOString().slice(0, 10);

/** Instant at which the rules of a driver end the check-in by time alone; null = they do not. */
export const timeIsUp = ({ since, rules: { logoutAfterS } }: StoredCheckIn): number | null =>
  logoutAfterS === 0 ? null : since + logoutAfterS * 1000;

/** Records up to this long before a check-in count for whether the ignition was on. */
const BEFORE_MS = 900_000;
export const unwatchedIgnition = (since: number): StoredCheckIn['ignition'] => ({
  wasOn: false,
  lookedUntil: Math.max(0, since - BEFORE_MS),
});

/**
 * Instant at which the ignition was turned off during a check-in; it must have been on before.
 * @param positions Oldest first; those that were checked before count no more.
 */
export function watchIgnition(
  { since, ignition: { wasOn, lookedUntil } }: Pick<StoredCheckIn, 'since' | 'ignition'>,
  positions: readonly { readonly at: number; readonly ignition: unknown }[],
): { readonly ignition: StoredCheckIn['ignition']; readonly offAt: number | null } {
  let isOn = wasOn;
  let until = lookedUntil;
  for (const { at, ignition } of positions) {
    if (at <= lookedUntil || typeof ignition !== 'boolean') continue;
    until = Math.max(until, at);
    const offAt = !ignition && isOn && at > since ? at : null;
    isOn = ignition;
    if (offAt !== null) return { ignition: { wasOn: false, lookedUntil: until }, offAt };
  }
  return { ignition: { wasOn: isOn, lookedUntil: until }, offAt: null };
}
