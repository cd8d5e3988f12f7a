import type { AccessKind } from '@rastro/fleet';
import {
  ACCESS_LOG_SPAN,
  type AccessLogSearch,
  type StoredAccessLogEntry,
  type VehicleHours,
} from '../access-log-port.ts';
import { isTrue, type Row } from './values.ts';

const BYTES = ACCESS_LOG_SPAN / 8;
/** Below this number, devices are stored as a list of two-byte numbers, which is never longer than the bits. */
const FEW = BYTES / 2;
/** Numbers of the bits that are set, in order. */
function numbersIn(bits: Uint8Array): number[] {
  const found: number[] = [];
  for (const [index, byte] of bits.entries())
    for (let bit = 0; byte >> bit > 0; bit++) if ((byte >> bit) & 1) found.push(index * 8 + bit);
  return found;
}

/** Packs devices for storage: few as a list, many as bits. */
export function packed(bits: Uint8Array): Uint8Array {
  const numbers = numbersIn(bits);
  return numbers.length < FEW ? new Uint8Array(Uint16Array.from(numbers).buffer) : bits;
}
export function unpacked(packed: Uint8Array): Uint8Array {
  if (packed.length === BYTES) return packed;
  const bits = new Uint8Array(BYTES);
  for (const number of new Uint16Array(Uint8Array.from(packed).buffer))
    bits[number >> 3]! |= 1 << (number & 7);
  return bits;
}

/** Stored on disk: never change a number. */
export const KINDS: Readonly<Record<AccessKind, number>> = {
  live: 0,
  latest: 1,
  history: 2,
  report: 3,
  export: 4,
  score: 5,
};
const KIND_AT = new Map(Object.entries(KINDS).map(([kind, number]) => [number, kind]));
function kindAt(value: unknown): AccessKind {
  const found = KIND_AT.get(Number(value));
  return isKind(found) ? found : 'live';
}
const isKind = (kind: string | undefined): kind is AccessKind => kind !== undefined && kind in KINDS;

export const bytesOf = (value: unknown): Uint8Array =>
  value instanceof Uint8Array ? value : new Uint8Array();

/** Asked of each line: nothing is made for it. */
export function holds(packed: Uint8Array, number: number): number {
  if (packed.length === BYTES) return ((packed[number >> 3] ?? 0) >> (number & 7)) & 1;
  const [low, high] = [number & 255, number >> 8];
  for (let at = 0; at < packed.length; at += 2) if (packed[at] === low && packed[at + 1] === high) return 1;
  return 0;
}

const WEEK_HOURS = 168;
/**
 * In the order of the answer, each twice as long as the one before: a page of a driver is found in some weeks, not in
 * years.
 */
export function* spansOf({ from, to, within, isOldestFirst, after }: AccessLogSearch) {
  const first = Math.max(from, Math.min(...(within ?? []).map((each) => each.from)));
  const last = Math.min(to, Math.max(...(within ?? []).map((each) => each.to)));
  const [begin, end] = isOldestFirst ? [after?.hour ?? first, last] : [first, after?.hour ?? last];
  let done = 0;
  for (let hours = WEEK_HOURS; begin + done <= end; hours *= 2) {
    const at = isOldestFirst ? begin + done : end - done - hours + 1;
    yield { from: Math.max(at, begin), to: Math.min(at + hours - 1, end) };
    done += hours;
  }
}

export function toAccessLogEntry(row: Row, { deviceId, within }: AccessLogSearch): StoredAccessLogEntry {
  const parts = String(row['parts']);
  return {
    hour: Number(row['hour']),
    readerId: Number(row['reader_id']),
    readerName: String(row['name']),
    isGuest: isTrue(row['is_guest']),
    kind: kindAt(row['kind']),
    byToken: isTrue(row['by_token']),
    deviceIds: deviceId !== null ? [deviceId] : within ? numbersOf(parts) : devicesIn(parts),
  };
}

const numbersOf = (list: string): number[] =>
  list
    .split(',')
    .map(Number)
    .toSorted((a, b) => a - b);

export const spellsOf = (within: readonly VehicleHours[]): string =>
  JSON.stringify(
    within.map(({ deviceId, from, to, kinds }) => [
      deviceId,
      from,
      to,
      kinds.reduce((bits, kind) => bits | (1 << KINDS[kind]), 0),
    ]),
  );

/** Parts and their contents as the databases join them: `0:0700,3:…`, the contents in hexadecimal digits. */
const devicesIn = (parts: string): number[] =>
  parts
    .split(',')
    .flatMap((each) => {
      const [part = '', hex = ''] = each.split(':');
      return numbersIn(unpacked(Uint8Array.from(Buffer.from(hex, 'hex')))).map(
        (number) => Number(part) * ACCESS_LOG_SPAN + number,
      );
    })
    .toSorted((a, b) => a - b);
