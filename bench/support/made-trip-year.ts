import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { openStorage } from '@rastro/storage';
import { tripsSettled } from './ask-report.ts';
import { makeDataIn, stateOf } from './made-data.ts';
import { daysOfVan } from './made-month.ts';
import { startMeasuredServer } from './measured-server.ts';

export const TRIP_YEAR_START = Date.UTC(2025, 9, 1);
export const TRIP_YEAR_DAYS = 365;
const DAYS_AT_ONCE = 5;
const CACHE = fileURLToPath(new URL('../../.cache/bench', import.meta.url));
/** Tables of derived history that begin with the device. */
const TABLES = ['book_pieces', 'book_episodes', 'book_days', 'driver_days', 'day_blocks', 'book_heads'];
/** Those of packed days: the device is in the number of the place. */
const PACKED = {
  packed_pieces: '?1, start_time, end_time, decided_from, decided_to, pieces',
  packed_states: 'states',
};
const PLACES_A_DEVICE = 131_072;

/**
 * Returns a data folder with the derived history of a fleet over a year, six trips a day, as after `HISTORY_DAYS` has
 * dropped the positions. That of the first vehicle is made of its records, and copied for the others. Made once.
 */
export async function tripYearOf(devices: number): Promise<string> {
  const folder = join(CACHE, `book-year-${devices}`);
  if (existsSync(folder)) return folder;
  const draft = `${folder}.draft`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { recursive: true });
  const { deviceIds } = await makeDataIn(draft, devices);
  const [first = 0, ...others] = deviceIds;
  const storage = await openStorage({ folder: draft });
  const positions = daysOfVan(first, 1, { start: TRIP_YEAR_START, days: TRIP_YEAR_DAYS });
  const many = Math.ceil(positions.length / TRIP_YEAR_DAYS) * DAYS_AT_ONCE;
  for (let at = 0; at < positions.length; at += many) {
    const some = positions.slice(at, at + many);
    await storage.commit({ positions: some, events: [], states: [stateOf(first, some.at(-1)?.id ?? 0)] });
  }
  await storage.close();
  const server = await startMeasuredServer(draft);
  await tripsSettled(server);
  await server.stop();
  copyTrips(join(draft, 'rastro.sqlite'), first, others);
  renameSync(draft, folder);
  return folder;
}

function copyTrips(file: string, first: number, others: readonly number[]): void {
  const db = new DatabaseSync(file);
  for (const table of TABLES) {
    const columns = db
      .prepare(`SELECT name FROM pragma_table_info('${table}') WHERE name <> 'device_id'`)
      .all()
      .map(({ name }) => String(name))
      .join();
    const copy = db.prepare(
      `INSERT OR REPLACE INTO ${table} (device_id, ${columns}) SELECT ?, ${columns} FROM ${table} WHERE device_id = ?`,
    );
    db.exec('BEGIN');
    for (const id of others) copy.run(id, first);
    db.exec('COMMIT');
  }
  for (const [table, columns] of Object.entries(PACKED)) {
    const copy = db.prepare(
      `INSERT INTO ${table} SELECT place + (?1 - ?2) * ${PLACES_A_DEVICE}, ${columns} FROM ${table}
       WHERE place / ${PLACES_A_DEVICE} = ?2`,
    );
    db.exec('BEGIN');
    for (const id of others) copy.run(id, first);
    db.exec('COMMIT');
  }
  db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  db.close();
}
