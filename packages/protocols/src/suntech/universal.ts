import { knots, knotsFromKmPerHour } from '@rastro/fleet';
import type { Fields } from '../fields.ts';
import { hasBit, wholeOf } from '../numbers.ts';
import type { DecodeContext } from '../protocol.ts';
import type { PendingRecord } from '../pending-record.ts';
import { alertAlarm, DRIVER_ALERT } from './alarms.ts';
import { archived, countOf, readInstant } from './place.ts';
import { readSerialBlock } from './serial-block.ts';

/** Model, version, date, time, latitude and longitude: what a BLE report has without saying so. */
const BLE_MAP = 0x1836;
const ASSIGNABLE = 31;
const MAX_TAGS = 100;

/** @returns false when there is nothing to store. */
export function readUniversalReport(
  pendingRecord: PendingRecord,
  type: string,
  fields: Fields,
  context: DecodeContext,
): boolean {
  fields.skip();
  if (type === 'RES') {
    pendingRecord.set('type', type);
    pendingRecord.set('result', fields.rest().join(';'));
    return true;
  }
  if (type !== 'STT' && type !== 'ALT' && type !== 'BLE' && type !== 'UEX') return false;
  const map = type === 'BLE' ? BLE_MAP : fields.hex();
  pendingRecord.set('type', type);
  if (hasBit(map, 1)) fields.skip();
  if (hasBit(map, 2)) pendingRecord.set('versionFw', fields.text());
  if (hasBit(map, 3)) pendingRecord.set('archive', archived(fields.text()));
  if (hasBit(map, 4) && hasBit(map, 5))
    pendingRecord.deviceTime = readInstant(fields, context.device.timeZone);
  readTower(pendingRecord, fields, map);
  readPlace(pendingRecord, fields, map, context);
  if (type === 'BLE') {
    readTags(pendingRecord, fields);
    return true;
  }
  if (hasBit(map, 17)) {
    const input = fields.text();
    pendingRecord.set('input', wholeOf(input));
    pendingRecord.set('ignition', input.endsWith('1'));
  }
  if (hasBit(map, 18)) pendingRecord.set('output', wholeOf(fields.text()));
  if (type === 'UEX') {
    readSerialBlock(pendingRecord, fields);
    if (hasBit(map, 22)) fields.skip();
  } else readDetails(pendingRecord, fields, map, type);
  for (let extra = 1; fields.left > 0; extra++) pendingRecord.set(`assign${extra}`, fields.text());
  return true;
}

/** Bits 6 to 10. The tower counts when all of its parts are there. */
function readTower(pendingRecord: PendingRecord, fields: Fields, map: number): void {
  const cellId = hasBit(map, 6) ? fields.optionalHex() : null;
  const mcc = hasBit(map, 7) ? fields.optionalNumber() : null;
  const mnc = hasBit(map, 8) ? fields.optionalNumber() : null;
  const lac = hasBit(map, 9) ? fields.optionalHex() : null;
  if (cellId !== null && mcc !== null && mnc !== null && lac !== null) {
    pendingRecord.tower({ mcc, mnc, lac, cellId, signal: null });
  }
  if (hasBit(map, 10)) pendingRecord.set('rssi', fields.optionalNumber());
}

/** Bits 11 to 16. */
function readPlace(pendingRecord: PendingRecord, fields: Fields, map: number, { now }: DecodeContext): void {
  const latitude = hasBit(map, 11) ? fields.optionalNumber() : null;
  const longitude = hasBit(map, 12) ? fields.optionalNumber() : null;
  const speed = hasBit(map, 13) ? knotsFromKmPerHour(fields.optionalNumber() ?? 0) : knots(0);
  const course = hasBit(map, 14) ? (fields.optionalNumber() ?? 0) : 0;
  if (hasBit(map, 15)) pendingRecord.set('sat', fields.optionalWhole());
  const valid = map === BLE_MAP || (hasBit(map, 16) && fields.text() === '1');
  if (latitude === null || longitude === null) return;
  const time = pendingRecord.deviceTime ?? now;
  pendingRecord.fix = { time, valid, latitude, longitude, altitude: 0, speed, course, accuracy: 0 };
}

/** Bits 19 to 23 of STT and ALT. */
function readDetails(pendingRecord: PendingRecord, fields: Fields, map: number, type: string): void {
  if (type === 'STT') {
    if (hasBit(map, 19)) pendingRecord.set('mode', fields.optionalNumber());
    if (hasBit(map, 20)) pendingRecord.set('reason', fields.optionalNumber());
    if (hasBit(map, 21)) pendingRecord.set('index', fields.optionalNumber());
  } else readAlert(pendingRecord, fields, map);
  if (hasBit(map, 22)) fields.skip();
  if (!hasBit(map, 23)) return;
  const assigned = fields.optionalHex() ?? 0;
  for (let bit = 0; bit < ASSIGNABLE; bit++)
    if (hasBit(assigned, bit)) pendingRecord.set(`io${bit + 1}`, fields.text());
}

function readAlert(pendingRecord: PendingRecord, fields: Fields, map: number): void {
  const id = hasBit(map, 19) ? (fields.optionalWhole() ?? 0) : 0;
  pendingRecord.alarm(alertAlarm(id));
  if (hasBit(map, 20)) pendingRecord.set('alertModifier', fields.text());
  if (!hasBit(map, 21)) return;
  const detail = fields.text();
  pendingRecord.set('alertData', detail);
  if (id === DRIVER_ALERT) pendingRecord.set('driverUniqueId', detail);
}

function readTags(pendingRecord: PendingRecord, fields: Fields): void {
  const count = Math.min(countOf(fields), MAX_TAGS);
  for (let tag = 1; tag <= count; tag++) {
    pendingRecord.set(`tag${tag}Rssi`, fields.whole());
    fields.skip(2); // lowest and highest level
    pendingRecord.set(`tag${tag}Id`, fields.text());
    pendingRecord.set(`tag${tag}Samples`, fields.whole());
    pendingRecord.set(`tag${tag}Major`, fields.whole());
    pendingRecord.set(`tag${tag}Minor`, fields.whole());
  }
}
