import type { RecordKey } from '@rastro/fleet/trips';
import type { OpenRun } from '../packed/decode-run.ts';
import { merge, type Step } from '../packed/merge-run.ts';
import type { PackedRun } from '../packed/run.ts';
import { AFTER_ALL, BEFORE_ALL, type HistoryPage, type HistoryRange } from '../row-pages.ts';
import type { PositionRow } from '../rows/position-rows.ts';
import { touches, toRun } from './packed-runs.ts';
import type { PositionForm } from './position-forms.ts';
import type { Queries } from './postgres-database.ts';

/** Reads one page of a device's positions in the order of history, or the other way. Fewer than asked for = there are no more. */
export async function readPositions<Item>(
  queries: Queries,
  form: PositionForm<Item>,
  range: HistoryRange,
  {
    step = 1,
    opened = new OpenedRun<Item>(),
  }: { readonly step?: Step; readonly opened?: OpenedRun<Item> } = {},
): Promise<HistoryPage<Item>> {
  const items: Item[] = [];
  let last: RecordKey | null = null;
  for (let { from } = range; ;) {
    const left = { ...range, from, limit: range.limit - items.length };
    const stretch = await readStretch(queries, form, left, step, opened.runId);
    last = mergeStretch({ form, stretch, opened, items }, { ...range, from }, step) ?? last;
    if (items.length >= range.limit || stretch.end === range.end) return { items, last };
    from = { ...(step > 0 ? BEFORE_ALL : AFTER_ALL), time: stretch.end + step };
  }
}

/** The run that was read last: most pages end within one, and the next goes on in it. */
export class OpenedRun<Item> {
  runId = 0;
  #view: OpenRun<Item> | null = null;

