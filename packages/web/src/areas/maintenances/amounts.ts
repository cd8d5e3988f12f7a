import { DAY_MS, HOUR_MS } from '@rastro/base';
import { distanceIn, measureOf, metresFrom, type DistanceUnit, type Language } from '@rastro/fleet';
import { numberText, ownSigns, readNumber } from '../../i18n/number-text.ts';
import { localTime, momentOf } from '../../i18n/zoned-time.ts';

/** More is nothing that a field is typed with. */
const DIGITS = 3;

/** Language and units in which this user types amounts. */
export interface AmountContext {
  readonly language: Language;
  readonly unit: DistanceUnit;
  readonly zone: string;
  readonly brand: string;
}

/** Factor from the unit of a field to that of its type; an amount of a date is in days. */
function unitOf(type: string, unit: DistanceUnit): number {
  const measure = measureOf(type);
  return { distance: metresFrom(1, unit), hours: HOUR_MS, date: DAY_MS, other: 1 }[measure];
}

/** An amount as it is typed; 0 = empty. */
export function amountText(value: number, type: string, { unit, language }: AmountContext): string {
  if (value === 0) return '';
  const typed = measureOf(type) === 'distance' ? distanceIn(value, unit) : value / unitOf(type, unit);
  return numberText(typed, language, DIGITS);
}

/** Parses a typed amount; empty = 0, null = invalid. */
export function readAmount(text: string, type: string, { unit, language }: AmountContext): number | null {
  if (text.trim() === '') return 0;
  const measure = measureOf(type);
  const number = readNumber(text, language, measure === 'other' ? [] : signsOf(measure, unit));
  if (number === null || !Number.isFinite(number) || number < 0) return null;
  const value = number * unitOf(type, unit);
  // Days of a cycle, meters and milliseconds are whole.
  return measure === 'other' ? value : Math.round(value);
}

/** Days have no sign of their own. */
const signsOf = (measure: 'distance' | 'hours' | 'date', unit: DistanceUnit): readonly string[] =>
  ({ distance: ownSigns.distance(unit), hours: ownSigns.hours, date: [] })[measure];

/** Typed start of a maintenance: a day if it is by date. */
export function startText(value: number, type: string, context: AmountContext): string {
  if (measureOf(type) !== 'date') return amountText(value, type, context);
  return value === 0 ? '' : localTime(value, context.zone).slice(0, 10);
}

/** Null = it is none. A day begins with its midnight. */
export function readStart(text: string, type: string, context: AmountContext): number | null {
  if (measureOf(type) !== 'date') return readAmount(text, type, context);
  const moment = momentOfDay(text, '00:00', context.zone);
  return Number.isNaN(moment) ? null : moment;
}

/** Moment of a typed day; NaN = there is no such day: dates wrap a 30 February around. */
export function momentOfDay(day: string, clock: string, zone: string): number {
  const moment = momentOf(`${day}T${clock}`, zone);
  return localTime(moment, zone).startsWith(day) ? moment : Number.NaN;
}
