import { HOUR_MS, MINUTE_MS } from '@rastro/base';
import { plainTime, type Language, type ReaderPreferences } from '@rastro/fleet';
import {
  dateFormat,
  DURATION_FORMAT,
  instantFormat,
  numberFormat,
  SECONDS_FORMAT,
  serialDuration,
  serialOf,
} from '@rastro/fleet/sheets';
import type { Cell, Column, ColumnKind } from './column.ts';

type ColumnHead = Omit<Column<never>, 'cell'>;
const DATE_LENGTH = '2026-01-31'.length;

/** Number format of a column in a spreadsheet; undefined = texts, or as they are. */
export function formatOf(
  { kind, digits }: ColumnHead,
  { language, hour12 }: Pick<ReaderPreferences, 'language' | 'hour12'>,
): string | undefined {
  switch (kind) {
    case 'instant':
      return instantFormat(language, hour12);
    case 'date':
      return dateFormat(language);
    case 'duration':
      return DURATION_FORMAT;
    case 'shortDuration':
      return SECONDS_FORMAT;
    case 'number':
      return digits === undefined ? undefined : numberFormat(digits);
    case 'text':
    case undefined:
      return undefined;
  }
}

type MakeCell = (cell: Cell) => Cell;
const asNumber =
  (make: (value: number) => Cell): MakeCell =>
  (cell) =>
    typeof cell === 'number' ? make(cell) : cell;
const asItIs: MakeCell = (cell) => cell;

/** For spreadsheets: moments and durations count in days. */
const IN_SPREADSHEETS: Readonly<Record<ColumnKind, MakeCell>> = {
  text: asItIs,
  instant: asNumber(serialOf),
  date: asNumber(serialOf),
  duration: asNumber(serialDuration),
  shortDuration: asNumber(serialDuration),
  number: asItIs,
};
/** In CSV files: moments as every spreadsheet of every language reads them, durations to be added up. */
const IN_CSV: Readonly<Record<ColumnKind, MakeCell>> = {
  text: asItIs,
  instant: asNumber(plainTime),
  date: asNumber((wall) => plainTime(wall).slice(0, DATE_LENGTH)),
  duration: asNumber((ms) => Number((ms / HOUR_MS).toFixed(2))),
  shortDuration: asNumber((ms) => Number((ms / MINUTE_MS).toFixed(1))),
  number: asItIs,
};
/** On paper: moments as texts that days can be cut out of; the rest is written when the widths are known. */
const ON_PAPER: Readonly<Record<ColumnKind, MakeCell>> = {
  ...IN_CSV,
  duration: asItIs,
  shortDuration: asItIs,
};

const rowMaker = (
  columns: readonly ColumnHead[],
  by: Readonly<Record<ColumnKind, MakeCell>>,
): ((row: Cell[]) => Cell[]) => {
  const made = columns.flatMap(({ kind = 'text' }, at) =>
    by[kind] === asItIs ? [] : [{ at, make: by[kind] }],
  );
  // In place: a row is made for its one consumer, and a hundred thousand of them are not made twice.
  return (row) => {
    for (const { at, make } of made) row[at] = make(row[at] ?? null);
    return row;
  };
};
export const spreadsheetRow = (columns: readonly ColumnHead[]) => rowMaker(columns, IN_SPREADSHEETS);
export const csvRow = (columns: readonly ColumnHead[]) => rowMaker(columns, IN_CSV);
export const paperRow = (columns: readonly ColumnHead[]) => rowMaker(columns, ON_PAPER);

/** A duration has its unit in the title where it is a plain number. */
export const csvTitle = ({ title, kind }: ColumnHead): string =>
  kind === 'duration' ? `${title} (h)` : kind === 'shortDuration' ? `${title} (min)` : title;

/** `26:05`, with seconds `0:01:35`. */
export function durationText(ms: number, withSeconds: boolean): string {
  const seconds = Math.round(ms / (withSeconds ? 1000 : MINUTE_MS)) * (withSeconds ? 1 : 60);
  const two = (value: number): string => String(value).padStart(2, '0');
  const clock = `${Math.floor(seconds / 3600)}:${two(Math.floor(seconds / 60) % 60)}`;
  return withSeconds ? `${clock}:${two(seconds % 60)}` : clock;
}

/** Parts of `2026-01-31 18:05:09` in the format of a language. */
export function wallText(
  wall: string,
  { language, hour12 }: { readonly language: Language; readonly hour12: boolean },
  dateParts: 'all' | 'noYear' | 'time' | 'date',
): string {
  const [date = '', time = ''] = wall.split(' ');
  const [year = '', month = '', day = ''] = date.split('-');
  const inOrder = language === 'en' ? [month, day] : [day, month];
  const written = dateParts === 'noYear' ? inOrder.join('/') : [...inOrder, year].join('/');
  if (dateParts === 'date' || time === '') return written;
  const clock = hour12 ? twelveHours(time) : time;
  return dateParts === 'time' ? clock : `${written} ${clock}`;
}

function twelveHours(time: string): string {
  const hour = Number(time.slice(0, 2));
  return `${hour % 12 === 0 ? 12 : hour % 12}${time.slice(2)} ${hour < 12 ? 'AM' : 'PM'}`;
}
