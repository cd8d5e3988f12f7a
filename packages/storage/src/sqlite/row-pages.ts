import type { RecordKey } from '@rastro/fleet/trips';
import type { TripRowQuery } from '../trip-port.ts';
import type { HistoryPage } from './history-pages.ts';

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

/**
 * Pages of a device's history, each read when it is asked for: reading ahead in the thread of the consumer would only
 * cost what a consumer who stops leaves unread.
 */
export async function* rowPages<Row>(
  first: RecordKey,
  { pageSize, limit = Infinity }: Pick<TripRowQuery, 'pageSize' | 'limit'>,
  read: (from: RecordKey, limit: number) => HistoryPage<Row>,
): AsyncGenerator<readonly Row[]> {
  let from = first;
  for (let left = limit; left > 0;) {
    const size = Math.min(pageSize, left);
    const { items, last } = read(from, size);
    if (last === null) return;
    yield items;
    if (items.length < size) return;
    left -= items.length;
    from = last;
  }
}
