import {
  knots,
  toMetresPerSecond,
  type Attributes,
  type AttributeValue,
  type Knots,
  type Network,
} from '@rastro/fleet';
import type { DeviceRecord } from '@rastro/protocols';
import type { StoredPosition } from '@rastro/storage';

/** A position on its way through the stages. Times are milliseconds since 1970; 0 fixTime = not known yet. */
export interface PendingRecord {
  readonly deviceId: number;
  readonly protocol: string;
  readonly serverTime: number;
  readonly deviceTime: number;
  readonly fixTime: number;
  readonly valid: boolean;
  readonly latitude: number;
  readonly longitude: number;
  readonly altitude: number;
  readonly speed: Knots;
  readonly course: number;
  readonly accuracy: number;
  /** Only computed attributes write one. */
  readonly address: string | null;
  readonly geofenceIds: readonly number[] | null;
  readonly network: Network | null;
  readonly attributes: Attributes;
  /** The device sent no location of its own with this record. */
  readonly outdated: boolean;
  readonly contentKey: number;
}

/** Values that a Traccar states for every network; clients read the type of the cells from it. */
const NETWORK_DEFAULTS = { radioType: 'gsm', considerIp: false } as const;

/** The path of a record is no part of it: live first, and out of the memory of the device when no answer came. */
function withoutArchive(attributes: Attributes): Attributes {
  if (!('archive' in attributes)) return attributes;
  const { archive: _, ...others } = attributes;
  return others;
}

/** Makes a pending record of what a device sent; the hash covers what was sent and nothing that we add. */
export function pendingRecordOf(
  deviceId: number,
  protocol: string,
  record: DeviceRecord,
  arrival: number,
): PendingRecord {
  const { fix, network, attributes } = record;
  const deviceTime = record.deviceTime ?? arrival;
  return {
    deviceId,
    protocol,
    serverTime: arrival,
    deviceTime,
    fixTime: fix?.time ?? 0,
    valid: fix?.valid ?? false,
    latitude: fix?.latitude ?? 0,
    longitude: fix?.longitude ?? 0,
    altitude: fix?.altitude ?? 0,
    speed: fix?.speed ?? (0 as Knots),
    course: fix?.course ?? 0,
    accuracy: fix?.accuracy ?? 0,
    address: null,
    geofenceIds: null,
    network: network && { ...NETWORK_DEFAULTS, ...network },
    attributes,
    outdated: fix === null,
    contentKey: hash53(JSON.stringify([fix, record.deviceTime, network, withoutArchive(attributes)])),
  };
}

/**
 * Stored form of a pending record. Written out: copying the rest of an object costs several times as much, for every
 * record.
 */
export const positionOf = (pendingRecord: PendingRecord, id: number): StoredPosition => ({
  deviceId: pendingRecord.deviceId,
  protocol: pendingRecord.protocol,
  serverTime: pendingRecord.serverTime,
  deviceTime: pendingRecord.deviceTime,
  fixTime: pendingRecord.fixTime,
  valid: pendingRecord.valid,
  latitude: pendingRecord.latitude,
  longitude: pendingRecord.longitude,
  altitude: pendingRecord.altitude,
  speed: pendingRecord.speed,
  course: pendingRecord.course,
  accuracy: pendingRecord.accuracy,
  address: pendingRecord.address,
  geofenceIds: pendingRecord.geofenceIds,
  network: pendingRecord.network,
  attributes: pendingRecord.attributes,
  contentKey: pendingRecord.contentKey,
  id,
});

/** Number of an attribute; numeric texts are read (docs/reference/tracking-api.md §2.3). */
export function numberOf(value: AttributeValue | undefined): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value !== 'string' || value.trim() === '') return null;
  const number = Number(value);
  return Number.isFinite(number) ? number : null;
}

/** The receiver had nothing to say: exactly 0, 0 is a placeholder, not a place in the Gulf of Guinea. */
export const isNowhere = (p: { readonly latitude: number; readonly longitude: number }): boolean =>
  p.latitude === 0 && p.longitude === 0;

interface Times {
  readonly fixTime: number;
  readonly deviceTime: number;
  readonly serverTime: number;
}
const isClockAhead = ({ fixTime, serverTime }: Times, clockAheadS: number): boolean =>
  fixTime > serverTime + clockAheadS * 1000;

/** If the clock of one of two records runs too far ahead of its arrival, both are compared by their arrival. */
export function isNewer(a: Times, b: Times, clockAheadS: number): boolean {
  const isByArrival = isClockAhead(a, clockAheadS) || isClockAhead(b, clockAheadS);
  const at = isByArrival ? Math.min(a.fixTime, a.serverTime) : a.fixTime;
  const before = isByArrival ? Math.min(b.fixTime, b.serverTime) : b.fixTime;
  return at > before || (at === before && a.deviceTime > b.deviceTime);
}

/** Milliseconds from one record to another; by their arrival, where the clock ran ahead for one of them only. */
export function elapsedMs(from: Times, to: Times, clockAheadS: number): number {
  if (isClockAhead(from, clockAheadS) === isClockAhead(to, clockAheadS)) return to.fixTime - from.fixTime;
  return to.serverTime - from.serverTime;
}

export const isSameInstant = (a: StoredPosition, b: PendingRecord): boolean =>
  a.fixTime === b.fixTime && a.deviceTime === b.deviceTime;

/** Two 32-bit multiplicative hashes side by side, cut to the 53 bits that a number holds exactly. */
export function hash53(text: string): number {
  let h1 = 0xdeadbeef;
  let h2 = 0x41c6ce57;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    h1 = Math.imul(h1 ^ code, 0x9e3779b1);
    h2 = Math.imul(h2 ^ code, 0x5f356495);
  }
  h1 = Math.imul(h1 ^ (h1 >>> 16), 0x85ebca6b) ^ Math.imul(h2 ^ (h2 >>> 13), 0xc2b2ae35);
  h2 = Math.imul(h2 ^ (h2 >>> 16), 0x85ebca6b) ^ Math.imul(h1 ^ (h1 >>> 13), 0xc2b2ae35);
  return 4294967296 * (h2 & 0x1fffff) + (h1 >>> 0);
}

/** m/s², of two speeds one after the other. */
export const accelerationBetween = (
  a: { readonly speed: Knots; readonly fixTime: number },
  b: { readonly speed: Knots; readonly fixTime: number },
): number => toMetresPerSecond(knots(b.speed - a.speed)) / ((b.fixTime - a.fixTime) / 1000);
