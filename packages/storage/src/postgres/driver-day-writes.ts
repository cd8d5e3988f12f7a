import { blocksAfter, blocksTouched, type DayBlock } from '../rows/day-blocks.ts';
import { packDriver, packQuarters, SUM_COLUMNS, SUM_FIELDS } from '../rows/trip-codec.ts';
import type { TripChange } from '../trip-port.ts';
import { columnsOf } from './bound.ts';
import type { Queries } from './postgres-database.ts';
import { lastOf, typeOf } from './trip-columns.ts';

/** Those of days that give way are gone already. */
export async function putDriverDays(queries: Queries, changes: readonly TripChange[]): Promise<void> {
  const rows = changes.flatMap(({ deviceId, driverDays }) =>
    driverDays.map(({ day, driver, sums, quarters }) => [
      deviceId,
      day,
      packDriver(driver),
      ...SUM_FIELDS.map((field) => sums[field]),
      packQuarters(quarters),
    ]),
  );
  if (rows.length === 0) return;
  const types = ['bigint', 'bigint', 'text', ...SUM_COLUMNS.map(typeOf), 'text'];
  await queries.run(
    `INSERT INTO driver_days (device_id, day, driver, ${SUM_COLUMNS.join()}, quarters)
     SELECT * FROM unnest(${types.map((type, at) => `$${at + 1}::${type}[]`).join()})`,
    columnsOf(lastOf(rows, 3), (row) => row),
  );
}

/** Brings the blocks up to date: those of all devices are read at once, and stored at once. */
export async function putBlocks(queries: Queries, changes: readonly TripChange[]): Promise<void> {
  const touching = changes.flatMap((change) => {
    const touched = blocksTouched(change);
    return touched ? [{ change, ...touched }] : [];
  });
  if (touching.length === 0) return;
  const rows = await queries.lists(
    `SELECT b.device_id, driver, block, sums, days FROM day_blocks b
     JOIN unnest($1::bigint[], $2::bigint[], $3::bigint[]) AS r (d, first, last)
       ON b.device_id = d AND block BETWEEN first AND last`,
    columnsOf(touching, ({ change, from, to }) => [change.deviceId, from, to]),
  );
  const before = Map.groupBy(rows.map(toBlock), ({ deviceId }) => deviceId);
  const after = touching.map(({ change }) => blocksAfter(before.get(change.deviceId) ?? [], change));
  await removeBlocks(
    queries,
    after.flatMap(({ emptied }) => emptied),
  );
  const stored = after.flatMap((each) => each.stored);
  if (stored.length === 0) return;
  await queries.run(
    `INSERT INTO day_blocks (device_id, driver, block, sums, days)
     SELECT * FROM unnest($1::bigint[], $2::text[], $3::bigint[], $4::text[], $5::text[])
     ON CONFLICT (device_id, driver, block) DO UPDATE SET sums = excluded.sums, days = excluded.days`,
    columnsOf(stored, ({ deviceId, driver, block, sums, days }) => [deviceId, driver, block, sums, days]),
  );
}

async function removeBlocks(queries: Queries, blocks: readonly DayBlock[]): Promise<void> {
  if (blocks.length === 0) return;
  await queries.run(
    `DELETE FROM day_blocks b USING unnest($1::bigint[], $2::text[], $3::bigint[]) AS r (d, who, n)
     WHERE b.device_id = d AND b.driver = who AND b.block = n`,
    columnsOf(blocks, ({ deviceId, driver, block }) => [deviceId, driver, block]),
  );
}

const toBlock = ([deviceId, driver, block, sums, days]: readonly unknown[]): DayBlock => ({
  deviceId: Number(deviceId),
  driver: String(driver),
  block: Number(block),
  sums: String(sums),
  days: String(days),
});
