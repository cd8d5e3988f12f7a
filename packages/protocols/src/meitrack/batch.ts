import { ByteReader } from '@rastro/base';
import { knotsFromKmPerHour } from '@rastro/fleet';
import { only } from '../outcome.ts';
import type { DeviceRecord } from '../protocol.ts';
import { PendingRecord } from '../pending-record.ts';

/** Binary times count from the year 2000. */
export const EPOCH_S = Date.UTC(2000, 0, 1) / 1000;
const RECORD_BYTES = 52;

/** CCC: records of a fixed size, little-endian. @returns The records, and how many the device sent. */
export function readBatch(content: Uint8Array): {
  readonly records: readonly DeviceRecord[];
  readonly count: number;
} {
  const reader = new ByteReader(content);
  reader.skip(2 + 2 + 4); // version, record length, records still stored
  const records: DeviceRecord[] = [];
  let count = 0;
  for (; reader.left >= RECORD_BYTES; count++) records.push(...only(readOne(reader)));
  return { records, count };
}

function readOne(reader: ByteReader): PendingRecord {
  const pendingRecord = new PendingRecord();
  const event = reader.u8();
  pendingRecord.set('event', event);
  const latitude = reader.i32le() / 1e6;
  const longitude = reader.i32le() / 1e6;
  const time = (EPOCH_S + reader.u32le()) * 1000;
  const valid = reader.u8() === 1;
  pendingRecord.set('sat', reader.u8());
  const signal = reader.u8();
  const speed = knotsFromKmPerHour(reader.u16le());
  const course = reader.u16le();
  pendingRecord.set('hdop', reader.u16le() / 10);
  const altitude = reader.u16le();
  pendingRecord.deviceTime = time;
  pendingRecord.fix = { time, valid, latitude, longitude, altitude, speed, course, accuracy: 0 };
  pendingRecord.set('odometer', reader.u32le());
  pendingRecord.set('runtime', reader.u32le());
  const mcc = reader.u16le();
  const mnc = reader.u16le();
  const lac = reader.u16le();
  pendingRecord.tower({ mcc, mnc, lac, cellId: reader.u16le(), signal });
  pendingRecord.set('status', reader.u16le());
  pendingRecord.set('adc1', reader.u16le());
  pendingRecord.set('battery', reader.u16le() / 100);
  pendingRecord.set('power', reader.u16le());
  reader.skip(4); // geofence
  return pendingRecord;
}
