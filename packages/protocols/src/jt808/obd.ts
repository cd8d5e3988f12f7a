import { decimalOf } from '../numbers.ts';
import type { Take } from './item.ts';
import type { Reading } from './reading.ts';

/** Item 91. */
export const readObd: Take = ({ draft }, item) => {
  const reader = item.reader();
  draft.set('battery', reader.u16() / 10);
  draft.set('rpm', reader.u16());
  draft.set('obdSpeed', reader.u8());
  draft.set('throttle', (reader.u8() * 100) / 255);
  draft.set('engineLoad', (reader.u8() * 100) / 255);
  draft.set('coolantTemp', reader.u8() - 40);
  reader.skip(2);
  draft.set('fuelConsumption', reader.u16() / 100);
  reader.skip(2 + 4 + 2);
  draft.set('fuelUsed', reader.u16() / 100);
};

const NAMES = [
  'power',
  'rpm',
  'obdSpeed',
  'throttle',
  'engineLoad',
  'coolantTemp',
  'fuelConsumption',
  'fuelConsumption',
  'tripOdometer',
  'obdOdometer',
  'tripFuelUsed',
  'fuelUsed',
] as const;

/** `$OBD-RT` and numbers by position; the average consumption stands behind the instant one and wins. */
export function readObdText({ draft }: Reading, text: string): void {
  const values = text.trim().split(',');
  for (const [at, name] of NAMES.entries()) {
    const value = decimalOf((values[at + 1] ?? '').trim());
    if (value !== null) draft.set(name, value);
  }
}
