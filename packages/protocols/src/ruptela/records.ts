import { OutOfBytesError, type ByteReader } from '@rastro/base';
import { knotsFromKmPerHour } from '@rastro/fleet';
import type { DeviceRecord } from '../protocol.ts';
import { PendingIoRecord } from './pending-io-record.ts';
import { takeElement } from './io-ids.ts';

const NO_FIX = -0x8000_0000;

/**
 * Reads records (command 1) or extended records (68), whose parts become one.
 * @throws OutOfBytesError when one is cut short: the packet counts as a whole or not at all.
 */
export function readRecords(
  reader: ByteReader,
  frame: Uint8Array,
  extended: boolean,
): readonly DeviceRecord[] {
  reader.skip(1); // records left in the device
  const drafts: PendingIoRecord[] = [];
  let part = 0;
  for (let left = reader.u8(); left > 0; left--) {
    const time = reader.u32() * 1000;
    reader.skip(1); // time extension
    const partBefore = part;
    part = extended ? reader.u8() : 0;
    reader.skip(1); // priority
    const before = continues(part, partBefore) ? drafts.at(-1) : undefined;
    const pendingIoRecord = before?.deviceTime === time ? before : new PendingIoRecord();
    if (pendingIoRecord !== before) drafts.push(pendingIoRecord);
    pendingIoRecord.deviceTime = time;
    readPlace(pendingIoRecord, reader, time);
    pendingIoRecord.set('event', extended ? reader.u16() : reader.u8());
    for (let size = 1; size <= 8; size *= 2) readGroup(pendingIoRecord, reader, { frame, size, extended });
  }
  return drafts.flatMap((pendingIoRecord) => {
    pendingIoRecord.complete();
    return pendingIoRecord.finish() ?? [];
  });
}

/**
 * High nibble: number of parts of the record; low nibble: index of this part. The vendor counts from 1 and units in the
 * field from 0, up to the number of parts, so only the previous part shows where a record starts.
 */
function continues(part: number, before: number): boolean {
  const index = part & 15;
  return index > 0 && index <= part >> 4 && part - before === 1;
}

function readPlace(pendingIoRecord: PendingIoRecord, reader: ByteReader, time: number): void {
  const longitude = reader.i32();
  const latitude = reader.i32();
  if (longitude === NO_FIX || latitude === NO_FIX) return reader.skip(8);
  const altitude = reader.u16() / 10;
  const course = reader.u16() / 100;
  pendingIoRecord.set('sat', reader.u8());
  const speed = knotsFromKmPerHour(reader.u16());
  pendingIoRecord.set('hdop', reader.u8() / 10);
  const place = { latitude: latitude / 1e7, longitude: longitude / 1e7 };
  pendingIoRecord.fix = { ...place, time, valid: true, altitude, speed, course, accuracy: 0 };
}

interface Group {
  readonly frame: Uint8Array;
  readonly size: number;
  readonly extended: boolean;
}

function readGroup(
  pendingIoRecord: PendingIoRecord,
  reader: ByteReader,
  { frame, size, extended }: Group,
): void {
  const count = reader.u8();
  const step = (extended ? 2 : 1) + size;
  if (count * step > reader.left) throw new OutOfBytesError(count * step, reader.left);
  for (let left = count; left > 0; left--) {
    const id = extended ? reader.u16() : reader.u8();
    takeElement(pendingIoRecord, id, { bytes: frame, at: reader.position, size });
    reader.skip(size);
  }
}
