import type { ReaderPreferences } from '@rastro/fleet';
import { durationText, wallText } from '../files/sheet-cells.ts';
import { isTime, type Cell } from '../files/column.ts';
import type { Digest, Group } from './digest.ts';
import type { PdfLabels } from './pdf-labels.ts';

/** A place without an address: to the metre, so that it is whole in a narrow column. */
const PLACE = /^-?\d+\.\d{6}, -?\d+\.\d{6}$/;
/** A moment or a day, as `paperRow` writes them. */
const WALL = /^\d{4}-\d\d-\d\d(?: \d\d:\d\d:\d\d)?$/;
const LAST_DIGIT = /(\.\d{5})\d/g;

/** Writes figures, days and totals in the language of the reader. */
export class Figures {
  readonly #digest: Digest;
  readonly #labels: PdfLabels;
  readonly #reader: Pick<ReaderPreferences, 'language' | 'hour12'>;
  readonly #formats: readonly Intl.NumberFormat[];
  readonly #whole: Intl.NumberFormat;
  readonly #day: Intl.DateTimeFormat;
  readonly #short: Intl.DateTimeFormat;
  readonly #month: Intl.DateTimeFormat;

  constructor(digest: Digest, labels: PdfLabels, reader: Pick<ReaderPreferences, 'language' | 'hour12'>) {
    const { language } = reader;
    this.#reader = reader;
    this.#digest = digest;
    this.#labels = labels;
    this.#whole = new Intl.NumberFormat(language);
    this.#formats = digest.columns.map((_column, i) => {
      const digits = digest.digitsOf(i);
      return new Intl.NumberFormat(language, {
        minimumFractionDigits: digits,
        maximumFractionDigits: digits,
      });
    });
    this.#month = new Intl.DateTimeFormat(language, { month: 'short', year: '2-digit', timeZone: 'UTC' });
    this.#short = new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short', timeZone: 'UTC' });
    this.#day = new Intl.DateTimeFormat(language, {
      weekday: 'short',
      day: '2-digit',
      month: 'short',
      year: 'numeric',
      timeZone: 'UTC',
    });
  }

  /** The longest moment without a year. */
  get longest(): string {
    return wallText('2020-08-28 20:08:08', this.#reader, 'noYear');
  }
  get continued(): string {
    return this.#labels.continued;
  }
  count(value: number): string {
    return this.#whole.format(value);
  }
  /** @param column -1 = how many rows. */
  figure(value: number, column: number): string {
    const kind = this.#digest.columns[column]?.kind;
    if (kind === 'duration' || kind === 'shortDuration') return durationText(value, kind === 'shortDuration');
    return (this.#formats[column] ?? this.#whole).format(value);
  }
  /** @param day Whose head stands above: its instants need no date, others no year. */
  cell(cell: Cell, column: number, day: string | null): string {
    if (cell === null) return '';
    if (typeof cell === 'number') return Number.isFinite(cell) ? this.figure(cell, column) : '';
    if (typeof cell === 'boolean') return cell ? this.#labels.yes : this.#labels.no;
    if (PLACE.test(cell)) return cell.replaceAll(LAST_DIGIT, '$1');
    if (!isTime(this.#digest.columns[column]?.kind) || !WALL.test(cell)) return cell;
    if (day === null) return wallText(cell, this.#reader, 'all');
    return wallText(cell, this.#reader, cell.startsWith(`${day} `) ? 'time' : 'noYear');
  }

  /** @param month `2026-01`. */
  monthAndYear(month: string): string {
    return this.#month.format(Date.parse(`${month}-01`));
  }
  /** @param date `2026-01-31`. */
  dayAndMonth(date: string): string {
    return this.#short.format(Date.parse(date));
  }

  /** @param device Its name, cut where it would push the figures away. */
  headOf({ day, totals }: Group, device: string): string {
    const rows = `${this.#labels.rowCount}: ${this.count(totals.rows)}`;
    const sums = this.#digest.columns.flatMap(({ title }, i) => {
      const total = totals.at(i);
      return total === null ? [] : [`${title} ${this.figure(total, i)}`];
    });
    const date = day === null ? [] : [this.#day.format(Date.parse(day))];
    return [device, ...date, rows, ...sums].join('  ·  ');
  }
}
