import type { CivilDate } from '../billing/civil-date.ts';
import type { CostKind, CostUnit } from './cost-line.ts';

/** Columns that a file of a fuel card may have. */
export const CARD_COLUMNS = [
  'transaction',
  'card',
  'plate',
  'date',
  'time',
  'product',
  'quantity',
  'price',
  'value',
  'odometer',
  'driver',
  'station',
  'document',
] as const;
export type CardColumn = (typeof CARD_COLUMNS)[number];

export const DATE_FORMS = ['dmy', 'mdy', 'ymd'] as const;
/** Without these there is no line. */
export const NEEDED_COLUMNS: readonly CardColumn[] = ['plate', 'date', 'value'];
/** Rows of one file. */
export const MAX_CARD_ROWS = 2000;
/** Columns of one file. */
export const MAX_CARD_CELLS = 40;
/** Characters of one column of fixed width. */
export const MAX_CARD_WIDTH = 500;

/** Saved for a provider, so that its next file is read like the first. */
export interface CardMapping {
  /** Name of the provider, part of the identity of its lines. */
  readonly provider: string;
  /** Heads of all columns of its files, by which the next one is recognized; '' = they have none. */
  readonly heads: string;
  /** Characters of each column, where all rows have them at the same places; none = the file has separators. */
  readonly widths: readonly number[];
  /** Number of the column for each of ours, the first = 0; absent = the file has none. */
  readonly columns: Readonly<Partial<Record<CardColumn, number>>>;
  /** Rows before the first line, its header too. */
  readonly preamble: number;
  /** Rows count only with this text in their first cell; '' = all do. */
  readonly rowMark: string;
  readonly decimal: ',' | '.';
  readonly date: (typeof DATE_FORMS)[number];
  /** Kinds of products, by words in their names, folded; what fits none is fuel. */
  readonly products: readonly { readonly word: string; readonly kind: CostKind }[];
}
/** Row of a file, by its number in it; 1 = the first. */
export interface FileRow {
  readonly row: number;
  readonly cells: readonly string[];
}
/**
 * Mistakes of a row: nothing is there, it cannot be read, it is there twice, quantity × price is another value, no
 * vehicle has this plate, several have it, or its month is closed.
 */
export const CARD_PROBLEMS = ['missing', 'wrong', 'twice', 'sum', 'unknown', 'several', 'closed'] as const;
export interface CardProblem {
  readonly row: number;
  readonly column: CardColumn;
  readonly problem: (typeof CARD_PROBLEMS)[number];
}
/** Line of a fuel card. */
export interface CardLine {
  readonly row: number;
  /** The same for the same transaction, in whichever file it comes. */
  readonly importKey: string;
  readonly plate: string;
  readonly day: CivilDate;
  /** Time of the day at the station, HH:MM; null = only the day is known. */
  readonly time: string | null;
  readonly kind: CostKind;
  readonly product: string;
  /** Negative = a rebate, or a line that was taken back. */
  readonly cents: number;
  readonly quantity: number;
  readonly unit: CostUnit | null;
  readonly odometerKm: number | null;
  readonly driver: string;
  readonly station: string;
  readonly document: string;
}
export interface ReadCardFile {
  readonly lines: readonly CardLine[];
  /** Nothing is imported while there is one. */
  readonly problems: readonly CardProblem[];
}
/** Outcome of an import, or of its check. */
export interface CostImport {
  readonly isDryRun: boolean;
  /** Lines that were made, or would be. */
  readonly created: number;
  /** Lines that are there already. */
  readonly known: number;
  /** Sum of those that are new. */
  readonly cents: number;
  readonly problems: readonly CardProblem[];
}
