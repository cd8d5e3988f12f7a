// Totals of vehicles over a year, as one thread of reports makes them, over files and over PostgreSQL: the first time,
// again, after 100 of them and after all have sent a record, and over a month that nobody asked for yet; and totals and scores of 1,000 drivers. 1,000 and 10,000 vehicles by default.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DAY_MS } from '@rastro/base';
import { openStorage, type Storage } from '@rastro/storage';
import { asked } from '../packages/storage/test/postgres-database.ts';
import { postgresServer } from '../packages/storage/test/postgres-server.ts';
import { makeReport } from '../packages/tracker/src/reports/files/make-report.ts';
import type { LinesBy } from '../packages/tracker/src/reports/request/report-job.ts';
import {
  inFiles,
  inSqlite,
  makeTotals,
  newRecord,
  TOTALS_DAYS,
  TOTALS_START,
} from './support/made-totals.ts';
import { printFigure, rounded } from './support/print-figure.ts';
import { jobOf, readerOf } from './support/report-readings.ts';
import { openSide, type Side } from './support/two-stores.ts';

const AGAIN = 5;
const CHANGED = 100;
/** Two drivers each. */
const DRIVEN = 500;
const PERIOD = { from: TOTALS_START, to: TOTALS_START + (TOTALS_DAYS + 2) * DAY_MS - 1 };
/** In the middle of the year, not as its blocks are. */
const MONTH = { from: TOTALS_START + 100 * DAY_MS, to: TOTALS_START + 131 * DAY_MS - 1 };
/** Devices whose records are stored at once. */
const BATCH = 1000;
const sizes = process.argv.slice(2).map(Number);

const server = await postgresServer(null, ['shared_buffers=1GB', 'max_wal_size=4GB']);
for (const devices of sizes.length > 0 ? sizes : [1000, 10_000]) {
  const folder = mkdtempSync(join(tmpdir(), 'totals-'));
  await make(await openStorage({ folder }), devices, (sql) => inFiles(folder, sql), 'sqlite');
  const inFolder = await measure(await openSide('sqlite', { folder }), devices);
  rmSync(folder, { recursive: true });
  const databaseUrl = await server.createDatabase();
  const options = { folder: tmpdir(), databaseUrl };
  await make(
    await openStorage(options),
    devices,
    (sql) => asked(databaseUrl, `SET search_path = rastro; ${sql}`),
    'postgres',
  );
  await asked(databaseUrl, 'VACUUM ANALYZE');
  const inDatabase = await measure(await openSide('postgres', options), devices);
  if (inFolder !== inDatabase) throw new Error('Cannot compare: the stores have other totals');
  await server.dropDatabase(databaseUrl);
}
process.exit(0);

async function make(
  storage: Storage,
  devices: number,
  run: (sql: string) => Promise<unknown>,
  name: Side['name'],
): Promise<void> {
  if (name === 'sqlite') await makeTotals(storage, run, inSqlite(devices));
  else
    await makeTotals(storage, run, {
      devices,
      days: 'trip_days',
      heads: 'trip_heads',
      series: (from, to) => `(SELECT generate_series(${from}, ${to}) AS n)`,
    });
  await storage.close();
}

/** @returns the totals. */
async function measure(side: Side, devices: number): Promise<string> {
  const ids = Array.from({ length: devices }, (_, i) => i + 1);
  const total = (some: readonly number[], by: LinesBy, isSummed = true) =>
    lines(side, 'totals', { ids: some, by, isSummed });
  const cold = await total(ids, 'device');
  const again: number[] = [];
  for (let i = 0; i < AGAIN; i++) again.push((await total(ids, 'device')).ms);
  const changed = ids.slice(0, CHANGED).map((id) => newRecord(id, 500));
  await side.storage.commit({ positions: changed, events: [], states: [] });
  const after = await total(ids, 'device');
  for (let at = 0; at < devices; at += BATCH) {
    const positions = ids.slice(at, at + BATCH).map((id) => newRecord(id, 501));
    await side.storage.commit({ positions, events: [], states: [] });
  }
  const afterAll = await total(ids, 'device');
  const month = await lines(side, 'totals', { ids, by: 'device', isSummed: true, period: MONTH });
  const driven = ids.slice(0, DRIVEN);
  const drivers = await total(driven, 'driver', false);
  const scores = await lines(side, 'scores', { ids: driven, by: 'driver' });
  printFigure(`totals.${side.name}`, {
    n: devices,
    coldMs: rounded(cold.ms),
    againMs: rounded(median(again)),
    afterRecordsMs: rounded(after.ms),
    afterAllMs: rounded(afterAll.ms),
    monthMs: rounded(month.ms),
    linesMs: rounded((await total(ids, 'device', false)).ms),
    drivers: drivers.lines,
    driversColdMs: rounded(drivers.ms),
    driversMs: rounded((await total(driven, 'driver', false)).ms),
    scores: scores.lines,
    scoresMs: rounded((await lines(side, 'scores', { ids: driven, by: 'driver' })).ms),
  });
  await side.close();
  return afterAll.text;
}

interface Lines {
  readonly ids: readonly number[];
  readonly by: LinesBy;
  readonly isSummed?: boolean;
  readonly period?: typeof PERIOD;
}
async function lines(
  side: Side,
  type: 'totals' | 'scores',
  { ids, by, isSummed = false, period = PERIOD }: Lines,
): Promise<{ readonly ms: number; readonly lines: number; readonly text: string }> {
  const job = { ...jobOf(type, { ids, period, output: 'json' }), by, isSummed };
  const began = performance.now();
  let text = '';
  for await (const piece of makeReport(readerOf(side), job)) text += Buffer.from(piece).toString('utf8');
  return { ms: performance.now() - began, lines: text.split('"deviceId"').length - 1, text };
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
}
