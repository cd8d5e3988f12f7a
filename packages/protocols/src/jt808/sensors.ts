import { hexOf } from '../hex.ts';
import { hasBit } from '../numbers.ts';
import { macFromHex } from '../pending-record.ts';
import { divided, Item, number, readInner, type Take, type TakeTable } from './item.ts';
import type { Reading } from './reading.ts';

const PACK: TakeTable = new Map<number, Take>([
  [
    0x11,
    ({ pending }, item) => {
      pending.set('externalAlarms', item.unsigned(2));
      if (item.size > 2) pending.set('alarmThresholdType', item.bytes[item.at + 2] ?? null);
    },
  ],
  [0x13, number('externalIlluminance', 2)],
  [0x14, number('externalAirPressure', 2)],
  [0x15, divided('externalHumidity', 2, 10)],
  [0x16, ({ pending }, item) => pending.set('externalTemp', item.unsigned(2) / 10 - 50)],
]);

/** Item EA. */
export const readSensorPack: Take = (reading, { bytes, at, size }) => {
  if (size > 1) readInner(reading, new Item(bytes, at + 1, size - 1), PACK, { idSize: 1, lengthSize: 1 });
};

/** Item F6: pressure, an IMEI, or sensors that a mask names. */
export const readMaskedSensors: Take = (reading, item) => {
  const { pending, traits } = reading;
  if (!traits.aovx && item.size === 2) return pending.set('airPressure', item.unsigned());
  if (!traits.aovx && item.size === 8) return pending.set('imei', item.hex().slice(1));
  const reader = item.reader();
  const event = reader.u8();
  pending.set('event', event);
  if (event === 2) pending.set('motion', true);
  const mask = reader.u8();
  if (hasBit(mask, 0)) pending.set('lightSensor', reader.u16());
  if (hasBit(mask, 1)) pending.set('temp1', reader.i16() / 10);
  if (hasBit(mask, 2)) pending.set('humidity', reader.i16() / 10);
  if (hasBit(mask, 3)) pending.set('gSensor', `[${reader.i16()},${reader.i16()},${reader.i16()}]`);
  if (hasBit(mask, 4)) reader.skip(10);
  if (hasBit(mask, 5)) pending.set('airPressure', reader.u16());
};

/** Item F9: only accuracy and a temperature are of interest. */
export const readAxes: Take = ({ pending }, item) => {
  const reader = item.reader();
  const mask = reader.u16();
  if (hasBit(mask, 0)) reader.skip(4);
  if (hasBit(mask, 1)) reader.skip(4);
  if (hasBit(mask, 2)) pending.set('hdop', reader.u16() / 10);
  if (hasBit(mask, 3)) reader.skip(6);
  if (hasBit(mask, 5)) reader.skip(8);
  if (hasBit(mask, 6)) pending.set('temp3', reader.i16() / 10);
};

/** Bytes of a tag's parts that are skipped, by bit of the mask. */
const SKIPPED: Readonly<Record<number, number>> = { 1: 2, 5: 6, 6: 2, 7: 2 };

/** Item F3 of AOVX units: Bluetooth tags, all with the parts that one mask names. */
export function readTags({ pending }: Reading, item: Item): void {
  const reader = item.reader();
  const mask = reader.u8();
  for (let tag = 1; reader.left >= 7; tag++) {
    pending.set(`tag${tag}Mac`, macFromHex(hexOf(reader.bytes(6), 0, 6)));
    pending.set(`tag${tag}Rssi`, reader.i8());
    if (hasBit(mask, 0)) pending.set(`tag${tag}Name`, reader.text(10).replaceAll('\0', '').trim());
    for (let bit = 1; bit < 8; bit++) {
      if (!hasBit(mask, bit)) continue;
      if (bit === 2) pending.set(`tag${tag}Battery`, reader.u16() / 1000);
      else if (bit === 3) pending.set(`tag${tag}Temp`, reader.i16() / 10);
      else if (bit === 4) pending.set(`tag${tag}Humidity`, reader.i16() / 10);
      else reader.skip(SKIPPED[bit] ?? 0);
    }
  }
}
