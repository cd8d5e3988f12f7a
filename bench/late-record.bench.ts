// Cost of one late record: the reduction around it and the write of its changes, at a month and a year of history with
// a record every 15 s. `foldMs` is processor time of the thread that derives history; the write waits for the disk.
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DAY_MS } from '@rastro/base';
import { knots } from '@rastro/fleet';
import { DEFAULT_TRIP_SETTINGS } from '@rastro/fleet/trips';
import {
  openTripReader,
  openStorage,
  type TripReader,
  type Storage,
  type StoredPosition,
} from '@rastro/storage';
import { reduceDevice, type TripDevice } from '../packages/tracker/src/trips/reduce-device.ts';
import { YEAR_START, yearOf } from './support/made-year.ts';
import { printFigure, rounded } from './support/print-figure.ts';

const LATE = 300;
const MAX_ROWS = 20_000;
const EVERY_MS = 15_000;
/** Beyond all that the history has. */
const FIRST_ID = 100_000_000;
const DEVICE: TripDevice = {
  id: 1,
  settings: DEFAULT_TRIP_SETTINGS,
  limits: { deviceKmh: null, fencesKmh: {}, prefersLowest: false },
  gauge: null,
  dwellMs: {},
};
const sizes = process.argv.slice(2).map(Number);

for (const days of sizes.length > 0 ? sizes : [36, 365]) await measure(days);

async function measure(days: number): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'late-'));
  cpSync(await yearOf(days), folder, { recursive: true });
  const storage = await openStorage({ folder });
  const reader = await openTripReader(storage.location);
  while ((await brought(storage, reader)).rows > 0);
  const all: Awaited<ReturnType<typeof brought>>[] = [];
  for (let i = 0; i < LATE; i++) {
    await storage.commit({ positions: [lateOne(i, days)], events: [], states: [], late: [FIRST_ID + i] });
    all.push(await brought(storage, reader));
  }
  const sorted = (of: (each: (typeof all)[number]) => number): number[] =>
    all.map(of).toSorted((a, b) => a - b);
  const at = (values: readonly number[], share: number): number =>
    values[Math.floor(values.length * share)] ?? 0;
  const [fold, apply, rows] = [sorted((x) => x.foldMs), sorted((x) => x.applyMs), sorted((x) => x.rows)];
  printFigure('lateRecord', {
    n: days * (DAY_MS / EVERY_MS),
    days,
    records: LATE,
    foldMsMedian: rounded(at(fold, 0.5), 2),
    foldMsP99: rounded(at(fold, 0.99), 2),
    writeMsMedian: rounded(at(apply, 0.5), 2),
    foldMsMean: rounded(fold.reduce((sum, ms) => sum + ms, 0) / fold.length, 2),
    rowsMedian: at(rows, 0.5),
    rowsMost: at(rows, 0.999),
  });
  await reader.close();
  await storage.close();
  rmSync(folder, { recursive: true });
}

/** Brings the derived history up to date by one step. */
async function brought(
  storage: Storage,
  reader: TripReader,
): Promise<{ readonly rows: number; readonly foldMs: number; readonly applyMs: number }> {
  const before = process.threadCpuUsage();
  const { change, rows } = await reduceDevice(reader, DEVICE, MAX_ROWS);
  const { user, system } = process.threadCpuUsage(before);
  const folded = performance.now();
  if (change) await storage.applyTrips([change]);
  return { rows, foldMs: (user + system) / 1000, applyMs: performance.now() - folded };
}

/** Anywhere in the history, half-way between two records. */
function lateOne(i: number, days: number): StoredPosition {
  const share = ((i * 7919) % 1009) / 1009;
  const time = YEAR_START + Math.floor((share * days * DAY_MS) / EVERY_MS) * EVERY_MS + EVERY_MS / 2;
  return {
    id: FIRST_ID + i,
    deviceId: DEVICE.id,
    protocol: 'teltonika',
    serverTime: time + DAY_MS,
    deviceTime: time,
    fixTime: time,
    valid: true,
    latitude: -23.5,
    longitude: -46.6,
    altitude: 760,
    speed: knots(0),
    course: 0,
    accuracy: 0,
    address: null,
    network: null,
    geofenceIds: null,
    attributes: { sat: 14, ignition: false, hdop: 0.8 },
    contentKey: Math.imul(FIRST_ID + i, 2_654_435_761) >>> 0,
  };
}
