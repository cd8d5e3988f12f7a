import type { ByteReader } from '@rastro/base';
import { knotsFromKmPerHour } from '@rastro/fleet';
import type { DeviceRecord, Fix } from '../protocol.ts';
import { PendingRecord } from '../pending-record.ts';
import type { HomeNetwork } from './pending-avl-record.ts';

export const CODEC_GH3000 = 0x07;
const EPOCH_MS = Date.UTC(2007, 0, 1);

/**
 * Reads one record of codec 7, the old personal trackers.
 * @throws OutOfBytesError when the record is cut short.
 */
export function readGh3000Record(reader: ByteReader, home: HomeNetwork): DeviceRecord | null {
  const pendingRecord = new PendingRecord();
  const time = EPOCH_MS + (reader.u32() & 0x3fff_ffff) * 1000;
  pendingRecord.deviceTime = time;
  const mask = reader.u8();
  if (mask & 1) pendingRecord.fix = readGps(pendingRecord, reader, { time, home });
  for (let bit = 1; bit <= 3; bit++) if (mask & (1 << bit)) readGroup(pendingRecord, reader, 1 << (bit - 1));
  return pendingRecord.finish();
}

interface Moment {
  readonly time: number;
  readonly home: HomeNetwork;
}

function readGps(pendingRecord: PendingRecord, reader: ByteReader, { time, home }: Moment): Fix | null {
  const mask = reader.u8();
  const latitude = mask & 1 ? reader.f32() : null;
  const longitude = mask & 1 ? reader.f32() : null;
  const altitude = mask & 2 ? reader.i16() : 0;
  const course = mask & 4 ? (reader.u8() * 360) / 256 : 0;
  const speed = knotsFromKmPerHour(mask & 8 ? reader.u8() : 0);
  if (mask & 16) pendingRecord.set('sat', reader.u8());
  const lac = mask & 32 ? reader.u16() : null;
  const cellId = mask & 32 ? reader.u16() : 0;
  const signal = mask & 64 ? reader.u8() : null;
  const operator = mask & 128 ? reader.u32() : null;
  if (lac === null) {
    pendingRecord.set('rssi', signal);
    pendingRecord.set('operator', operator);
  } else {
    const digits = String(operator ?? '');
    const known = digits.length > 3;
    const mcc = known ? Number(digits.slice(0, 3)) : home.mcc;
    const mnc = known ? Number(digits.slice(3)) : home.mnc;
    pendingRecord.tower({ mcc, mnc, lac, cellId, signal });
  }
  if (latitude === null || longitude === null) return null;
  return { time, valid: true, latitude, longitude, altitude, speed, course, accuracy: 0 };
}

function readGroup(pendingRecord: PendingRecord, reader: ByteReader, size: number): void {
  for (let left = reader.u8(); left > 0; left--) {
    const id = reader.u8();
    const value = size === 1 ? reader.u8() : size === 2 ? reader.u16() : reader.u32();
    take(pendingRecord, id, value);
  }
}

function take(pendingRecord: PendingRecord, id: number, value: number): void {
  switch (id) {
    case 1:
      return pendingRecord.set('batteryLevel', value);
    case 2:
      return pendingRecord.set('usbConnected', value === 1);
    case 5:
      return pendingRecord.set('uptime', value);
    case 20:
      return pendingRecord.set('hdop', value / 10);
    case 21:
      return pendingRecord.set('vdop', value / 10);
    case 22:
      return pendingRecord.set('pdop', value / 10);
    case 67:
      return pendingRecord.set('battery', value / 1000);
    case 221:
      return pendingRecord.set('button', value);
    case 222:
      return pendingRecord.alarm(value === 1 ? 'sos' : null);
    case 240:
      return pendingRecord.set('motion', value > 0);
    case 244:
      return pendingRecord.set('roaming', value > 0);
    default:
      return pendingRecord.set(`io${id}`, value);
  }
}
