import type { DatabaseSync } from 'node:sqlite';
import { arrayRows } from './array-rows.ts';
import { isDamage } from './damage-channel.ts';

/** Rows of a device and day that an index knows and the table does not give. */
export interface DayLoss {
  readonly table: LossTable;
  readonly deviceId: number;
  /** floor(time / 86 400 000). */
  readonly day: number;
  readonly lost: number;
  /** Rows of that day in the index. */
  readonly of: number;
}
export type LossTable = 'positions' | 'events';

const DAY_MS = 86_400_000;
const PAGE = 5000;
/** An index that has the key, the device and the time of every row. */
const SOURCES = {
  positions: {
    index: 'positions_id',
    time: 'fix_time',
    order: ['id'],
    key: ['device_id', 'fix_time', 'device_time', 'content_key'],
  },
  events: {
    index: 'events_device_time',
    time: 'event_time',
    order: ['device_id', 'event_time', 'id'],
    key: ['id'],
  },
} as const;

/**
 * Asks a table for every row that its index knows. @returns losses by device and day, the oldest first; null = the index
 * itself cannot be read, so that nobody knows what was there.
 */
export function findLosses(
  db: DatabaseSync,
  table: LossTable,
  onProgress: (rows: number) => void,
): readonly DayLoss[] | null {
  const { index, time, order, key } = SOURCES[table];
  const columns = ['device_id', time, ...order, ...key].join();
  const from = `FROM ${table} INDEXED BY ${index}`;
  const first = arrayRows(db, `SELECT ${columns} ${from} ORDER BY ${order.join()} LIMIT ${PAGE}`);
  const next = arrayRows(
    db,
    `SELECT ${columns} ${from} WHERE (${order.join()}) > (${order.map(() => '?').join()})
     ORDER BY ${order.join()} LIMIT ${PAGE}`,
  );
  // The last column, at the end of all pages of the row.
  const row = db.prepare(
    `SELECT length(attributes) AS n FROM ${table} NOT INDEXED WHERE ${key.map((column) => `${column} = ?`).join(' AND ')}`,
  );
  const days = new Map<string, { deviceId: number; day: number; lost: number; of: number }>();
  let read = 0;
  try {
    for (let page = first(); page.length > 0;) {
      for (const [deviceId, at, ...rest] of page) {
        const day = Math.floor(Number(at) / DAY_MS);
        const id = `${Number(deviceId)} ${day}`;
        const known = days.get(id) ?? { deviceId: Number(deviceId), day, lost: 0, of: 0 };
        known.of++;
        if (!isThere(() => row.get(...rest.slice(order.length)))) known.lost++;
        days.set(id, known);
      }
      read += page.length;
      onProgress(read);
      page = next(...(page.at(-1) ?? []).slice(2, 2 + order.length));
    }
  } catch (error) {
    if (!isDamage(error)) throw error;
    return null;
  }
  return [...days.values()]
    .filter(({ lost }) => lost > 0)
    .sort((a, b) => a.deviceId - b.deviceId || a.day - b.day)
    .map((each) => ({ table, ...each }));
}

function isThere(read: () => unknown): boolean {
  try {
    return read() !== undefined;
  } catch (error) {
    if (!isDamage(error)) throw error;
    return false;
  }
}
