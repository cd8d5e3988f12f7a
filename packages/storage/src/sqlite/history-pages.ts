import type { DatabaseSync } from 'node:sqlite';
import type { RecordKey } from '@rastro/fleet/trips';
import type { OpenRun } from '../packed/decode-run.ts';
import { keyOfRow, merge, type Step } from '../packed/merge-run.ts';
import type { PackedRun } from '../packed/run.ts';
import type { RawPosition } from '../records.ts';
import { compareKeys, type HistoryPage, type HistoryRange } from '../row-pages.ts';
import type { PositionRow } from '../rows/position-rows.ts';
import { keyOfRecord, type ArrivalReads } from './arrival-reads.ts';
import { arrayRows, type ArrayRow } from './array-rows.ts';
import { packedRuns, type RunPlace } from './packed-runs.ts';

/** Form in which positions are read, from rows and from packed runs. */
export interface HistoryForm<Item> {
  /** Columns of a row, behind fix_time, device_time and content_key. */
  readonly columns: string;
  readonly ofRow: (row: PositionRow) => Item;
  /** The row that a record which has just arrived would be. */
  readonly rowOf: (record: RawPosition) => ArrayRow;
  readonly ofRun: (run: PackedRun) => OpenRun<Item>;
}

/** Pages of a device's positions, wherever they are, in the order of history. */
export interface HistoryPages<Item> {
  /** @returns fewer than asked for = there are no more. */
  readonly after: (range: HistoryRange) => HistoryPage<Item>;
  /** The same, newest first. */
  readonly before: (range: HistoryRange) => HistoryPage<Item>;
}

/**
 * Call what it returns within a transaction: a day is packed in one.
 * @param arrivals Null = without what has just arrived.
 */
export function historyPages<Item>(
  db: DatabaseSync,
  form: HistoryForm<Item>,
  arrivals: ArrivalReads | null,
): HistoryPages<Item> {
  const runs = packedRuns(db);
  const opened = lastOpened(runs, form);
  const rowsAfter = rowReads(db, form.columns, 1);
  const rowsBefore = rowReads(db, form.columns, -1);
  const read = (range: HistoryRange, step: Step): HistoryPage<Item> => {
    const { deviceId, end, limit } = range;
    const items: Item[] = [];
    let last: RecordKey | null = null;
    const arrived = arrivedRows(arrivals?.recordsOf(deviceId) ?? [], form, range, step);
    for (let { from } = range; items.length < limit;) {
      const run = step > 0 ? runs.first(deviceId, from.time, end) : runs.last(deviceId, end, from.time);
      const bound = run ? boundOf(run, end, step) : end;
      const left = { ...range, from, end: bound, limit: limit - items.length };
      const stored = (step > 0 ? rowsAfter : rowsBefore)(left);
      const rows = arrived.length === 0 ? stored : joined(stored, arrived, left, step);
      const isRunBehind = run !== null && rows.length === left.limit && isBehind(run, rows.at(-1), step);
      const view = run === null || isRunBehind ? null : opened(run.place);
      last = merge({ view, rows, ofRow: form.ofRow, items }, { ...left, limit }, step) ?? last;
      if (bound === end) break;
      from = { time: bound + step, deviceTime: -step * Number.MAX_SAFE_INTEGER, key: 0 };
    }
    return { items, last };
  };
  return { after: (range) => read(range, 1), before: (range) => read(range, -1) };
}

/** Records of a range that have just arrived, as rows. */
function arrivedRows<Item>(
  records: readonly RawPosition[],
  { rowOf }: HistoryForm<Item>,
  { from, end, clockAheadMs }: HistoryRange,
  step: Step,
): ArrayRow[] {
  const ahead = clockAheadMs ?? Infinity;
  const found = records.filter(
    (record) =>
      compareKeys(keyOfRecord(record), from) * step > 0 &&
      (record.fixTime - end) * step <= 0 &&
      record.fixTime <= record.serverTime + ahead,
  );
  return (step > 0 ? found : found.toReversed()).map(rowOf);
}

/** Rows of a table and of what has just arrived, up to the bound, which are taken away there; both are in order. */
function joined(
  stored: readonly ArrayRow[],
  arrived: ArrayRow[],
  { end, limit }: HistoryRange,
  step: Step,
): readonly ArrayRow[] {
  const behind = arrived.findIndex(([time]) => (Number(time) - end) * step > 0);
  const own = arrived.splice(0, behind < 0 ? arrived.length : behind);
  if (own.length === 0) return stored;
  return [...stored, ...own].sort((a, b) => compareKeys(keyOfRow(a), keyOfRow(b)) * step).slice(0, limit);
}

const boundOf = ({ from, to }: RunPlace, end: number, step: Step): number =>
  step > 0 ? Math.min(to, end) : Math.max(from, end);

/** Whether a run comes behind a row, so that it need not be opened. */
const isBehind = ({ from, to }: RunPlace, row: ArrayRow | undefined, step: Step): boolean =>
  step > 0 ? Number(row?.[0]) < from : Number(row?.[0]) > to;

/** Most pages end within a run: the next one goes on in it. Equal ids and keys mean equal records. */
function lastOpened<Item>(
  runs: ReturnType<typeof packedRuns>,
  { ofRun }: HistoryForm<Item>,
): (place: number) => OpenRun<Item> {
  let last: { readonly head: Uint8Array; readonly view: OpenRun<Item> } | null = null;
  return (place) => {
    if (last && Buffer.compare(last.head, runs.head(place)) === 0) return last.view;
    const run = runs.bytes(place);
    last = { head: run.head, view: ofRun(run) };
    return last.view;
  };
}

function rowReads(
  db: DatabaseSync,
  columns: string,
  step: Step,
): (range: HistoryRange) => readonly ArrayRow[] {
  const [behind, upTo, order] = step > 0 ? ['>', '<=', ''] : ['<', '>=', 'DESC'];
  const read = arrayRows(
    db,
    `SELECT fix_time, device_time, content_key, ${columns} FROM positions WHERE device_id = ?
     AND (fix_time, device_time, content_key) ${behind} (?, ?, ?) AND fix_time ${upTo} ?
     AND fix_time <= server_time + ?
     ORDER BY fix_time ${order}, device_time ${order}, content_key ${order} LIMIT ?`,
  );
  return ({ deviceId, from, end, limit, clockAheadMs }) => {
    const ahead = clockAheadMs ?? Number.MAX_SAFE_INTEGER;
    const most = Number.isFinite(limit) ? limit : -1;
    return read(deviceId, from.time, from.deviceTime, from.key, end, ahead, most);
  };
}
