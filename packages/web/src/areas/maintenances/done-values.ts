import { HOUR_MS } from '@rastro/base';
import {
  distanceIn,
  FIELD_LIMITS,
  measureOf,
  metresFrom,
  type Maintenance,
  type MaintenanceDue,
  type NewService,
} from '@rastro/fleet';
import { numberText, ownSigns, readNumber } from '../../i18n/number-text.ts';
import { localTime } from '../../i18n/zoned-time.ts';
import { momentOfDay, type AmountContext } from './amounts.ts';

const NOON = '12:00';

/** The typed values. */
export interface DoneValues {
  readonly day: string;
  readonly odometer: string;
  readonly hours: string;
  readonly cost: string;
  readonly notes: string;
}
export type DoneProblems = Readonly<Partial<Record<keyof DoneValues, 'required' | 'date' | 'number'>>>;

/** Today, and what the vehicle says of itself. */
export function doneValues(
  { type }: Pick<Maintenance, 'type'>,
  { value }: Pick<MaintenanceDue, 'value'>,
  { now, unit, language, zone }: AmountContext & { readonly now: number },
): DoneValues {
  const measure = measureOf(type);
  const amountText = (is: typeof measure, amount: (given: number) => number): string =>
    measure === is && value !== null ? numberText(amount(value), language, 0) : '';
  return {
    day: localTime(now, zone).slice(0, 10),
    odometer: amountText('distance', (metres) => distanceIn(metres, unit)),
    hours: amountText('hours', (ms) => ms / HOUR_MS),
    cost: '',
    notes: '',
  };
}

export const AMOUNTS = ['odometer', 'hours', 'cost'] as const;

/** Null = nothing was typed, not a number = what is none. */
function amountOf(
  values: DoneValues,
  field: (typeof AMOUNTS)[number],
  { language, unit }: AmountContext,
): number | null {
  const text = values[field];
  if (text.trim() === '') return null;
  const own = {
    odometer: ownSigns.distance(unit),
    hours: ownSigns.hours,
    cost: ownSigns.money(language),
  }[field];
  return readNumber(text, language, own) ?? Number.NaN;
}

/** Moment of the service: now, or noon of a former day. NaN = it is no day. */
function timeOf(day: string, { zone, now }: AmountContext & { readonly now: number }): number {
  return day === localTime(now, zone).slice(0, 10) ? now : momentOfDay(day, NOON, zone);
}

export function checkDone(
  { type }: Pick<Maintenance, 'type'>,
  values: DoneValues,
  context: AmountContext & { readonly now: number },
): DoneProblems {
  const problems: { -readonly [K in keyof DoneProblems]: DoneProblems[K] } = {};
  const time = timeOf(values.day, context);
  if (Number.isNaN(time) || time > context.now) problems.day = 'date';
  for (const field of AMOUNTS) {
    const amount = amountOf(values, field, context);
    if (amount !== null && !(amount >= 0)) problems[field] = 'number';
  }
  const measure = measureOf(type);
  if (measure === 'distance' && values.odometer.trim() === '') problems.odometer = 'required';
  if (measure === 'hours' && values.hours.trim() === '') problems.hours = 'required';
  return problems;
}

/** The line as it is written; only what was checked. */
export function newService(
  { deviceId, maintenanceId }: Pick<MaintenanceDue, 'deviceId' | 'maintenanceId'>,
  values: DoneValues,
  context: AmountContext & { readonly now: number },
): NewService {
  const [odometer, hours, cost] = AMOUNTS.map((field) => amountOf(values, field, context));
  const scaled = (amount: number | null | undefined, by: number): number | null =>
    amount === null || amount === undefined ? null : Math.round(amount * by);
  return {
    deviceId,
    maintenanceId,
    time: new Date(timeOf(values.day, context)).toISOString(),
    odometer: scaled(odometer, metresFrom(1, context.unit)),
    hours: scaled(hours, HOUR_MS),
    cost: scaled(cost, 100),
    notes: values.notes.trim() === '' ? null : values.notes.trim().slice(0, FIELD_LIMITS.service.notes),
  };
}
