import { foldText } from '../filters/search-text.ts';
import type { CardMapping } from './card-file.ts';
import type { CostKind } from './cost-line.ts';
import { cardDay, cardNumber } from './read-card-text.ts';

export type CardForms = Pick<CardMapping, 'decimal' | 'date'>;

const ORDERS = ['dmy', 'mdy', 'ymd'] as const;
const SIGNS = [',', '.'] as const;

/**
 * Forms of numbers and days in which most cells of a file can be read.
 * @param usual Forms of the reader, where the cells leave it open.
 */
export function guessForms(
  { numbers, dates }: { readonly numbers: readonly string[]; readonly dates: readonly string[] },
  usual: CardForms,
): CardForms {
  return {
    decimal: likeliest(SIGNS, usual.decimal, (sign) => count(numbers, (cell) => cardNumber(cell, sign))),
    date: likeliest(ORDERS, usual.date, (form) => count(dates, (cell) => cardDay(cell, form))),
  };
}
const count = (cells: readonly string[], read: (cell: string) => unknown): number =>
  cells.filter((cell) => read(cell) !== null).length;
/** The one that counts most; of equals the usual one. */
function likeliest<T>(all: readonly T[], usual: T, countOf: (each: T) => number): T {
  const counts = all.map(countOf);
  const most = Math.max(...counts);
  return countOf(usual) === most ? usual : (all[counts.indexOf(most)] ?? usual);
}

/** Folded names of products that are no fuel. */
const USUAL_KINDS: readonly (readonly [kind: CostKind, names: RegExp])[] = [
  ['other', /\b(?:arla|adblue|ad blue)/],
  ['tolls', /\b(?:pedagio|peaje|toll)/],
  ['tyres', /\b(?:pneu|neumatico|llanta|tyre|tire)/],
  ['service', /\b(?:lavagem|lavado|wash|oleo lub|aceite|lubrific|lubricant|filtro|filter|troca|cambio de)/],
];
/** Kind of a product as most would book it; it is shown, and can be changed, before anything is imported. */
export const usualKind = (product: string): CostKind =>
  USUAL_KINDS.find(([, names]) => names.test(foldText(product)))?.[0] ?? 'fuel';
