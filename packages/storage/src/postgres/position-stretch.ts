import type { RecordKey } from '@rastro/fleet/trips';
import type { OpenRun } from '../packed/decode-run.ts';
import { keyOfRow, merge, type Step } from '../packed/merge-run.ts';
import type { PackedRun } from '../packed/run.ts';
import { AFTER_ALL, BEFORE_ALL, compareKeys, type HistoryRange } from '../row-pages.ts';
import type { PositionRow } from '../rows/position-rows.ts';
import { Bound } from './bound.ts';
import { touches, toRun } from './packed-runs.ts';
import type { PositionForm } from './position-forms.ts';
import type { Queries } from './postgres-database.ts';

/**
 * The run of a form that was opened last: most pages end within one, and the next goes on in it. A run never changes, so
 * it can be remembered for as long as its reader lives, by several readings at a time.
 */
export class OpenedRun<Item> {
  #last: { readonly runId: number; readonly view: OpenRun<Item> } | null = null;

  get last(): { readonly runId: number; readonly view: OpenRun<Item> } | null {
    return this.#last;
  }

  open(runId: number, bytes: PackedRun, { ofRun }: PositionForm<Item>): OpenRun<Item> {
    if (this.#last?.runId === runId) return this.#last.view;
    const view = ofRun(bytes);
    this.#last = { runId, view };
    return view;
  }
}

interface ReadRun<Item> {
  readonly from: number;
  readonly to: number;
  /** Records in it, also those out of the range. */
  readonly count: number;
  readonly open: () => OpenRun<Item>;
}

/** Rows and runs that one statement has read. */
interface Found<Item> {
  readonly rows: readonly PositionRow[];
  readonly runs: readonly ReadRun<Item>[];
}

/** A way of reading positions. */
export interface Reading<Item> {
  readonly queries: Queries;
  readonly form: PositionForm<Item>;
  readonly step: Step;
  readonly opened: OpenedRun<Item>;
  /** Rows outside of them are not sent, though runs come whole; null = all are wanted. */
  readonly within: readonly Period[] | null;
}

/** Both ends included. */
export interface Period {
  readonly from: number;
  readonly to: number;
}

/** Runs of a stretch, at most. */
const RUNS = 64;
const MOST_ROWS = Number.MAX_SAFE_INTEGER;

/**
 * Reads rows and runs in one statement, so that both are of one state: what is packed between two statements would be in
 * both, or in neither. As many runs as have the wanted records, one more than that at most.
 */
export async function readStretch<Item>(reading: Reading<Item>, range: HistoryRange): Promise<Stretch<Item>> {
  const {
    form: { columns, width },
    opened,
    step,
  } = reading;
  const [behind, upTo, order] = step > 0 ? ['>', '<=', ''] : ['<', '>=', 'DESC'];
  const [first, second] = step > 0 ? ['$2', '$5'] : ['$5', '$2'];
  const known = opened.last;
  const { more, values } = narrowed(reading, range, known?.runId ?? 0);
  const found = await reading.queries.planned(
    // The first condition on fix_time says which tables are read.
    `(SELECT fix_time, device_time, content_key, ${columns}, NULL::bigint AS run_id, NULL::bytea AS head, NULL::bytea AS body
      FROM positions WHERE device_id = $1 AND fix_time ${behind}= $2
      AND (fix_time, device_time, content_key) ${behind} ($2, $3, $4) AND fix_time ${upTo} $5 ${more}
      ORDER BY fix_time ${order}, device_time ${order}, content_key ${order} LIMIT $6)
     UNION ALL
     (SELECT from_time, to_time, n, ${'NULL, '.repeat(width)} run_id, CASE WHEN run_id <> $7 THEN head END,
        CASE WHEN run_id <> $7 THEN body END
      FROM (SELECT *, sum(n) OVER (ORDER BY from_time ${order}) - n AS before FROM (SELECT * FROM packed_runs r
        WHERE device_id = $1 AND ${touches(first, second)} ORDER BY from_time ${order} LIMIT ${RUNS}) AS touched) AS counted
      WHERE before < $6 ORDER BY from_time ${order} LIMIT ${RUNS})`,
    values,
  );
  const isRow = (row: readonly unknown[]): boolean => row.at(-3) === null;
  const runs = found
    .filter((row) => !isRow(row))
    .map((row) => {
      const runId = Number(row.at(-3));
      const open = (): OpenRun<Item> =>
        runId === known?.runId ? known.view : opened.open(runId, toRun(row.at(-2), row.at(-1)), reading.form);
      return { from: Number(row[0]), to: Number(row[1]), count: Number(row[2]), open };
    });
  return new Stretch(reading, range, { rows: found.filter(isRow), runs });
}

/** Conditions on rows, and the values of the statement. */
function narrowed<Item>(
  { within }: Reading<Item>,
  { deviceId, from, end, limit, clockAheadMs }: HistoryRange,
  knownRun: number,
): { readonly more: string; readonly values: readonly unknown[] } {
  const values = new Bound();
  const most = Number.isFinite(limit) ? limit : MOST_ROWS;
  for (const value of [deviceId, from.time, from.deviceTime, from.key, end, most, knownRun]) values.of(value);
  let more = '';
  if (clockAheadMs !== null) more += `AND fix_time <= server_time + ${values.of(clockAheadMs)}`;
  if (within !== null) {
    const [first, last] = [within.map((period) => period.from), within.map((period) => period.to)];
    more += ` AND EXISTS (SELECT FROM unnest(${values.of(first)}::bigint[], ${values.of(last)}::bigint[]) AS w (first, last)
      WHERE fix_time BETWEEN w.first AND w.last)`;
  }
  return { more, values: values.values };
}

/** Records that follow a key, taken bit by bit: a run is opened when one of its records is wanted. */
export class Stretch<Item> {
  readonly #reading: Reading<Item>;
  readonly #range: HistoryRange;
  readonly #found: Found<Item>;
  /** Up to this time, included. */
  readonly #end: number;
  readonly #isCut: boolean;
  /** With as many rows as were asked for it is not known what comes behind them. */
  #left: number;
  #nextRow = 0;
  /** In turn rows before a run, and a run with the rows that are in its time; at last rows behind all runs. */
  #part = 0;
  #view: OpenRun<Item> | null = null;
  #last: RecordKey | null = null;

