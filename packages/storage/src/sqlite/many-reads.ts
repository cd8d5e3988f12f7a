import type { DatabaseSync } from 'node:sqlite';
import type { RecordKey } from '@rastro/fleet/trips';
import { decodeColumns } from '../packed/head-columns.ts';
import { OF_DEVICE } from '../rows/day-blocks.ts';
import { readPlan, sumsOfRows, type ReadBlock, type ReadDay, type ReadPlan } from '../rows/sums-of-many.ts';
import { SUM_COLUMNS, unpackDriver, unpackQuarters, unpackSums } from '../rows/trip-codec.ts';
import { toTripCursor, toTripHead } from '../rows/trip-head-row.ts';
import type { TripSnapshot } from '../trip-port.ts';
import { compareKeys } from '../row-pages.ts';
import { arrivalReads, keyOfRecord } from './arrival-reads.ts';
import { arrayRows, type ArrayRow } from './array-rows.ts';
import { packedRuns, type RunPlace } from './packed-runs.ts';

const SUMS = SUM_COLUMNS.join();
const SOME_DEVICES = 'device_id IN (SELECT value FROM json_each(?1))';

/** Reads of many devices at once, and of drivers. */
export const manyReads = (
  db: DatabaseSync,
): Pick<TripSnapshot, 'driverDays' | 'marks' | 'ends' | 'sumsOfMany'> => ({
  ...driverDays(db),
  ...marks(db),
  ...ends(db),
  ...sumsOfMany(db),
});

function driverDays(db: DatabaseSync): Pick<TripSnapshot, 'driverDays'> {
  const each = arrayRows(
    db,
    `SELECT day, driver, quarters, ${SUMS} FROM driver_days
     WHERE device_id = ? AND day BETWEEN ? AND ? ORDER BY day, driver`,
  );
  return {
    driverDays: async (deviceId, from, to) =>
      each(deviceId, from, to).map(([day, driver, text, ...sums]) => ({
        day: Number(day),
        driver: unpackDriver(String(driver)),
        quarters: unpackQuarters(String(text)),
        sums: unpackSums(sums.map(Number)),
      })),
  };
}

/** Records from the last one of a head on are rows, have just arrived, or are in a packed run. */
function marks(db: DatabaseSync): Pick<TripSnapshot, 'marks'> {
  const heads = db.prepare(
    `SELECT device_id, settings, revision, last_time, last_device_time, last_key, late_from, late_to,
       (SELECT count(*) || ' ' || total(id) FROM positions p
        WHERE p.device_id = h.device_id AND p.fix_time >= h.last_time) AS news
     FROM book_heads h WHERE ${SOME_DEVICES}`,
  );
  const arrivals = arrivalReads(db);
  const runs = packedRuns(db);
  return {
    marks: async (deviceIds) =>
      heads.all(JSON.stringify(deviceIds)).map((row) => {
        const cursor = toTripCursor(row);
        const { deviceId, last } = cursor;
        const run = runs.last(deviceId, last.time, Number.MAX_SAFE_INTEGER);
        const packed = run ? `${run.place} ${run.count} ${run.to}` : '';
        return { ...cursor, news: `${String(row['news'])};${arrivals.versionOf(deviceId)};${packed}` };
      }),
  };
}

function ends(db: DatabaseSync): Pick<TripSnapshot, 'ends'> {
  const heads = db.prepare(
    `SELECT *, EXISTS (SELECT 1 FROM positions p WHERE p.device_id = h.device_id
       AND (p.fix_time, p.device_time, p.content_key) > (h.last_time, h.last_device_time, h.last_key)) AS has_rows
     FROM book_heads h WHERE ${SOME_DEVICES}`,
  );
  const arrivals = arrivalReads(db);
  const runs = packedRuns(db);
  // A run that ends at the very moment may have another record of it: its keys tell, and opening it takes far longer.
  const isBehind = (run: RunPlace | null, last: RecordKey): boolean =>
    run !== null && (run.to > last.time || compareKeys(lastKeyOf(runs.head(run.place)), last) > 0);
  return {
    ends: async (deviceIds) =>
      heads.all(JSON.stringify(deviceIds)).map((row) => {
        const head = toTripHead(row);
        const { deviceId, last } = head;
        const hasNews =
          row['has_rows'] === 1 ||
          arrivals.recordsOf(deviceId).some((record) => compareKeys(keyOfRecord(record), last) > 0) ||
          isBehind(runs.last(deviceId, last.time, Number.MAX_SAFE_INTEGER), last);
        return { head, hasNews };
      }),
  };
}

function sumsOfMany(db: DatabaseSync): Pick<TripSnapshot, 'sumsOfMany'> {
  const blocks = (condition: string) =>
    arrayRows(
      db,
      `SELECT device_id, driver, sums, CASE WHEN block = ?4 OR block = ?5 AND coalesce((
         SELECT last_time >= ?6 FROM book_heads h WHERE h.device_id = b.device_id), 1) THEN days END
       FROM day_blocks b WHERE ${SOME_DEVICES} AND ${condition} AND block BETWEEN ?2 AND ?3`,
    );
  const [ofDevices, ofDrivers] = [blocks(`driver = ''`), blocks(`driver > ''`)];
  const cutDays = arrayRows(
    db,
    `SELECT device_id, '', day, quarters, ${SUMS} FROM book_days WHERE ${SOME_DEVICES} AND day IN (?2, ?3)`,
  );
  const cutDriverDays = arrayRows(
    db,
    `SELECT device_id, driver, day, quarters, ${SUMS} FROM driver_days WHERE ${SOME_DEVICES} AND day IN (?2, ?3)`,
  );
  const blocksOf = (ids: string, plan: ReadPlan, read: typeof ofDevices): Iterable<ReadBlock> => {
    if (plan.lastDay < plan.firstDay) return [];
    const { firstBlock, lastBlock, cutBefore, cutBehind, end } = plan;
    return read(ids, firstBlock, lastBlock, cutBefore, cutBehind, end).map(toBlock);
  };
  return {
    async sumsOfMany(deviceIds, slots, by) {
      const ids = JSON.stringify(deviceIds);
      const plan = readPlan(slots);
      const [firstCut = null, secondCut = null] = plan.cutDays;
      const readDays = by === 'device' ? cutDays : cutDriverDays;
      return sumsOfRows(plan, slots, {
        blocks: blocksOf(ids, plan, by === 'device' ? ofDevices : ofDrivers),
        days: firstCut === null ? [] : readDays(ids, firstCut, secondCut).map(toDay),
      });
    },
  };
}

/** Of the last record of a run. */
function lastKeyOf(head: Uint8Array): RecordKey {
  const { count, columns } = decodeColumns(head, ['fixTime', 'deviceTime', 'contentKey']);
  const at = count - 1;
  return {
    time: columns.fixTime[at] ?? 0,
    deviceTime: columns.deviceTime[at] ?? 0,
    key: columns.contentKey[at] ?? 0,
  };
}

const toBlock = ([deviceId, driver, sums, days]: ArrayRow): ReadBlock => ({
  deviceId: Number(deviceId),
  driver: String(driver ?? OF_DEVICE),
  sums: String(sums),
  days: typeof days === 'string' ? days : null,
});
const toDay = ([deviceId, driver, day, quarters, ...sums]: ArrayRow): ReadDay => ({
  deviceId: Number(deviceId),
  driver: String(driver ?? OF_DEVICE),
  day: Number(day),
  quarters: String(quarters),
  sums: sums.map(Number),
});
