import { knotsFromKmPerHour } from '@rastro/fleet';
import { hexOf, reversedHexOf } from '../hex.ts';
import { signed, unsigned } from '../integers.ts';
import type { PendingAvlRecord } from './pending-avl-record.ts';

/** Takes one element's value bytes [at, at + size) into a record. */
export type Take = (pendingAvlRecord: PendingAvlRecord, bytes: Uint8Array, at: number, size: number) => void;

/** Unsigned number, divided into the unit that the attribute promises. */
export const number =
  (name: string, divisor = 1): Take =>
  (pendingAvlRecord, bytes, at, size) =>
    pendingAvlRecord.set(name, unsigned(bytes, at, size) / divisor);

export const signedNumber =
  (name: string, divisor = 1): Take =>
  (pendingAvlRecord, bytes, at, size) =>
    pendingAvlRecord.set(name, signed(bytes, at, size) / divisor);

export const multiplied =
  (name: string, factor: number): Take =>
  (pendingAvlRecord, bytes, at, size) =>
    pendingAvlRecord.set(name, unsigned(bytes, at, size) * factor);

/** True when above 0. */
export const flag =
  (name: string): Take =>
  (pendingAvlRecord, bytes, at, size) =>
    pendingAvlRecord.set(name, unsigned(bytes, at, size) > 0);

/** The value is in every record; only above 0 does it mean an alarm. */
export const alarmWhenSet =
  (name: string): Take =>
  (pendingAvlRecord, bytes, at, size) =>
    pendingAvlRecord.alarm(unsigned(bytes, at, size) > 0 ? name : null);

const GREEN_DRIVING = [null, 'hardAcceleration', 'hardBraking', 'hardCornering'] as const;
export const greenDriving: Take = (pendingAvlRecord, bytes, at, size) =>
  pendingAvlRecord.alarm(GREEN_DRIVING[unsigned(bytes, at, size)] ?? null);

/** 0 means "left the zone", so the value counts only in the record that the zone triggered. */
export const autoGeofence =
  (id: number): Take =>
  (pendingAvlRecord, bytes, at, size) => {
    if (pendingAvlRecord.event !== id) return;
    pendingAvlRecord.alarm(unsigned(bytes, at, size) > 0 ? 'geofenceEnter' : 'geofenceExit');
  };

/** A SIM number has more digits than a double holds. */
export const iccid: Take = (pendingAvlRecord, bytes, at, size) => {
  const low = Math.min(size, 4);
  const high = BigInt(unsigned(bytes, at, size - low));
  pendingAvlRecord.set('iccid', String((high << 32n) | BigInt(unsigned(bytes, at + size - low, low))));
};

/** The key's serial number arrives with its lowest byte first; without a key it is zero. */
export const iButton: Take = (pendingAvlRecord, bytes, at, size) => {
  if (unsigned(bytes, at, size) > 0)
    pendingAvlRecord.set('driverUniqueId', reversedHexOf(bytes, at, size).toUpperCase());
};

/** The vehicle's own speed is better than the receiver's. */
export const vehicleSpeed: Take = (pendingAvlRecord, bytes, at, size) => {
  pendingAvlRecord.speed = knotsFromKmPerHour(unsigned(bytes, at, size));
};

export const operator: Take = (pendingAvlRecord, bytes, at, size) => {
  pendingAvlRecord.operator = unsigned(bytes, at, size);
  pendingAvlRecord.set('operator', pendingAvlRecord.operator);
};

export const towerPart =
  (part: 'lac' | 'cell2g' | 'cell4g'): Take =>
  (pendingAvlRecord, bytes, at, size) => {
    pendingAvlRecord[part] = unsigned(bytes, at, size);
  };

export const tat100Part =
  (id: number, read: typeof signed): Take =>
  (pendingAvlRecord, bytes, at, size) => {
    pendingAvlRecord.towerElements ??= new Map();
    pendingAvlRecord.towerElements.set(id, read(bytes, at, size));
  };

/** Half of a 16-character driver code; stays an element as well. */
export const driverPart =
  (id: number, part: 'driverHigh' | 'driverLow'): Take =>
  (pendingAvlRecord, bytes, at, size) => {
    pendingAvlRecord[part] = hexOf(bytes, at, size);
    unnamed(pendingAvlRecord, id, { bytes, at, size });
  };

const names: string[] = [];

/** An element without a name: `io<id>`, unsigned, but signed when 8 bytes long. */
export function unnamed(
  pendingAvlRecord: PendingAvlRecord,
  id: number,
  { bytes, at, size }: { readonly bytes: Uint8Array; readonly at: number; readonly size: number },
): void {
  // Ids have two bytes, so the table of ready-made names is bounded.
  const name = (names[id] ??= `io${id}`);
  pendingAvlRecord.set(name, size === 8 ? signed(bytes, at, size) : unsigned(bytes, at, size));
}
