import type { RecordKey } from '@rastro/fleet/trips';
import type { TripRowQuery } from './trip-port.ts';

export interface HistoryRange {
  readonly deviceId: number;
  /** Records behind this key, or before it where they are read backwards. */
  readonly from: RecordKey;
  /** The last time. */
  readonly end: number;
  readonly limit: number;
  /** Records of clocks that ran further ahead of their arrival are left out; null = none is. */
  readonly clockAheadMs: number | null;
}

export interface HistoryPage<Item> {
  readonly items: readonly Item[];
  /** Key of the last item, from which the next page goes on; null = there is none. */
  readonly last: RecordKey | null;
}

/** Before all records of a time. */
export const BEFORE_ALL: RecordKey = {
  time: Number.MIN_SAFE_INTEGER,
  deviceTime: Number.MIN_SAFE_INTEGER,
  key: 0,
};
/** After all records of a time. */
export const AFTER_ALL: RecordKey = {
  time: Number.MAX_SAFE_INTEGER,
  deviceTime: Number.MAX_SAFE_INTEGER,
  key: Number.MAX_SAFE_INTEGER,
};

/** In the order of history. */
export const compareKeys = (a: RecordKey, b: RecordKey): number =>
  a.time - b.time || a.deviceTime - b.deviceTime || a.key - b.key;

/**
 * Pages of a device's history, each read when it is asked for: reading ahead in the thread of the consumer would only
 * cost what a consumer who stops leaves unread.
 */
export async function* rowPages<Row>(
  first: RecordKey,
  { pageSize, limit = Infinity }: Pick<TripRowQuery, 'pageSize' | 'limit'>,
  read: (from: RecordKey, limit: number) => HistoryPage<Row> | Promise<HistoryPage<Row>>,
): AsyncGenerator<readonly Row[]> {
  let from = first;
  for (let left = limit; left > 0;) {
    const size = Math.min(pageSize, left);
    const { items, last } = await read(from, size);
    if (last === null) return;
    yield items;
    if (items.length < size) return;
    left -= items.length;
    from = last;
  }
}
