import { divided, Item, number, readInner, text, type TakeTable } from './item.ts';
import type { Reading } from './reading.ts';

/** This item takes the whole rest of the message. */
export const INNER_LIST = 0x80;

const TABLE: TakeTable = new Map([
  [0x01, number('odometer', 4, 100)],
  [0x02, divided('fuel', 2, 10)],
  [0x03, divided('obdSpeed', 2, 10)],
  [0x56, ({ pending }, item) => pending.set('batteryLevel', item.bytes[item.at + 1] ?? null)],
  [0x61, divided('power', 2, 100)],
  [0x69, divided('battery', 2, 100)],
  [0x80, number('obdSpeed', 1)],
  [0x81, number('rpm', 2)],
  [0x82, divided('power', 2, 10)],
  [0x83, number('engineLoad', 1)],
  [0x84, number('coolantTemp', 1, 1, -40)],
  [0x85, number('fuelConsumption', 2)],
  [0x86, number('intakeTemp', 1, 1, -40)],
  [0x87, number('intakeFlow', 2)],
  [0x88, number('intakePressure', 1)],
  [0x89, number('throttle', 1)],
  [0x8b, text('vin')],
  [0x8c, number('obdOdometer', 4, 100)],
  [0x8d, number('tripOdometer', 2, 1000)],
  [0x8e, number('fuel', 1)],
  [0xa0, ({ pending }, item) => pending.set('dtcs', item.text().replaceAll(',', ' '))],
  [0xcc, text('iccid')],
]);

export function readInnerList(reading: Reading, at: number): void {
  if (at >= reading.bytes.length) return;
  const rest = new Item(reading.bytes, at, reading.bytes.length - at);
  readInner(reading, rest, TABLE, { idSize: 1, lengthSize: 1, resumes: true });
}
