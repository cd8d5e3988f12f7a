import type { QrEnd } from '@rastro/fleet';
import type { StoredCheckIn, StoredQrDevice, StoredQrDriver } from '@rastro/fleet/schemas';

/** What is known of those whom an act is about; what was never heard of has no version. */
export interface Versioned<T> {
  readonly version: number;
  readonly body: T;
}
export const NO_DRIVER: StoredQrDriver = { current: null, lastAt: 0, seen: [] };
export const NO_DEVICE: StoredQrDevice = { driverId: 0, lastAt: 0, idle: null };
/** So many acts of a driver are known when they come again. */
const MAX_SEEN = 50;

/** A driver who has left his vehicle, or was made to. */
export function driverAfter(driver: StoredQrDriver, at: number): StoredQrDriver {
  return { ...driver, current: null, lastAt: Math.max(driver.lastAt, at) };
}

/** The vehicle that he leaves: nobody drives it, and by his rule it is locked later. */
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

/** He drives now. */
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

/** Where a check-in is kept: by the day on which it began, so that a period finds its own. */
export const historyKey = ({ since, deviceId, driverId }: StoredCheckIn): string =>
  `${dayOf(since)}.${String(since).padStart(15, '0')}.${deviceId}.${driverId}`;
export const dayOf = (instant: number): string => new Date(instant).toISOString().slice(0, 10);

/** When the rules of a driver end his check-in by time alone; null = they do not. */
export const timeIsUp = ({ since, rules: { logoutAfterS } }: StoredCheckIn): number | null =>
  logoutAfterS === 0 ? null : since + logoutAfterS * 1000;

/** What a tracker told before he came counts for whether it was on. */
const BEFORE_MS = 900_000;
export const unwatchedIgnition = (since: number): StoredCheckIn['ignition'] => ({
  wasOn: false,
  lookedUntil: Math.max(0, since - BEFORE_MS),
});

/**
 * When the ignition was turned off while he drove; it must have been on.
 * @param positions Oldest first; those that were looked at before count no more.
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
