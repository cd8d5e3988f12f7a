import { isTime, type Aggregation, type Cell } from '../files/column.ts';
import type { Parting, ReportSheet } from '../kinds/report-kind.ts';
import type { LabelKey } from '../files/sheet-labels.ts';
import { RowSpool } from './row-spool.ts';
import { Totals } from './totals.ts';

export interface Group {
  readonly device: string;
  /** `2026-01-31`; null = all days. */
  readonly day: string | null;
  readonly totals: Totals;
}
type Columns = ReportSheet['columns'];

/** Subject of a chart: the first of these that the report adds up, else the number of rows. */
const MAIN: readonly LabelKey[] = ['distance', 'duration', 'fuel'];
/** Rows that decide the widths of the columns. */
const SAMPLE_ROWS = 500;
const MAX_DIGITS = 6;
const DATE_LENGTH = 10;

interface DigestOptions {
  readonly columns: Columns;
  readonly parting: Parting;
}

/** All that must be known of the rows before the first page: they come once and are stored compactly. */
export class Digest {
  readonly columns: Columns;
  readonly parting: Parting;
  readonly groups: Group[] = [];
  readonly totals: Totals;
  readonly samples: (readonly Cell[])[] = [];
  /** Column of the figure in the charts; -1 = rows are counted. */
  readonly mainColumn: number;
  readonly perDay = new Map<string, number>();
  readonly perVehicle = new Map<string, number>();
  readonly #spool = new RowSpool();
  readonly #aggregations: readonly (Aggregation | null)[];
  readonly #timeColumn: number;
  readonly #digits: number[];

  constructor({ columns, parting }: DigestOptions) {
    this.columns = columns;
    this.parting = parting;
    this.#aggregations = columns.map(({ total }) => total ?? null);
    this.totals = new Totals(this.#aggregations);
    this.#timeColumn = columns.findIndex(({ kind }) => isTime(kind));
    this.#digits = columns.map(() => 0);
    const main = MAIN.find((name) =>
      columns.some(({ label }, i) => label === name && this.#aggregations[i] === 'sum'),
    );
    this.mainColumn = columns.findIndex(({ label }) => label === main);
  }

  get rows(): number {
    return this.totals.rows;
  }

  /** Only counts: a report that is too long is rejected with its length. */
  count(rows: number): void {
    this.totals.rows += rows;
  }

  add(cells: readonly Cell[], device: string): void {
    const date = this.#dateOf(cells);
    const day = this.dayOf(cells);
    let group = this.groups.at(-1);
    const isNew = this.parting === 'none' ? !group : group?.device !== device || group.day !== day;
    if (!group || isNew) {
      group = { device, day, totals: new Totals(this.#aggregations) };
      this.groups.push(group);
    }
    group.totals.add(cells);
    this.totals.add(cells);
    this.#spool.add(cells);
    if (this.samples.length < SAMPLE_ROWS) this.samples.push(cells);
    this.#measure(cells);
    const figure = this.mainColumn < 0 ? 1 : cells[this.mainColumn];
    const value = typeof figure === 'number' ? figure : 0;
    this.perVehicle.set(device, (this.perVehicle.get(device) ?? 0) + value);
    if (date !== null) this.perDay.set(date, (this.perDay.get(date) ?? 0) + value);
  }

  /** Under the head of which day a row stands. */
  dayOf(cells: readonly Cell[]): string | null {
    return this.parting === 'days' ? this.#dateOf(cells) : null;
  }

  read(): Generator<readonly Cell[]> {
    return this.#spool.read();
  }

  /** Digits after the point, the same in the whole column. */
  digitsOf(column: number): number {
    return this.#digits[column] ?? 0;
  }

  #dateOf(cells: readonly Cell[]): string | null {
    const time = cells[this.#timeColumn];
    return typeof time === 'string' ? time.slice(0, DATE_LENGTH) : null;
  }
  #measure(cells: readonly Cell[]): void {
    for (let i = 0; i < cells.length; i++) {
      const cell = cells[i];
      if (typeof cell !== 'number' || Number.isInteger(cell)) continue;
      let digits = this.#digits[i] ?? 0;
      while (digits < MAX_DIGITS && Math.abs(Number(cell.toFixed(digits)) - cell) > 1e-9) digits++;
      this.#digits[i] = digits;
    }
  }
}