  view({ runId, bytes }: ReadRun, { ofRun }: PositionForm<Item>): OpenRun<Item> {
    if (this.#view && runId === this.runId) return this.#view;
    this.#view = ofRun(bytes);
    this.runId = runId;
    return this.#view;
  }
}

interface ReadRun {
  readonly runId: number;
  readonly from: number;
  readonly to: number;
  /** Empty = it was opened already. */
  readonly bytes: PackedRun;
}

/** Records that follow a key. */
interface Stretch {
  /** Up to this time, included. */
  readonly end: number;
  readonly rows: readonly PositionRow[];
  readonly runs: readonly ReadRun[];
}

/** Runs of a stretch, at most. */
const RUNS = 64;
const MOST_ROWS = Number.MAX_SAFE_INTEGER;

/**
 * Rows and runs in one statement, so that both are of one state: what is packed between two statements would be in both,
 * or in neither. As many runs as have the wanted records, one more than that at most.
 */
async function readStretch<Item>(
  queries: Queries,
  { columns, width }: PositionForm<Item>,
  { deviceId, from, end, limit, clockAheadMs }: HistoryRange,
  step: Step,
  openedRun: number,
): Promise<Stretch> {
  const [behind, upTo, order] = step > 0 ? ['>', '<=', ''] : ['<', '>=', 'DESC'];
  const ahead = clockAheadMs === null ? '' : 'AND fix_time <= server_time + $8';
  const [first, second] = step > 0 ? ['$2', '$5'] : ['$5', '$2'];
  const most = Number.isFinite(limit) ? limit : MOST_ROWS;
  const found = await queries.planned(
    // The first condition on fix_time says which tables are read.
    `(SELECT fix_time, device_time, content_key, ${columns}, NULL::bigint AS run_id, NULL::bytea AS head, NULL::bytea AS body
      FROM positions WHERE device_id = $1 AND fix_time ${behind}= $2
      AND (fix_time, device_time, content_key) ${behind} ($2, $3, $4) AND fix_time ${upTo} $5 ${ahead}
      ORDER BY fix_time ${order}, device_time ${order}, content_key ${order} LIMIT $6)
     UNION ALL
     (SELECT from_time, to_time, n, ${'NULL, '.repeat(width)} run_id, CASE WHEN run_id <> $7 THEN head END,
        CASE WHEN run_id <> $7 THEN body END
      FROM (SELECT *, sum(n) OVER (ORDER BY from_time ${order}) - n AS before FROM (SELECT * FROM packed_runs r
        WHERE device_id = $1 AND ${touches(first, second)} ORDER BY from_time ${order} LIMIT ${RUNS}) AS touched) AS counted
      WHERE before < $6 ORDER BY from_time ${order} LIMIT ${RUNS})`,
    [
      deviceId,
      from.time,
      from.deviceTime,
      from.key,
      end,
      most,
      openedRun,
      ...(clockAheadMs === null ? [] : [clockAheadMs]),
    ],
  );
  const isRow = (row: readonly unknown[]): boolean => row.at(-3) === null;
  const packed = found.filter((row) => !isRow(row));
  const counted = packed.reduce((sum, row) => sum + Number(row[2]), 0);
  const runs = packed.map((row) => ({
    runId: Number(row.at(-3)),
    from: Number(row[0]),
    to: Number(row[1]),
    bytes: toRun(row.at(-2), row.at(-1)),
  }));
  const lastRun = runs.at(-1);
  const isCut = lastRun && (counted >= most || runs.length === RUNS);
  const cutAt = lastRun && (step > 0 ? Math.min(lastRun.to, end) : Math.max(lastRun.from, end));
  return { end: isCut && cutAt !== undefined ? cutAt : end, rows: found.filter(isRow), runs };
}

interface Merging<Item> {
  readonly form: PositionForm<Item>;
  readonly stretch: Stretch;
  readonly opened: OpenedRun<Item>;
  readonly items: Item[];
}

/** @returns the key of the last item; null = it adds none. */
function mergeStretch<Item>(
  { form, stretch, opened, items }: Merging<Item>,
  range: HistoryRange,
  step: Step,
): RecordKey | null {
  const { ofRow } = form;
  let last: RecordKey | null = null;
  let next = 0;
  const rowsUpTo = (time: number): readonly PositionRow[] => {
    const first = next;
    while (next < stretch.rows.length && (Number(stretch.rows[next]?.[0]) - time) * step <= 0) next++;
    return stretch.rows.slice(first, next);
  };
  for (const run of stretch.runs) {
    const [near, far] = step > 0 ? [run.from, run.to] : [run.to, run.from];
    // Rows before it first: with as many as are wanted it need not be opened.
    last = merge({ view: null, rows: rowsUpTo(near - step), ofRow, items }, range, step) ?? last;
    if (items.length >= range.limit) return last;
    const end = step > 0 ? Math.min(far, range.end) : Math.max(far, range.end);
    const sources = { view: opened.view(run, form), rows: rowsUpTo(end), ofRow, items };
    last = merge(sources, { ...range, end }, step) ?? last;
  }
  return merge({ view: null, rows: rowsUpTo(stretch.end), ofRow, items }, range, step) ?? last;
}

/** Before all records from a time on. */
export const beforeTime = (time: number): RecordKey => ({
  time: time - 1,
  deviceTime: Number.MAX_SAFE_INTEGER,
  key: 0,
});

/** Pages of a device's history; the next one is on its way while the consumer works on this one. */
export async function* positionPages<Item>(
  first: RecordKey,
  { pageSize, limit = Infinity }: { readonly pageSize: number; readonly limit?: number },
  read: (from: RecordKey, limit: number) => Promise<HistoryPage<Item>>,
): AsyncGenerator<readonly Item[]> {
  let left = limit;
  const next = (from: RecordKey): Promise<HistoryPage<Item>> => {
    const page = read(from, Math.min(pageSize, left));
    // A consumer that stops leaves it unused; its failure then has no effect.
    page.catch(() => {});
    return page;
  };
  let coming: Promise<HistoryPage<Item>> | null = left > 0 ? next(first) : null;
  while (coming) {
    const size: number = Math.min(pageSize, left);
    const { items, last }: HistoryPage<Item> = await coming;
    left -= items.length;
    coming = last !== null && items.length === size && left > 0 ? next(last) : null;
    if (items.length > 0) yield items;
  }
}
