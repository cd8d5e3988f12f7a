import type { ByteReader } from '@rastro/base';
import { knotsFromKmPerHour } from '@rastro/fleet';
import { only } from '../outcome.ts';
import type { DeviceRecord } from '../protocol.ts';
import { PendingRecord } from '../pending-record.ts';

const POSITION = 0x52;
const CLOSING_BYTES = 4;
const FIXED = 2;

/** The newer binary form: records of data items, each with its length. */
export function readItems(reader: ByteReader, size: number): readonly DeviceRecord[] {
  reader.skip(4); // header, identifier, length
  if (reader.u8() & 0x80) reader.skip(2); // packet numbers
  reader.skip(8 + 2 + 2 + 1); // IMEI, device type, protocol, custom
  reader.skip(reader.u8());
  const records: DeviceRecord[] = [];
  while (reader.position < size - CLOSING_BYTES) {
    const start = reader.position;
    const end = Math.min(start + readVariable(reader), size - CLOSING_BYTES);
    records.push(...readRecord(reader, end));
    if (end <= reader.position) continue;
    reader.skip(end - reader.position);
  }
  return records;
}

/** One byte, or two when the highest bit is set. */
function readVariable(reader: ByteReader): number {
  const first = reader.u8();
  return first & 0x80 ? ((first & 0x7f) << 8) | reader.u8() : first;
}

function readRecord(reader: ByteReader, end: number): readonly DeviceRecord[] {
  const pendingRecord = new PendingRecord();
  pendingRecord.deviceTime = reader.u32() * 1000;
  reader.skip(2 + 1); // count, record id
  pendingRecord.set('event', reader.u8());
  while (reader.position < end) {
    const id = readVariable(reader);
    const itemEnd = readVariable(reader) + reader.position;
    if (id === POSITION) readPosition(pendingRecord, reader);
    if (itemEnd > reader.position) reader.skip(itemEnd - reader.position);
  }
  return only(pendingRecord);
}

function readPosition(pendingRecord: PendingRecord, reader: ByteReader): void {
  const valid = ((reader.u8() >> 2) & 3) === FIXED;
  const longitude = reader.i32() / 1e6;
  const latitude = reader.i32() / 1e6;
  const time = reader.u32() * 1000;
  const speed = knotsFromKmPerHour(reader.u16() / 10);
  pendingRecord.set('hdop', reader.u8() / 10);
  const course = reader.u16();
  const altitude = ((reader.u24() << 8) >> 8) / 10;
  pendingRecord.set('sat', reader.u8());
  pendingRecord.fix = { time, valid, latitude, longitude, altitude, speed, course, accuracy: 0 };
}
