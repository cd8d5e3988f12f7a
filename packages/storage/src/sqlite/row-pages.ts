import type { RecordKey } from '@rastro/fleet/trips';
import type { TripRowQuery } from '../trip-port.ts';

/** Columns of a position by which its device's history is ordered. */
interface KeyedRow {
  readonly fixTime: number;
  readonly deviceTime: number;
  readonly contentKey: number;
}

/** Before all records of a time. */
export const BEFORE_ALL: RecordKey = {
  time: Number.MIN_SAFE_INTEGER,
  deviceTime: Number.MIN_SAFE_INTEGER,
  key: 0,
};

/**
 * Pages of a device's history, each read when it is asked for: reading ahead in the thread of the consumer would only
 * cost what a consumer who stops leaves unread.
 */
export async function* rowPages<Row extends KeyedRow>(
  first: RecordKey,
  { pageSize, limit = Infinity }: Pick<TripRowQuery, 'pageSize' | 'limit'>,
  read: (from: RecordKey, limit: number) => readonly Row[],
): AsyncGenerator<readonly Row[]> {
  let from = first;
  for (let left = limit; left > 0;) {
    const size = Math.min(pageSize, left);
    const page = read(from, size);
    const last = page.at(-1);
    if (!last) return;
    yield page;
    if (page.length < size) return;
    left -= page.length;
    from = { time: last.fixTime, deviceTime: last.deviceTime, key: last.contentKey };
  }
}
