import { wallOf } from '@rastro/fleet';
import {
  dateFormat,
  DURATION_FORMAT,
  instantFormat,
  numberFormat,
  serialDuration,
  serialOf,
  type SheetCell,
} from '@rastro/fleet/sheets';
import type { DisplayChoices } from '../../i18n/format.ts';

/** A cell as users read it, and what a spreadsheet counts with. */
export interface SheetValue {
  readonly text: string;
  readonly figure: SheetCell;
}
/** A text without quotes around it is one in every kind of file. */
export type RowCell = string | SheetValue;

export const textOf = (cell: RowCell): string => (typeof cell === 'string' ? cell : cell.text);
export const figureOf = (cell: RowCell): SheetCell => (typeof cell === 'string' ? cell : cell.figure);

type Choices = Pick<DisplayChoices, 'language' | 'hour12' | 'zone'>;

/** @param at ms since 1970. */
export const instantFigure = (at: number, { language, hour12, zone }: Choices): SheetCell => ({
  number: serialOf(wallOf(at, zone)),
  format: instantFormat(language, hour12),
});
/** @param day `2026-01-31`, in no zone. */
export const dayFigure = (day: string, { language }: Pick<Choices, 'language'>): SheetCell => ({
  number: serialOf(Date.parse(day)),
  format: dateFormat(language),
});
export const durationFigure = (ms: number): SheetCell => ({
  number: serialDuration(ms),
  format: DURATION_FORMAT,
});
/** @param sign Of a unit, behind it; empty = none. */
export const numberFigure = (number: number, digits = 0, sign = ''): SheetCell => ({
  number,
  format: sign === '' ? numberFormat(digits) : `${numberFormat(digits)}" ${sign}"`,
});
