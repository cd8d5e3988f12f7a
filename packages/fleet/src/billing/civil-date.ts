import { DAY_MS } from '@rastro/base';

/** A day of the calendar, `YYYY-MM-DD`: it has no clock, so no change of clocks moves it. They sort as texts. */
export type CivilDate = `${number}-${string}-${string}`;
/** A month, `YYYY-MM`. */
export type CivilMonth = `${number}-${string}`;

const SHAPE = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/;
const formats = new Map<string, Intl.DateTimeFormat>();

/** @returns null when the text is not a calendar day (31 February is none). */
export function readCivilDate(text: string): CivilDate | null {
  const day = SHAPE.test(text) ? civilDateOf(Date.parse(`${text}T00:00:00Z`)) : null;
  return day === text ? day : null;
}

/** @returns null when the text is no month. */
export function readCivilMonth(text: string): CivilMonth | null {
  const first = readCivilDate(`${text}-01`);
  return first === null ? null : monthOf(first);
}

/** The day that the calendar on the wall of a zone shows. */
export function dateIn(zone: string, instant: number): CivilDate {
  let format = formats.get(zone);
  if (format === undefined) {
    format = new Intl.DateTimeFormat('en-u-ca-iso8601-nu-latn', {
      timeZone: zone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
    });
    formats.set(zone, format);
  }
  const part: Partial<Record<Intl.DateTimeFormatPartTypes, string>> = {};
  for (const { type, value } of format.formatToParts(instant)) part[type] = value;
  return civilDate(Number(part.year), Number(part.month), Number(part.day));
}

export const addDays = (date: CivilDate, days: number): CivilDate =>
  civilDateOf(epochDay(date) + days * DAY_MS);

/** Negative when `to` is before `from`. */
export const daysBetween = (from: CivilDate, to: CivilDate): number =>
  Math.round((epochDay(to) - epochDay(from)) / DAY_MS);

export const monthOf = (date: CivilDate): CivilMonth => civilMonth(...yearAndMonth(date));

export function addMonths(month: CivilMonth, months: number): CivilMonth {
  const [year, number] = yearAndMonth(month);
  const at = year * 12 + (number - 1) + months;
  return civilMonth(Math.floor(at / 12), (at % 12) + 1);
}

/** All months from the first to the last, both included; none when the last is before the first. */
export function monthsBetween(first: CivilMonth, last: CivilMonth): readonly CivilMonth[] {
  const months: CivilMonth[] = [];
  for (let month = first; month <= last; month = addMonths(month, 1)) months.push(month);
  return months;
}

/** A day of a month; the 31st of a month that has none is its last. */
export function dayOf(month: CivilMonth, day: number): CivilDate {
  const [year, number] = yearAndMonth(month);
  return civilDate(year, number, Math.min(day, daysIn(month)));
}

export function daysIn(month: CivilMonth): number {
  const [year, number] = yearAndMonth(month);
  return new Date(Date.UTC(year, number, 0)).getUTCDate();
}

/** The number of its day, 1 to 31. */
export const dayNumber = (date: CivilDate): number => Number(date.slice(8, 10));

const epochDay = (date: CivilDate): number => Date.parse(`${date}T00:00:00Z`);
function civilDateOf(epochMs: number): CivilDate {
  const day = new Date(epochMs);
  return civilDate(day.getUTCFullYear(), day.getUTCMonth() + 1, day.getUTCDate());
}
/** Years have four digits: no billing before 1000. */
const civilMonth = (year: number, month: number): CivilMonth => `${year}-${twoDigits(month)}`;
const civilDate = (year: number, month: number, day: number): CivilDate =>
  `${year}-${twoDigits(month)}-${twoDigits(day)}`;
const twoDigits = (number: number): string => String(number).padStart(2, '0');
const yearAndMonth = (date: CivilDate | CivilMonth): [year: number, month: number] => [
  Number(date.slice(0, 4)),
  Number(date.slice(5, 7)),
];
