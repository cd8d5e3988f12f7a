import { ByteReader } from '@rastro/base';
import { knots, knotsFromKmPerHour } from '@rastro/fleet';
import { requiredInstant, utcMs } from '../instants.ts';
import { hasBit } from '../numbers.ts';
import type { DecodeContext } from '../protocol.ts';
import type { PendingRecord } from '../pending-record.ts';
import { alertAlarm, DRIVER_ALERT } from './alarms.ts';

const STATUS = 0x81;
const ALERT = 0x82;
const SIGN = 0x8000_0000;

/** The universal report with a bit map, packed. @returns false when it is neither status nor alert. */
export function readUniversalBinary(
  pendingRecord: PendingRecord,
  frame: Uint8Array,
  context: DecodeContext,
): boolean {
  const header = frame[0];
  if (header !== STATUS && header !== ALERT) return false;
  const reader = new ByteReader(frame);
  reader.skip(3 + 5); // header, length, id
  const map = reader.u24();
  if (hasBit(map, 1)) reader.skip(1);
  if (hasBit(map, 2)) pendingRecord.set('versionFw', `${reader.u8()}.${reader.u8()}.${reader.u8()}`);
  if (hasBit(map, 3)) pendingRecord.set('archive', reader.u8() === 0 ? true : null);
  if (hasBit(map, 4) && hasBit(map, 5))
    pendingRecord.deviceTime = readBinaryInstant(reader, context.device.timeZone);
  if (hasBit(map, 6)) reader.skip(4);
  for (const bit of [7, 8, 9]) if (hasBit(map, bit)) reader.skip(2);
  if (hasBit(map, 10)) pendingRecord.set('rssi', reader.u8());
  readPlace(pendingRecord, reader, map, context.now);
  if (hasBit(map, 17)) {
    const input = reader.u8();
    pendingRecord.set('ignition', hasBit(input, 0));
    pendingRecord.set('input', input);
  }
  if (hasBit(map, 18)) pendingRecord.set('output', reader.u8());
  if (header === ALERT) readAlert(pendingRecord, reader, map);
  return true;
}

function readPlace(pendingRecord: PendingRecord, reader: ByteReader, map: number, now: number): void {
  const latitude = hasBit(map, 11) ? signMagnitude(reader.u32()) : null;
  const longitude = hasBit(map, 12) ? signMagnitude(reader.u32()) : null;
  const speed = hasBit(map, 13) ? knotsFromKmPerHour(reader.u16() / 100) : knots(0);
  const course = hasBit(map, 14) ? reader.u16() / 100 : 0;
  if (hasBit(map, 15)) pendingRecord.set('sat', reader.u8());
  const valid = hasBit(map, 16) && reader.u8() > 0;
  if (latitude === null || longitude === null) return;
  const time = pendingRecord.deviceTime ?? now;
  pendingRecord.fix = { time, valid, latitude, longitude, altitude: 0, speed, course, accuracy: 0 };
}

function readAlert(pendingRecord: PendingRecord, reader: ByteReader, map: number): void {
  const id = hasBit(map, 19) ? reader.u8() : 0;
  pendingRecord.alarm(alertAlarm(id));
  if (hasBit(map, 20)) reader.skip(2);
  if (hasBit(map, 21) && id === DRIVER_ALERT) pendingRecord.set('driverUniqueId', reader.hex(8));
}

const signMagnitude = (value: number): number => (value >= SIGN ? -(value - SIGN) : value) / 1e6;

/** Six bytes: year of the century, month, day, hour, minute, second. */
export function readBinaryInstant(reader: ByteReader, zone: string | null): number {
  const date = [reader.u8(), reader.u8(), reader.u8()] as const;
  return requiredInstant(utcMs(date, reader.u8() * 3600 + reader.u8() * 60 + reader.u8()), zone);
}
