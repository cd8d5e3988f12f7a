// Readings and reports of a week over PostgreSQL's packed history and over SQLite's files with the same: milliseconds of
// both, taken in turns in one process, and how many times SQLite's time PostgreSQL takes (aim: 1.5). Arguments: folder of
// another PostgreSQL or `-`, names of readings, else all.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DAY_MS } from '@rastro/base';
import { postgresServer } from '../packages/storage/test/postgres-server.ts';
import { pairedFigure } from './support/paired-figures.ts';
import { printFigure } from './support/print-figure.ts';
import { reportReadings } from './support/report-readings.ts';
import { makeFiles, makeTables, MONTH_DAYS, openSide } from './support/two-stores.ts';

const [bin = '-', ...names] = process.argv.slice(2);
const ROUNDS = 15;
const made = {
  vehicles: 60,
  days: 9,
  start: Math.floor(Date.now() / DAY_MS) * DAY_MS - (MONTH_DAYS + 3) * DAY_MS,
};
const server = await postgresServer(bin === '-' ? null : bin, ['shared_buffers=1GB', 'max_wal_size=4GB']);
const folder = mkdtempSync(join(tmpdir(), 'postgres-reports-'));
const databaseUrl = await server.createDatabase();
await makeFiles(folder, made);
await makeTables(databaseUrl, made);
const sides = [
  await openSide('sqlite', { folder }),
  await openSide('postgres', { folder, databaseUrl }),
] as const;
for (const [name, read] of Object.entries(reportReadings(made)))
  if (names.length === 0 || names.includes(name))
    printFigure(`reports.${name}.${server.version}`, { ...(await pairedFigure(sides, read, ROUNDS)) });
for (const side of sides) await side.close();
rmSync(folder, { recursive: true });
process.exit(0);
