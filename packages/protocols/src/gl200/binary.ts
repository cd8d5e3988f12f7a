import { ByteReader } from '@rastro/base';
import { knotsFromKmPerHour } from '@rastro/fleet';
import { utcMs } from '../instants.ts';
import { only } from '../outcome.ts';
import type { DecodeContext, DeviceRecord } from '../protocol.ts';
import { PendingRecord } from '../pending-record.ts';
import { zonedMs } from '../wall-time.ts';
import { readCompressed } from './compressed.ts';
import { readItems } from './items.ts';

/** A compressed report; others have an index and whole points. */
const COMPRESSED = 100;
/** Bytes between satellites and points, by event. */
const EVENT_BYTES: Readonly<Record<number, number>> = {
  6: 2,
  15: 3,
  17: 4,
  21: 5,
  23: 1,
  26: 12,
  31: 2,
  33: 1,
  34: 3,
  35: 1,
  45: 7,
  46: 7,
};

/** Reads any binary message; what carries neither position nor data gives no record. */
export function readBinary(frame: Uint8Array, head: string, context: DecodeContext): readonly DeviceRecord[] {
  const reader = new ByteReader(frame);
  switch (head) {
    case '':
      return readItems(reader, frame.length);
    case '+RSP':
    case '+BSP':
      return readReport(reader, context.device.timeZone);
    case '+EVT':
    case '+BVT':
      return readEvent(reader, context.device.timeZone);
    case '+INF':
    case '+BNF':
      return readInformation(reader, context.device.timeZone);
    default:
      return [];
  }
}

interface Head {
  readonly type: number;
  readonly firmware: number;
  readonly batteryLevel: number;
  readonly power: number;
}

function readHead(reader: ByteReader, hasReserved: (type: number) => boolean): Head {
  reader.skip(4);
  const type = reader.u8();
  reader.skip(4 + 2 + 1 + 2); // mask, length, device type, protocol
  const firmware = reader.u16();
  reader.skip(8); // IMEI
  const batteryLevel = reader.u8();
  const power = reader.u16();
  if (hasReserved(type)) reader.skip(2);
  reader.skip(1); // motion
  return { type, firmware, batteryLevel, power };
}

function readReport(reader: ByteReader, zone: string | null): readonly DeviceRecord[] {
  const head = readHead(reader, (type) => type === 8);
  const satellites = reader.u8();
  if (head.type !== COMPRESSED) reader.skip(1); // index
  if (head.type === 3) skipPhone(reader);
  const draftOf = (): PendingRecord => pendingRecordWith(head, satellites);
  // One state for many seconds: it is that of the last.
  if (head.type === COMPRESSED) return readCompressed(reader, draftOf);
  const records: DeviceRecord[] = [];
  for (let left = reader.u8(); left > 0; left--) records.push(...only(readPoint(draftOf(), reader, zone)));
  return records;
}

function readEvent(reader: ByteReader, zone: string | null): readonly DeviceRecord[] {
  const head = readHead(reader, () => false);
  const satellites = reader.u8();
  reader.skip(EVENT_BYTES[head.type] ?? 0);
  reader.skip(1); // count
  const pendingRecord = pendingRecordWith(head, satellites);
  pendingRecord.set('versionFw', String(head.firmware));
  return only(readPoint(pendingRecord, reader, zone));
}

function pendingRecordWith({ batteryLevel, power }: Head, satellites: number): PendingRecord {
  const pendingRecord = new PendingRecord();
  pendingRecord.set('batteryLevel', batteryLevel);
  pendingRecord.set('power', power / 1000);
  pendingRecord.set('sat', satellites);
  return pendingRecord;
}

/** A length that does not count, digits until a nibble of F. */
function skipPhone(reader: ByteReader): void {
  reader.skip(1);
  for (let byte = reader.u8(); (byte & 0x0f) !== 0x0f && byte >> 4 !== 0x0f;) byte = reader.u8();
}

function readPoint(pendingRecord: PendingRecord, reader: ByteReader, zone: string | null): PendingRecord {
  const hdop = reader.u8();
  const speed = knotsFromKmPerHour(reader.u24() / 10);
  const course = reader.u16();
  const altitude = reader.i16();
  const longitude = reader.i32() / 1e6;
  const latitude = reader.i32() / 1e6;
  const time = readInstant(reader, zone);
  pendingRecord.set('hdop', hdop);
  pendingRecord.deviceTime = time;
  pendingRecord.fix = { time, valid: hdop > 0, latitude, longitude, altitude, speed, course, accuracy: 0 };
  const mcc = reader.u16();
  const mnc = reader.u16();
  const lac = reader.u16();
  pendingRecord.tower({ mcc, mnc, lac, cellId: reader.u16(), signal: null });
  reader.skip(1);
  return pendingRecord;
}

function readInstant(reader: ByteReader, zone: string | null): number {
  const date = [reader.u16(), reader.u8(), reader.u8()] as const;
  return zonedMs(utcMs(date, reader.u8() * 3600 + reader.u8() * 60 + reader.u8()), zone, 0);
}

function readInformation(reader: ByteReader, zone: string | null): readonly DeviceRecord[] {
  const pendingRecord = new PendingRecord();
  reader.skip(4);
  const type = reader.u8();
  reader.skip(4 + 2 + 8 + 1 + 2); // mask, length, IMEI, device type, protocol
  pendingRecord.set('versionFw', String(reader.u16()));
  if (type === 6) reader.skip(6);
  reader.skip(2); // motion, reserved
  pendingRecord.set('sat', reader.u8());
  reader.skip(22);
  if (type === 7) {
    pendingRecord.set('charge', reader.u8() > 0);
    pendingRecord.set('power', reader.u16() / 1000);
    pendingRecord.set('battery', reader.u16() / 1000);
    pendingRecord.set('batteryLevel', reader.u8());
  }
  pendingRecord.set('iccid', reader.hex(10));
  if (type === 5) {
    pendingRecord.set('rssi', reader.u8());
    reader.skip(1);
  }
  reader.skip(3); // zone
  if (type === 10) reader.skip(2 + 8 + 2); // trigger, number, tower, timing advance, level
  pendingRecord.deviceTime = readInstant(reader, zone);
  return only(pendingRecord);
}
