import type { MeasureFormat } from '../preferences/measure-format.ts';
import type { Quantity } from './figure.ts';

const UNKNOWN = '–';

/** A quantity in the language and units of its reader, the same on a screen and on paper; a dash = not known. */
export function quantityText({ value, unit }: Quantity, format: MeasureFormat): string {
  if (value === null) return UNKNOWN;
  const texts = {
    count: () => format.number(value),
    distance: () => format.distance(value),
    duration: () => format.duration(value),
    share: () => format.unit(value * 100, 'percent', value < 0.1 ? 1 : 0),
    volume: () => format.unit(value / 1000, 'liter', 1),
    rate: () => format.number(value, 1),
    points: () => format.number(value, 1),
    money: () => format.money(value),
  };
  return texts[unit]();
}
