import { DAY_MS } from '@rastro/base';
import type { Language } from '../languages/language.ts';

/** Days from 1899-12-30, where spreadsheets begin to count, to 1970. */
const EPOCH_DAYS = 25_569;

/**
 * Returns the serial number of a moment in a spreadsheet. @param wallMs Clock time in the reader's zone, as if it were
 * UTC.
 */
export const serialOf = (wallMs: number): number => short(wallMs / DAY_MS + EPOCH_DAYS);
/** Returns the serial number of a duration. */
export const serialDuration = (ms: number): number => short(ms / DAY_MS);
/** To a millisecond: more digits only make files larger. */
const short = (days: number): number => Math.round(days * 1e8) / 1e8;

const DAYS: Readonly<Record<Language, string>> = {
  'pt-BR': 'dd/mm/yyyy',
  es: 'dd/mm/yyyy',
  en: 'mm/dd/yyyy',
};
export const DURATION_FORMAT = '[h]:mm';
export const SECONDS_FORMAT = '[h]:mm:ss';
export const dateFormat = (language: Language): string => DAYS[language];
export const instantFormat = (language: Language, hour12: boolean): string =>
  `${DAYS[language]} ${hour12 ? 'h:mm:ss AM/PM' : 'hh:mm:ss'}`;
/** `#,##0.00`: a spreadsheet shows the signs of its own language. */
export const numberFormat = (digits: number): string =>
  digits === 0 ? '#,##0' : `#,##0.${'0'.repeat(digits)}`;
