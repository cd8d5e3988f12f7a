import type { DatabaseSync } from 'node:sqlite';
import { blocksAfter, blocksTouched, type DayBlock } from '../rows/day-blocks.ts';
import { packDriver, packQuarters, SUM_COLUMNS, SUM_FIELDS } from '../rows/trip-codec.ts';
import type { TripChange } from '../trip-port.ts';
import { arrayRows } from './array-rows.ts';

/** Stores the drivers of the days of a change, and the blocks that its days are in. */
export function driverDayWrites(db: DatabaseSync): (change: TripChange) => void {
  const remove = db.prepare('DELETE FROM driver_days WHERE device_id = ? AND day BETWEEN ? AND ?');
  const put = db.prepare(
    `INSERT OR REPLACE INTO driver_days (device_id, day, driver, ${SUM_COLUMNS.join()}, quarters)
     VALUES (?, ?, ?, ${SUM_COLUMNS.map(() => '?').join()}, ?)`,
  );
  const putBlocks = blockWrites(db);
  return (change) => {
    const { deviceId, days, driverDays, replacesDays } = change;
    if (replacesDays) remove.run(deviceId, replacesDays.from, replacesDays.to ?? Number.MAX_SAFE_INTEGER);
    for (const { day } of days) remove.run(deviceId, day, day);
    for (const { day, driver, sums, quarters } of driverDays)
      put.run(
        deviceId,
        day,
        packDriver(driver),
        ...SUM_FIELDS.map((field) => sums[field]),
        packQuarters(quarters),
      );
    putBlocks(change);
  };
}

function blockWrites(db: DatabaseSync): (change: TripChange) => void {
  const read = arrayRows(
    db,
    `SELECT driver, block, sums, days FROM day_blocks
     WHERE device_id = ? AND block BETWEEN ? AND ?`,
  );
  const put = db.prepare(
    'INSERT OR REPLACE INTO day_blocks (device_id, driver, block, sums, days) VALUES (?, ?, ?, ?, ?)',
  );
  const remove = db.prepare('DELETE FROM day_blocks WHERE device_id = ? AND driver = ? AND block = ?');
  return (change) => {
    const touched = blocksTouched(change);
    if (!touched) return;
    const { deviceId } = change;
    const before = read(deviceId, touched.from, touched.to).map(([driver, block, sums, days]): DayBlock => ({
      deviceId,
      driver: String(driver),
      block: Number(block),
      sums: String(sums),
      days: String(days),
    }));
    const { stored, emptied } = blocksAfter(before, change);
    for (const { driver, block } of emptied) remove.run(deviceId, driver, block);
    for (const { driver, block, sums, days } of stored) put.run(deviceId, driver, block, sums, days);
  };
}
