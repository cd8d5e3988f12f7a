import type { RecordKey } from '@rastro/fleet/trips';
import { compareKeys, type HistoryRange } from '../row-pages.ts';
import type { PositionRow } from '../rows/position-rows.ts';
import type { OpenRun } from './decode-run.ts';
import type { DecodedHead } from './head-columns.ts';

/** In the order of history, or the other way. */
export type Step = 1 | -1;

interface Sources<Item> {
  /** Null = none of the records are in a run. */
  readonly view: OpenRun<Item> | null;
  readonly rows: readonly PositionRow[];
  readonly ofRow: (row: PositionRow) => Item;
  readonly items: Item[];
}

/** @returns the key of the last item; null = it adds none. */
export function merge<Item>(
  { view, rows, ofRow, items }: Sources<Item>,
  range: HistoryRange,
  step: Step,
): RecordKey | null {
  const cursor = view ? new RunCursor(view.head, range, step) : null;
  let next = 0;
  let lastAt = -1;
  while (items.length < range.limit) {
    const row = rows[next];
    if (view && cursor?.isNextBefore(row)) {
      lastAt = cursor.at;
      items.push(view.at(lastAt));
      cursor.move();
    } else if (row) {
      lastAt = -1;
      items.push(ofRow(row));
      next++;
    } else break;
  }
  if (view && lastAt >= 0) return keyAt(view.head, lastAt);
  const row = rows[next - 1];
  return row ? keyOfRow(row) : null;
}

/** Keys of the records of a run. */
export type KeyedHead = DecodedHead<'fixTime' | 'deviceTime' | 'contentKey'>;

/** Number of records of a run before a key, or up to one and with it. */
export function placeOfKey(head: KeyedHead, key: RecordKey, side: 'before' | 'with'): number {
  const limit = side === 'with' ? 1 : 0;
  let [low, high] = [0, head.count];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (compareKeys(keyAt(head, middle), key) < limit) low = middle + 1;
    else high = middle;
  }
  return low;
}

export const keyAt = ({ columns }: KeyedHead, i: number): RecordKey => ({
  time: columns.fixTime[i] ?? 0,
  deviceTime: columns.deviceTime[i] ?? 0,
  key: columns.contentKey[i] ?? 0,
});
export const keyOfRow = ([time, deviceTime, key]: PositionRow): RecordKey => ({
  time: Number(time),
  deviceTime: Number(deviceTime),
  key: Number(key),
});

/** Goes through the records of a run that are in a range. */
class RunCursor {
  readonly #head: OpenRun<unknown>['head'];
  readonly #range: HistoryRange;
  readonly #step: Step;
  at: number;

  constructor(head: OpenRun<unknown>['head'], range: HistoryRange, step: Step) {
    this.#head = head;
    this.#range = range;
    this.#step = step;
    this.at = step > 0 ? placeOfKey(head, range.from, 'with') : placeOfKey(head, range.from, 'before') - 1;
    this.#skipAhead();
  }

  /** Whether there is another record, and it comes before a row, if there is one. */
  isNextBefore(row: PositionRow | undefined): boolean {
    const time = this.#head.columns.fixTime[this.at];
    if (time === undefined || (time - this.#range.end) * this.#step > 0) return false;
    return row === undefined || compareKeys(keyAt(this.#head, this.at), keyOfRow(row)) * this.#step <= 0;
  }

  move(): void {
    this.at += this.#step;
    this.#skipAhead();
  }

  #skipAhead(): void {
    const { clockAheadMs } = this.#range;
    if (clockAheadMs === null) return;
    const { fixTime, serverTime } = this.#head.columns;
    while ((fixTime[this.at] ?? 0) > (serverTime[this.at] ?? 0) + clockAheadMs) this.at += this.#step;
  }
}
