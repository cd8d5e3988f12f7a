import { asciiOf } from '../ascii.ts';
import { hexOf } from '../hex.ts';
import { signed, unsigned } from '../integers.ts';
import type { PendingRecord } from '../pending-record.ts';

/** The bytes [at, at + size) of a frame. Positions, not views: a view costs more than what is read from it. */
export interface Span {
  readonly bytes: Uint8Array;
  readonly at: number;
  readonly size: number;
}

/** Element 385: iBeacons and Eddystone beacons around the device. A cut list keeps its whole entries. */
export function readBeacons(pendingRecord: PendingRecord, { bytes, at: start, size: all }: Span): void {
  const end = start + all;
  // The first byte says which part of how many this is.
  let at = start + 1;
  for (let index = 1; at < end; index++) {
    const name = `beacon${index}`;
    const flags = bytes[at++] ?? 0;
    const isIBeacon = flags >> 4 > 0;
    const size = (isIBeacon ? 20 : 16) + 1 + (flags & 2 ? 2 : 0) + (flags & 4 ? 2 : 0);
    if (end - at < size) return;
    if (isIBeacon) {
      pendingRecord.set(`${name}Uuid`, hexOf(bytes, at, 16));
      pendingRecord.set(`${name}Major`, unsigned(bytes, at + 16, 2));
      pendingRecord.set(`${name}Minor`, unsigned(bytes, at + 18, 2));
      at += 20;
    } else {
      pendingRecord.set(`${name}Namespace`, hexOf(bytes, at, 10));
      pendingRecord.set(`${name}Instance`, hexOf(bytes, at + 10, 6));
      at += 16;
    }
    pendingRecord.set(`${name}Rssi`, signed(bytes, at++, 1));
    if (flags & 2) {
      pendingRecord.set(`${name}Battery`, unsigned(bytes, at, 2) / 100);
      at += 2;
    }
    if (flags & 4) {
      pendingRecord.set(`${name}Temp`, signed(bytes, at, 2));
      at += 2;
    }
  }
}

/** Elements 548, 10828, 10829, 10831, 11317: tags, each a list of parameters with their lengths. */
export function readTags(pendingRecord: PendingRecord, { bytes, at: start, size: all }: Span): void {
  const end = start + all;
  let at = start + 1;
  for (let index = 1; at < end; index++) {
    const size = bytes[at++] ?? 0;
    const tagEnd = Math.min(at + size, end);
    readTag(pendingRecord, `tag${index}`, { bytes, at, size: tagEnd - at });
    at = tagEnd;
  }
}

function readTag(pendingRecord: PendingRecord, tag: string, { bytes, at: start, size: all }: Span): void {
  const end = start + all;
  for (let at = start; at + 2 <= end;) {
    const id = bytes[at] ?? 0;
    const size = bytes[at + 1] ?? 0;
    at += 2;
    if (at + size > end) return;
    if (size > 0) TAG_PARAMETERS[id]?.(pendingRecord, tag, { bytes, at, size });
    at += size;
  }
}

type TakeTag = (pendingRecord: PendingRecord, tag: string, value: Span) => void;

/** Longer numbers than a double holds are not sent. */
const LONGEST = 6;
const u = ({ bytes, at, size }: Span): number => unsigned(bytes, at, Math.min(size, LONGEST));
const s = ({ bytes, at, size }: Span): number => signed(bytes, at, Math.min(size, LONGEST));
const hex = ({ bytes, at, size }: Span): string => hexOf(bytes, at, size);

const TAG_PARAMETERS: Readonly<Record<number, TakeTag>> = {
  0: (pendingRecord, tag, value) => pendingRecord.set(`${tag}Rssi`, s(value)),
  1: (pendingRecord, tag, value) => pendingRecord.set(`${tag}Id`, hex(value)),
  2: readSensorFrame,
  5: (pendingRecord, tag, { bytes, at, size }) =>
    pendingRecord.set(`${tag}Name`, asciiOf(bytes, at, at + size).replaceAll('\0', '')),
  6: (pendingRecord, tag, value) => pendingRecord.set(`${tag}Temp`, s(value)),
  7: (pendingRecord, tag, value) => pendingRecord.set(`${tag}Humidity`, u(value)),
  8: (pendingRecord, tag, value) => pendingRecord.set(`${tag}Magnet`, u(value) > 0),
  9: (pendingRecord, tag, value) => pendingRecord.set(`${tag}Motion`, u(value) > 0),
  10: (pendingRecord, tag, value) => pendingRecord.set(`${tag}MotionCount`, u(value)),
  11: (pendingRecord, tag, value) => pendingRecord.set(`${tag}AnglePitch`, s(value)),
  12: (pendingRecord, tag, value) => pendingRecord.set(`${tag}AngleRoll`, s(value)),
  13: (pendingRecord, tag, value) => pendingRecord.set(`${tag}LowBattery`, u(value)),
  14: (pendingRecord, tag, value) => pendingRecord.set(`${tag}Battery`, u(value)),
  15: (pendingRecord, tag, value) => pendingRecord.set(`${tag}Mac`, hex(value)),
};

function readSensorFrame(pendingRecord: PendingRecord, tag: string, { bytes, at, size }: Span): void {
  const flags = bytes[at] ?? 0;
  if (flags & 0x40) pendingRecord.set(`${tag}LowBattery`, true);
  if (flags & 0x80 && size > 1) pendingRecord.set(`${tag}Voltage`, (bytes[at + 1] ?? 0) * 10 + 2000);
}
