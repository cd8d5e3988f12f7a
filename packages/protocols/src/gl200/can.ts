import { HOUR_MS } from '@rastro/base';
import { knotsFromKmPerHour } from '@rastro/fleet';
import { Fields } from '../fields.ts';
import { decimalOf, hasBit, hexNumberOf } from '../numbers.ts';
import type { PendingRecord } from '../pending-record.ts';
import type { Report } from './report.ts';

/** Takes the text of one field into the record. */
type Take = (pendingRecord: PendingRecord, text: string) => void;
const number =
  (name: string, factor = 1): Take =>
  (pendingRecord, text) => {
    const value = decimalOf(text);
    if (value !== null) pendingRecord.set(name, value * factor);
  };
const hexadecimal =
  (name: string): Take =>
  (pendingRecord, text) =>
    pendingRecord.set(name, hexNumberOf(text));
/** A letter before the number names its unit. */
const lettered =
  (name: string): Take =>
  (pendingRecord, text) =>
    pendingRecord.set(name, decimalOf(text.slice(1)));
const textField =
  (name: string): Take =>
  (pendingRecord, text) =>
    pendingRecord.set(name, text);
const ignored: Take = () => undefined;

/** Bits of the mask in the order of their fields: speed comes after rpm. */
const FIELDS: readonly (readonly [bit: number, take: Take])[] = [
  [0, textField('vin')],
  [1, (pendingRecord, text) => pendingRecord.set('ignition', (decimalOf(text) ?? 0) > 0)],
  [2, lettered('obdOdometer')],
  [3, number('fuelUsed')],
  [5, number('rpm')],
  [4, number('obdSpeed')],
  [6, number('coolantTemp')],
  [
    7,
    (pendingRecord, text) =>
      pendingRecord.set('fuelConsumption', text.startsWith('L/H') ? decimalOf(text.slice(3)) : null),
  ],
  [8, lettered('fuel')],
  [9, number('range', 100)],
  [10, number('throttle')],
  [11, number('hours', HOUR_MS)],
  [12, number('drivingTime')],
  [13, number('idleHours')],
  [14, number('idleFuelConsumption')],
  [15, number('axleWeight')],
  [16, hexadecimal('tachographInfo')],
  [17, hexadecimal('indicators')],
  [18, hexadecimal('lights')],
  [19, hexadecimal('doors')],
  [20, number('vehicleOverspeed')],
  [21, number('engineOverspeed')],
];
/** Bits behind engineOverspeed that these models send a field for. */
const MODEL_BITS: Readonly<Record<string, readonly number[]>> = {
  GV350M: [22, 23, 24],
  GV355CEU: [22, 23, 24, 25, 26, 27, 28],
};

const EXTENSION: ReadonlyMap<number, Take> = new Map([
  [0, lettered('adBlueLevel')],
  [1, number('axleWeight1')],
  [2, number('axleWeight3')],
  [3, number('axleWeight4')],
  [7, number('adc1', 1 / 1000)],
  [15, textField('driver1Card')],
  [16, textField('driver2Card')],
  [17, textField('driver1Name')],
  [18, textField('driver2Name')],
  [19, textField('registration')],
]);
const EXTENSION_BITS = 31;

/** CAN: a field for every bit of the mask, then extensions, then a location of its own form. */
export function readCan(pendingRecord: PendingRecord, report: Report): boolean {
  const fields = new Fields(report.values.slice(0, report.end), report.nameAt + 3);
  const mask = fields.hex();
  for (const [bit, take] of FIELDS) if (hasBit(mask, bit)) takeField(pendingRecord, fields, take);
  for (const bit of MODEL_BITS[report.model] ?? []) if (hasBit(mask, bit)) fields.skip();
  if (hasBit(mask, 29)) readExtension(pendingRecord, fields);
  if (hasBit(mask, 30) && report.model !== 'GV355CEU') readLocation(pendingRecord, fields, report);
  return true;
}

function takeField(pendingRecord: PendingRecord, fields: Fields, take: Take): void {
  const text = fields.text();
  if (text !== '') take(pendingRecord, text);
}

function readExtension(pendingRecord: PendingRecord, fields: Fields): void {
  const mask = fields.optionalHex() ?? 0;
  for (let bit = 0; bit < EXTENSION_BITS; bit++) {
    if (hasBit(mask, bit)) takeField(pendingRecord, fields, EXTENSION.get(bit) ?? ignored);
  }
  if (!hasBit(mask, 31)) return;
  const third = fields.optionalHex() ?? 0;
  for (let bit = 0; bit < 3; bit++) if (hasBit(third, bit)) fields.skip();
}

function readLocation(pendingRecord: PendingRecord, fields: Fields, report: Report): void {
  while (fields.left > 0 && fields.peek() === '') fields.skip();
  if (fields.left < 7 || fields.peek(1) === '') return;
  const valid = (fields.optionalNumber() ?? 0) > 0;
  const speed = knotsFromKmPerHour(fields.number());
  const course = fields.optionalNumber() ?? 0;
  const altitude = fields.optionalNumber() ?? 0;
  const longitude = fields.optionalNumber();
  const latitude = fields.optionalNumber();
  const time = report.instant(fields.position);
  if (longitude === null || latitude === null || time === null) return;
  pendingRecord.fix = { time, valid, latitude, longitude, altitude, speed, course, accuracy: 0 };
}
