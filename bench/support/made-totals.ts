import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { DAY_MS } from '@rastro/base';
import { knots } from '@rastro/fleet';
import {
  openTripReader,
  type Storage,
  type StoredPosition,
  type TripChange,
  type TripDay,
} from '@rastro/storage';
import { reduceDevice } from '../../packages/tracker/src/trips/reduce-device.ts';
import { daysOfVan } from './made-month.ts';
import { deviceOf } from './two-stores.ts';

export const TOTALS_DAYS = 365;
/** Midnight in São Paulo. */
export const TOTALS_START = Date.UTC(2025, 9, 1, 3);
const LAST_DAY = Math.floor(TOTALS_START / DAY_MS) + TOTALS_DAYS;
const SLOTS_A_DAY = 96;
/** Records behind the stored history: those of ten minutes. */
const NEW_RECORDS = 20;
const NEW_STEP_MS = 30_000;
const BATCH_DEVICES = 100;

/** Runs statements on the store behind its back. */
export type Run = (sql: string) => Promise<unknown>;
interface Made {
  readonly devices: number;
  /** Name of a device's days in this store. */
  readonly days: 'book_days' | 'trip_days';
  readonly heads: 'book_heads' | 'trip_heads';
  /** A table of whole numbers `n` between two. */
  readonly series: (from: number, to: number) => string;
}

export async function inFiles(folder: string, sql: string): Promise<void> {
  const db = new DatabaseSync(join(folder, 'rastro.sqlite'));
  db.exec('PRAGMA busy_timeout = 60000');
  db.exec(sql);
  db.close();
}
export const inSqlite = (devices: number): Made => ({
  devices,
  days: 'book_days',
  heads: 'book_heads',
  series: (from, to) =>
    `(WITH RECURSIVE s (n) AS (SELECT ${from} UNION ALL SELECT n + 1 FROM s WHERE n < ${to}) SELECT n FROM s)`,
});

/**
 * Makes the sums of a fleet over a year: those of the first vehicle are of a real day, again and again, with two
 * drivers; the others are copies with drivers of their own. Of the days, whose quarters are many gigabytes, only those
 * that an end of the year can cut; of the pieces none.
 */
export async function makeTotals(storage: Storage, run: Run, made: Made): Promise<void> {
  await storage.applyTrips([await yearOfFirst(storage)]);
  const { devices, days, heads, series } = made;
  const others = series(2, devices);
  const [first, last] = [Math.floor(TOTALS_START / DAY_MS), LAST_DAY];
  const columnsOf = async (table: string): Promise<string> => COLUMNS[table] ?? '';
  for (const [table, condition] of [
    [heads, '1 = 1'],
    [days, `(day <= ${first + 1} OR day >= ${last - 1})`],
  ] as const) {
    const columns = await columnsOf(table);
    await run(
      `INSERT INTO ${table} (device_id, ${columns}) SELECT n, ${columns} FROM ${table}, ${others} AS s
       WHERE device_id = 1 AND ${condition}`,
    );
  }
  for (const table of ['day_blocks', 'driver_days'] as const) {
    const columns = COLUMNS[table];
    const edge = table === 'day_blocks' ? '1 = 1' : `(day <= ${first + 1} OR day >= ${last - 1})`;
    await run(
      `INSERT INTO ${table} (device_id, driver, ${columns})
       SELECT n, CASE WHEN driver = '' THEN '' ELSE driver || ' of ' || n END, ${columns}
       FROM ${table}, ${others} AS s WHERE device_id = 1 AND ${edge}`,
    );
  }
  for (let from = 1; from <= devices; from += BATCH_DEVICES) {
    const ids = Array.from({ length: Math.min(BATCH_DEVICES, devices - from + 1) }, (_, i) => from + i);
    const positions = ids.flatMap((id) => Array.from({ length: NEW_RECORDS }, (_, i) => newRecord(id, i)));
    await storage.commit({ positions, events: [], states: [] });
  }
}

const SUMS = `distance_m, gap_m, shuffle_m, moving_s, stopped_s, quiet_s, silent_s, engine_s, idle_s, overspeed_s, fuel_ml,
  filled_ml, drained_ml, records, max_kmh, max_at, night_s, watched_m, over_10_s, over_20_s, over_50_s, over_more_s,
  brakings, accelerations, cornerings, severe_brakings, severe_accelerations, severe_cornerings, phone_alarms,
  belt_alarms, long_drives, partly_watched_m, off_hours_m`;
const HEAD = 'settings, revision, last_time, last_device_time, last_key, state, longest_episode';
const COLUMNS: Readonly<Record<string, string>> = {
  book_days: `day, quarters, ${SUMS}`,
  trip_days: `day, quarters, ${SUMS}`,
  driver_days: `day, quarters, ${SUMS}`,
  day_blocks: 'block, sums, days',
  book_heads: HEAD,
  trip_heads: HEAD,
};

/** A record behind the stored history. @param at Of those of a device, from 0. */
export function newRecord(deviceId: number, at: number): StoredPosition {
  const time = (LAST_DAY + 1) * DAY_MS + 3_600_000 + at * NEW_STEP_MS;
  return {
    id: 1_000_000 + deviceId * 1000 + at,
    deviceId,
    protocol: 'bench',
    serverTime: time + 900,
    deviceTime: time,
    fixTime: time,
    valid: true,
    latitude: -23.5 + at * 0.004,
    longitude: -46.6,
    altitude: 0,
    speed: knots(32),
    course: 0,
    accuracy: 0,
    address: null,
    network: null,
    geofenceIds: null,
    attributes: { ignition: true, driverUniqueId: `a of ${deviceId}` },
    contentKey: Math.imul(deviceId * 1000 + at, 2_654_435_761) >>> 0,
  };
}

async function yearOfFirst(storage: Storage): Promise<TripChange> {
  const positions = daysOfVan(1, 1, { start: LAST_DAY * DAY_MS, days: 1 }).map((position, i, all) => ({
    ...position,
    attributes: { ...position.attributes, driverUniqueId: i < all.length / 2 ? 'a' : 'b' },
  }));
  await storage.commit({ positions, events: [], states: [] });
  const reader = await openTripReader(storage.location);
  const { change } = await reduceDevice(reader, deviceOf(1), 1_000_000);
  await reader.close();
  if (!change) throw new Error('Cannot make a year: a day has no history');
  const isOfDay = ({ day }: TripDay): boolean => day === LAST_DAY;
  const again = <T extends TripDay>(days: readonly T[]): T[] =>
    days.filter(isOfDay).flatMap((day) => Array.from({ length: TOTALS_DAYS + 1 }, (_, i) => moved(day, i)));
  return { ...change, days: again(change.days), driverDays: again(change.driverDays) };
}

const moved = <T extends TripDay>(day: T, back: number): T => ({
  ...day,
  day: day.day - back,
  quarters: day.quarters.map((quarter) => ({ ...quarter, slot: quarter.slot - back * SLOTS_A_DAY })),
});
