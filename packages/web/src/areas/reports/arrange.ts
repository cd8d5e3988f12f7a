import { DAY_MS } from '@rastro/base';
import { localTime } from '../../i18n/zoned-time.ts';
import { startOfDay } from '@rastro/fleet/calendars';
import type { Grouping, RowSort } from './report-address.ts';
import type { Cell, ColumnHead, ReportRow } from './report-row.ts';

export interface RowGroup {
  readonly key: string;
  /** A day, or the name of a vehicle; '' = all of them. */
  readonly title: string;
  readonly rows: readonly ReportRow[];
  /** In the order of the columns; null = it is not added up. */
  readonly totals: readonly Cell[];
}
export interface Arranged {
  readonly groups: readonly RowGroup[];
  readonly totals: readonly Cell[];
}
export interface Arrangement {
  readonly columns: readonly ColumnHead[];
  readonly grouping: Grouping;
  readonly sort: RowSort | null;
  readonly zone: string;
}

/** Rows that are looked at before it lets the page breathe. */
export const SLICE = 256;

/**
 * Sorts, groups and totals the rows. It pauses after each slice, so that 100,000 rows never block the page; the caller
 * decides when it continues. Totals cover the loaded rows, so they always agree.
 */
export function* arrange(
  rows: readonly ReportRow[],
  { columns, grouping, sort, zone }: Arrangement,
): Generator<undefined, Arranged> {
  const column = sort === null ? -1 : columns.findIndex(({ id }) => id === sort.column);
  const ordered = sort === null || column === -1 ? rows : yield* sorted(rows, column, sort.isDown ? -1 : 1);
  const dayOf = dayNamer(zone);
  const groups = new Map<string, { readonly title: string; readonly rows: ReportRow[] }>();
  for (const [index, row] of ordered.entries()) {
    const [key, title] = groupOf(row, grouping, dayOf);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { title, rows: [row] });
    else group.rows.push(row);
    if (index % SLICE === SLICE - 1) yield;
  }
  const made: RowGroup[] = [];
  let summed = 0;
  for (const [key, group] of groups) {
    const totals = yield* totalsOf(group.rows, columns);
    made.push({ key, ...group, totals });
    summed += group.rows.length;
    // Many small groups are as much work as a large one.
    if (summed >= SLICE) {
      summed = 0;
      yield;
    }
  }
  const byTitle = grouping === 'none' ? made : made.toSorted((a, b) => (a.title < b.title ? -1 : 1));
  return { groups: byTitle, totals: yield* totalsOf(rows, columns) };
}

/** The civil day of a moment in a zone. What a clock shows is worked out once for each day, not for each moment. */
export function dayNamer(zone: string): (at: number) => string {
  // A day of Greenwich meets two or three of a zone.
  const known = new Map<number, CivilDay[]>();
  return (at) => {
    const greenwich = Math.floor(at / DAY_MS);
    const days = known.get(greenwich) ?? [];
    const found = days.find(({ from, to }) => at >= from && at < to);
    if (found !== undefined) return found.name;
    const name = localTime(at, zone).slice(0, 10);
    days.push({ from: startOfDay(at, zone), to: startOfDay(at, zone, 1), name });
    known.set(greenwich, days);
    return name;
  };
}

/** ms since 1970, the end not included. */
interface CivilDay {
  readonly from: number;
  readonly to: number;
  readonly name: string;
}

function groupOf(
  row: ReportRow,
  grouping: Grouping,
  dayOf: (at: number) => string,
): readonly [key: string, title: string] {
  if (grouping === 'vehicle') return [String(row.deviceId), row.deviceName];
  if (grouping === 'none' || row.from === null) return ['', ''];
  const day = dayOf(row.from);
  return [day, day];
}

/** Unknown values come last, in either direction. */
const collator = new Intl.Collator(undefined, { numeric: true });
function compare(a: Cell, b: Cell, sign: 1 | -1): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  if (typeof a === 'number' && typeof b === 'number') return sign * (a - b);
  return sign * collator.compare(String(a), String(b));
}

/** Merges sorted runs, twice as long each time; equal rows keep their order. */
function* sorted(
  rows: readonly ReportRow[],
  column: number,
  sign: 1 | -1,
): Generator<undefined, readonly ReportRow[]> {
  const before = (a: ReportRow, b: ReportRow): number =>
    compare(a.cells[column] ?? null, b.cells[column] ?? null, sign);
  let runs: (readonly ReportRow[])[] = [];
  for (let at = 0; at < rows.length; at += SLICE) {
    runs.push(rows.slice(at, at + SLICE).toSorted(before));
    yield;
  }
  while (runs.length > 1) {
    const longer: (readonly ReportRow[])[] = [];
    for (let i = 0; i < runs.length; i += 2)
      longer.push(yield* merged(runs[i] ?? [], runs[i + 1] ?? [], before));
    runs = longer;
  }
  return runs[0] ?? [];
}

function* merged(
  left: readonly ReportRow[],
  right: readonly ReportRow[],
  before: (a: ReportRow, b: ReportRow) => number,
): Generator<undefined, readonly ReportRow[]> {
  const all: ReportRow[] = [];
  let [i, j] = [0, 0];
  for (;;) {
    const [a, b] = [left[i], right[j]];
    if (a !== undefined && (b === undefined || before(a, b) <= 0)) {
      all.push(a);
      i++;
    } else if (b !== undefined) {
      all.push(b);
      j++;
    } else return all;
    if (all.length % SLICE === 0) yield;
  }
}

function* totalsOf(
  rows: readonly ReportRow[],
  columns: readonly ColumnHead[],
): Generator<undefined, readonly Cell[]> {
  const totals: Cell[] = columns.map(() => null);
  for (const [index, { cells }] of rows.entries()) {
    for (const [at, { total }] of columns.entries()) {
      const value = cells[at];
      if (total === undefined || typeof value !== 'number') continue;
      const soFar = Number(totals[at] ?? (total === 'sum' ? 0 : -Infinity));
      totals[at] = total === 'sum' ? soFar + value : Math.max(soFar, value);
    }
    if (index % SLICE === SLICE - 1) yield;
  }
  return totals;
}
