import { readPlan, sumsOfRows, type ReadBlock, type ReadDay, type ReadPlan } from '../rows/sums-of-many.ts';
import { SUM_COLUMNS, unpackDriver, unpackQuarters, unpackSums } from '../rows/trip-codec.ts';
import { toTripCursor, toTripHead } from '../rows/trip-head-row.ts';
import type { TripSnapshot } from '../trip-port.ts';
import { RUN_SPAN_MS } from './packed-runs.ts';
import type { Queries } from './postgres-database.ts';
import { HEAD_COLUMNS } from './trip-reads.ts';

const SUMS = SUM_COLUMNS.join();
const HEAD = [
  'device_id',
  'settings',
  'revision',
  'last_time',
  'last_device_time',
  'last_key',
  'late_from',
  'late_to',
] as const;
const FOREVER = Number.MAX_SAFE_INTEGER;

/** Reads of many devices at once, and of drivers. */
export const manyReads = (
  queries: Queries,
): Pick<TripSnapshot, 'driverDays' | 'marks' | 'ends' | 'sumsOfMany'> => ({
  async driverDays(deviceId, from, to) {
    const rows = await queries.planned(
      `SELECT day, driver, quarters, ${SUMS} FROM driver_days WHERE device_id = $1 AND day BETWEEN $2 AND $3
       ORDER BY day, driver`,
      [deviceId, from, to],
    );
    return rows.map(([day, driver, quarters, ...sums]) => ({
      day: Number(day),
      driver: unpackDriver(String(driver)),
      quarters: unpackQuarters(String(quarters)),
      sums: unpackSums(sums.map(Number)),
    }));
  },
  async marks(deviceIds) {
    const rows = await queries.planned(
      // The records from the last one of a head on are rows, or in packed runs.
      `SELECT ${HEAD.map((name) => `h.${name}`).join()}, p.news || ';' || r.news FROM trip_heads h
       CROSS JOIN LATERAL (SELECT count(*) || ' ' || coalesce(sum(id), 0) AS news FROM positions
         WHERE device_id = h.device_id AND fix_time BETWEEN h.last_time AND ${FOREVER} OFFSET 0) AS p
       CROSS JOIN LATERAL (SELECT count(*) || ' ' || coalesce(sum(run_id), 0) AS news FROM packed_runs
         WHERE device_id = h.device_id AND from_time BETWEEN h.last_time - ${RUN_SPAN_MS} AND ${FOREVER}
           AND to_time >= h.last_time OFFSET 0) AS r
       WHERE h.device_id = ANY($1::bigint[])`,
      [deviceIds],
    );
    return rows.map((row) => ({
      ...toTripCursor(Object.fromEntries(HEAD.map((name, at) => [name, row[at]]))),
      news: String(row[HEAD.length]),
    }));
  },
  async ends(deviceIds) {
    const rows = await queries.planned(
      // A run that ends at the very moment of the head may have another record of it.
      `SELECT ${HEAD_COLUMNS.map((name) => `h.${name}`).join()}, p.is_there OR r.is_there FROM trip_heads h
       CROSS JOIN LATERAL (SELECT EXISTS (SELECT 1 FROM positions WHERE device_id = h.device_id
         AND fix_time BETWEEN h.last_time AND ${FOREVER} AND (fix_time, device_time, content_key)
           > (h.last_time, h.last_device_time, h.last_key)) AS is_there OFFSET 0) AS p
       CROSS JOIN LATERAL (SELECT EXISTS (SELECT 1 FROM packed_runs WHERE device_id = h.device_id
         AND from_time BETWEEN h.last_time - ${RUN_SPAN_MS} AND ${FOREVER} AND to_time >= h.last_time)
           AS is_there OFFSET 0) AS r
       WHERE h.device_id = ANY($1::bigint[])`,
      [deviceIds],
    );
    return rows.map((row) => ({
      head: toTripHead(Object.fromEntries(HEAD_COLUMNS.map((name, at) => [name, row[at]]))),
      hasNews: row[HEAD_COLUMNS.length] === true,
    }));
  },
  async sumsOfMany(deviceIds, slots, by) {
    const plan = readPlan(slots);
    const blocks = plan.lastDay < plan.firstDay ? [] : await readBlocks(queries, deviceIds, plan, by);
    const days = plan.cutDays.length === 0 ? [] : await readDays(queries, deviceIds, plan, by);
    return sumsOfRows(plan, slots, { blocks, days });
  },
});

async function readBlocks(
  queries: Queries,
  deviceIds: readonly number[],
  { firstBlock, lastBlock, cutBefore, cutBehind, end }: ReadPlan,
  by: 'device' | 'driver',
): Promise<readonly ReadBlock[]> {
  const rows = await queries.planned(
    `SELECT b.device_id, driver, sums, CASE WHEN block = $4::bigint
       OR block = $5::bigint AND coalesce(h.last_time >= $6::bigint, true) THEN days END
     FROM day_blocks b LEFT JOIN trip_heads h ON h.device_id = b.device_id
     WHERE b.device_id = ANY($1::bigint[]) AND driver ${by === 'device' ? '=' : '>'} '' AND block BETWEEN $2 AND $3`,
    [deviceIds, firstBlock, lastBlock, cutBefore, cutBehind, end],
  );
  return rows.map(([deviceId, driver, sums, days]) => ({
    deviceId: Number(deviceId),
    driver: String(driver),
    sums: String(sums),
    days: typeof days === 'string' ? days : null,
  }));
}

async function readDays(
  queries: Queries,
  deviceIds: readonly number[],
  { cutDays }: ReadPlan,
  by: 'device' | 'driver',
): Promise<readonly ReadDay[]> {
  const [driver, table] = by === 'device' ? [`''`, 'trip_days'] : ['driver', 'driver_days'];
  const rows = await queries.planned(
    `SELECT device_id, ${driver}, day, quarters, ${SUMS} FROM ${table}
     WHERE device_id = ANY($1::bigint[]) AND day = ANY($2::bigint[])`,
    [deviceIds, cutDays],
  );
  return rows.map(([deviceId, who, day, quarters, ...sums]) => ({
    deviceId: Number(deviceId),
    driver: String(who),
    day: Number(day),
    quarters: String(quarters),
    sums: sums.map(Number),
  }));
}