  constructor(reading: Reading<Item>, range: HistoryRange, found: Found<Item>) {
    const { rows, runs } = found;
    const { limit, end } = range;
    this.#reading = reading;
    this.#range = range;
    this.#found = found;
    this.#left = rows.length < limit ? Infinity : limit;
    const counted = runs.reduce((sum, { count }) => sum + count, 0);
    const lastRun = runs.at(-1);
    this.#isCut = lastRun !== undefined && (counted >= limit || runs.length === RUNS);
    this.#end = lastRun && this.#isCut ? this.#nearer(this.#far(lastRun), end) : end;
  }

  /** Key of the last record that was taken; null = none was. */
  get last(): RecordKey | null {
    return this.#last;
  }

  /** Where the next one begins, once all of this one is taken; null = there is none. */
  get next(): RecordKey | null {
    if (this.#left <= 0) return this.#last;
    return this.#end === this.#range.end ? null : this.#behindEnd();
  }

  /** The same as far as it is known before; null = it is not, or there is none. */
  get following(): RecordKey | null {
    const { rows, runs } = this.#found;
    if (this.#left === Infinity) return this.#isCut ? this.next : null;
    const last = rows.at(-1);
    return runs.length === 0 && last ? keyOfRow(last) : null;
  }

  /** Adds records until there are so many; with fewer, all are taken. */
  take(items: Item[], upTo: number): void {
    const { form, step } = this.#reading;
    const before = items.length;
    const limit = Math.min(upTo, before + this.#left);
    while (items.length < limit && this.#part <= 2 * this.#found.runs.length) {
      const { run, end } = this.#current();
      if (run) this.#view ??= run.open();
      const from = this.#last ?? this.#range.from;
      const sources = { view: this.#view, rows: this.#rowsUpTo(end), ofRow: form.ofRow, items };
      const last = merge(sources, { ...this.#range, from, end, limit }, step);
      if (last) this.#pass(last);
      if (items.length === limit) break;
      this.#part++;
      this.#view = null;
    }
    this.#left -= items.length - before;
  }

  #current(): { readonly run: ReadRun<Item> | null; readonly end: number } {
    const run = this.#found.runs[this.#part >> 1];
    if (!run) return { run: null, end: this.#end };
    if (this.#part % 2 === 0) return { run: null, end: this.#near(run) - this.#reading.step };
    return { run, end: this.#nearer(this.#far(run), this.#range.end) };
  }

  #rowsUpTo(time: number): readonly PositionRow[] {
    const { rows } = this.#found;
    let end = this.#nextRow;
    while (end < rows.length && (Number(rows[end]?.[0]) - time) * this.#reading.step <= 0) end++;
    return rows.slice(this.#nextRow, end);
  }

  #pass(last: RecordKey): void {
    this.#last = last;
    for (; ; this.#nextRow++) {
      const row = this.#found.rows[this.#nextRow];
      if (!row || compareKeys(keyOfRow(row), last) * this.#reading.step > 0) return;
    }
  }

  #behindEnd(): RecordKey {
    const { step } = this.#reading;
    return { ...(step > 0 ? BEFORE_ALL : AFTER_ALL), time: this.#end + step };
  }

  #near({ from, to }: ReadRun<Item>): number {
    return this.#reading.step > 0 ? from : to;
  }

  #far({ from, to }: ReadRun<Item>): number {
    return this.#reading.step > 0 ? to : from;
  }

  #nearer(a: number, b: number): number {
    return this.#reading.step > 0 ? Math.min(a, b) : Math.max(a, b);
  }
}
