import { ByteReader, MINUTE_MS } from '@rastro/base';
import { knotsFromKmPerHour } from '@rastro/fleet';
import { hasBit } from '../numbers.ts';
import type { DecodeContext } from '../protocol.ts';
import type { PendingRecord } from '../pending-record.ts';
import { alertAlarm, emergencyAlarm } from './alarms.ts';
import { settingsOf } from './settings.ts';
import { readBinaryInstant } from './universal-binary.ts';

const STATUS = 0x10;
const EMERGENCY = 0x11;
const EVENT = 0x12;
const ALERT = 0x13;

/**
 * The packed legacy report. Speed is km/h on the wire and battery is volts and hundredths, so they are
 * converted; the reference server stores both unchanged.
 * @returns false when it is a keep-alive or anything else without a position.
 */
export function readZip(pendingRecord: PendingRecord, frame: Uint8Array, context: DecodeContext): boolean {
  const reader = new ByteReader(frame.subarray(0, frame.length - 1));
  reader.skip(3);
  const report = reader.u8();
  if (report < STATUS || report > ALERT) return false;
  reader.skip(5 + 1 + 2); // id, model, version
  const time = readBinaryInstant(reader, context.device.timeZone);
  reader.skip(3); // area, base station
  const latitude = readDegrees(reader);
  const longitude = readDegrees(reader);
  const speed = knotsFromKmPerHour(reader.u16() + readHundredths(reader));
  const course = reader.u16() + readHundredths(reader);
  const flags = reader.u8();
  pendingRecord.deviceTime = time;
  pendingRecord.fix = {
    time,
    valid: hasBit(flags, 7),
    latitude: hasBit(flags, 6) ? -latitude : latitude,
    longitude: hasBit(flags, 5) ? -longitude : longitude,
    altitude: 0,
    speed,
    course,
    accuracy: 0,
  };
  pendingRecord.set('sat', flags & 0x1f);
  pendingRecord.set('odometer', reader.u32());
  pendingRecord.set('power', reader.u8() + readHundredths(reader));
  readPins(pendingRecord, reader.u8());
  readStatus(pendingRecord, reader.u8(), report);
  readTail(pendingRecord, reader, settingsOf(context.device).hbm ?? 0);
  return true;
}

/** One byte of degrees, six decimal digits of fraction. */
const readDegrees = (reader: ByteReader): number =>
  reader.u8() + Number(`0.${reader.hex(3).replace(/[a-f]/g, '0')}`);

function readHundredths(reader: ByteReader): number {
  const byte = reader.u8();
  return ((byte >> 4) * 10 + (byte & 15)) / 100;
}

function readPins(pendingRecord: PendingRecord, pins: number): void {
  pendingRecord.set('ignition', hasBit(pins, 0));
  for (let input = 1; input <= 3; input++) pendingRecord.set(`in${input}`, hasBit(pins, input));
  for (let output = 1; output <= 2; output++) pendingRecord.set(`out${output}`, hasBit(pins, output + 3));
}

function readStatus(pendingRecord: PendingRecord, status: number, report: number): void {
  if (report === EMERGENCY) pendingRecord.alarm(emergencyAlarm(status));
  else if (report === ALERT) pendingRecord.alarm(alertAlarm(status));
  else if (report === STATUS || report === EVENT) pendingRecord.set('event', status);
}

function readTail(pendingRecord: PendingRecord, reader: ByteReader, hbm: number): void {
  if (hbm < 1 || reader.left < 7) return;
  pendingRecord.set('hours', reader.u32() * MINUTE_MS);
  pendingRecord.set('battery', reader.u8() + readHundredths(reader));
  pendingRecord.set('archive', reader.u8() === 0 ? true : null);
  if (hbm < 2 || reader.left < 9) return;
  const cellId = reader.u16();
  const mcc = reader.u16();
  const mnc = reader.u8();
  const signal = reader.u16();
  pendingRecord.tower({ mcc, mnc, lac: reader.u16(), cellId, signal });
}
