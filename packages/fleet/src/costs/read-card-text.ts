import { readCivilDate, type CivilDate } from '../billing/civil-date.ts';
import type { CardMapping } from './card-file.ts';

const CENTURY = '20';
const YEAR_DIGITS = 4;
/** Digits with signs between groups of three, if any. */
const NUMBERS = {
  ',': /^-?(?:\d{1,12}|\d{1,3}(?:\.\d{3}){1,3})(?:,\d{1,4})?$/,
  '.': /^-?(?:\d{1,12}|\d{1,3}(?:,\d{3}){1,3})(?:\.\d{1,4})?$/,
} as const;

/** A number as a provider writes it, also with the sign behind and a currency in front; null = it is none. */
export function cardNumber(text: string, decimal: CardMapping['decimal']): number | null {
  const bare = text.replaceAll(/^\s*[A-Z]{0,3}\$?\s*|\s/g, '');
  const signed = bare.endsWith('-') ? `-${bare.slice(0, -1)}` : bare;
  if (!NUMBERS[decimal].test(signed)) return null;
  const plain = decimal === ',' ? signed.replaceAll('.', '').replace(',', '.') : signed.replaceAll(',', '');
  return Number(plain);
}
/** An amount in cents; a third decimal is rounded. */
export function cardCents(text: string, decimal: CardMapping['decimal']): number | null {
  const value = cardNumber(text, decimal);
  if (value === null) return null;
  // Half cents away from 0, whatever a binary fraction makes of them.
  const cents = Math.round(Number((Math.abs(value) * 100).toFixed(4)));
  return value < 0 ? 0 - cents : cents;
}

const PARTS = /^(\d{1,4})[/.-](\d{1,2})[/.-](\d{1,4})/;
const RUN = /^(\d{8})(?!\d)/;
const ORDERS = { dmy: [2, 1, 0], mdy: [2, 0, 1], ymd: [0, 1, 2] } as const;

/** A day, with signs between its parts or, of eight digits, without; null = it is none. */
export function cardDay(text: string, form: CardMapping['date']): CivilDate | null {
  const parts = PARTS.exec(text.trim())?.slice(1) ?? runParts(RUN.exec(text.trim())?.[1], form);
  const [year = '', month = '', day = ''] = ORDERS[form].map((at) => parts[at] ?? '');
  const full = year.length === YEAR_DIGITS ? year : CENTURY + year;
  if (full.length !== YEAR_DIGITS || !full.startsWith(CENTURY)) return null;
  return readCivilDate(`${full}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`);
}
function runParts(digits: string | undefined, form: CardMapping['date']): readonly string[] {
  if (digits === undefined) return [];
  const cuts = form === 'ymd' ? [0, 4, 6, 8] : [0, 2, 4, 8];
  return cuts.slice(1).map((end, at) => digits.slice(cuts[at], end));
}

const TIME = /(?:^|[\sT])([01]?\d|2[0-3])[:h]([0-5]\d)(?::[0-5]\d)?\s*$/;
const TIME_RUN = /^([01]\d|2[0-3])([0-5]\d)(?:[0-5]\d)?$/;
/** A time of the day, alone or behind a day; null = there is none. */
export function cardTime(text: string): string | null {
  const [, hour, minute] = TIME.exec(text.trim()) ?? TIME_RUN.exec(text.trim()) ?? [];
  return hour === undefined || minute === undefined ? null : `${hour.padStart(2, '0')}:${minute}`;
}
