// Disk space of a stored record: the past of some vehicles of the demonstration goes through the whole tracking server.
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { demoFleet } from '@rastro/simulator';
import { openTripReader } from '@rastro/storage';
import { DemoRoster } from '../packages/server/src/demo/demo-drivers.ts';
import { demoPast } from '../packages/server/src/demo/demo-past.ts';
import { Life } from '../packages/simulator/src/demo/life.ts';
import { openWrittenHistory } from '../packages/storage/src/sqlite/written-history.ts';
import { packingSteps } from '../packages/storage/src/sqlite/pack-in-background.ts';
import { silentLog } from '../packages/server/test/silent-log.ts';
import { eventually, openTestTracker } from '../packages/tracker/test/open-test-tracker.ts';

/** A Friday afternoon in São Paulo, for the same records each time. */
const BEGAN_AT = Date.UTC(2026, 10, 20, 18, 30);
const DAYS = 14;
const VEHICLES = 40;

let measured: Promise<number> | null = null;

/** Bytes of a stored record with its share of indexes, events, trips and totals. */
export const storedRecordBytes = (): Promise<number> => (measured ??= measure());

async function measure(): Promise<number> {
  const fleet = demoFleet();
  const members = fleet
    .map((vehicle, serial) => new Life(vehicle, serial, BEGAN_AT).before)
    .filter(({ vehicle }) => vehicle.habit.kind !== 'parked')
    .slice(0, VEHICLES);
  const server = await openTestTracker();
  const { tracker, storage, mediaFolder } = server;
  const path = join(dirname(mediaFolder), 'rastro.sqlite');
  const empty = sizeOf(path);
  const roster = new DemoRoster(fleet);
  const past = demoPast(
    tracker,
    { beganAt: BEGAN_AT, days: DAYS, vehicles: members.length, roster },
    silentLog(),
  );
  const ids: number[] = [];
  for (const member of members) {
    ids.push(await server.addDevice(member.vehicle.uniqueId));
    await past.make(member, new AbortController().signal);
  }
  const reader = await openTripReader(storage.location);
  const lastTimes = (): Promise<(number | undefined)[]> =>
    reader.inSnapshot((snapshot) => Promise.all(ids.map(async (id) => (await snapshot.head(id))?.last.time)));
  await eventually(async () =>
    (await lastTimes()).every((time, i) => time === tracker.past.newestTime(ids[i] ?? 0)),
  );
  await reader.close();
  packAll(path);
  const bytes = sizeOf(path) - empty;
  const records = countOf(path);
  await server.dispose();
  return bytes / records;
}

/** The store does it little by little. */
function packAll(path: string): void {
  const database = new DatabaseSync(path, { timeout: 10_000 });
  const history = openWrittenHistory(database);
  const round = history.moves.round();
  while (history.inTransaction(() => round.next()).done !== true);
  const step = packingSteps(database, history);
  while (step());
  database.close();
}

/** Pages that are free are used before the file grows. */
const sizeOf = (path: string): number =>
  numberOf(
    path,
    `SELECT (page_count - freelist_count) * page_size AS n
     FROM pragma_page_count(), pragma_freelist_count(), pragma_page_size()`,
  );
const countOf = (path: string): number =>
  numberOf(path, 'SELECT (SELECT count(*) FROM positions) + (SELECT sum(n) FROM history) AS n');

function numberOf(path: string, query: string): number {
  const database = new DatabaseSync(path, { readOnly: true });
  const row = database.prepare(query).get();
  database.close();
  return Number(row?.['n']);
}
