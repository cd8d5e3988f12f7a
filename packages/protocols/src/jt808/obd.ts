import { decimalOf } from '../numbers.ts';
import type { Take } from './item.ts';
import type { Reading } from './reading.ts';

/** Item 91. */
export const readObd: Take = ({ pending }, item) => {
  const reader = item.reader();
  pending.set('battery', reader.u16() / 10);
  pending.set('rpm', reader.u16());
  pending.set('obdSpeed', reader.u8());
  pending.set('throttle', (reader.u8() * 100) / 255);
  pending.set('engineLoad', (reader.u8() * 100) / 255);
  pending.set('coolantTemp', reader.u8() - 40);
  reader.skip(2);
  pending.set('fuelConsumption', reader.u16() / 100);
  reader.skip(2 + 4 + 2);
  pending.set('fuelUsed', reader.u16() / 100);
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

/** `$OBD-RT` and numbers by position; the average consumption follows the instant one and wins. */
export function readObdText({ pending }: Reading, text: string): void {
  const values = text.trim().split(',');
  for (const [at, name] of NAMES.entries()) {
    const value = decimalOf((values[at + 1] ?? '').trim());
    if (value !== null) pending.set(name, value);
  }
}
