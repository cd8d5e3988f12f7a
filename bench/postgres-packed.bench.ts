// History of a made fleet on PostgreSQL, as rows in the order of arrival and packed by the day, beside SQLite with all of
// it packed: bytes of a record, pages that a day of one vehicle is in, milliseconds of reading, and of packing the
// microseconds of a record. Arguments: vehicles, days, folder of another PostgreSQL.
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DAY_MS } from '@rastro/base';
import { knots } from '@rastro/fleet';
import {
  openHistoryReader,
  openStorage,
  openTripReader,
  type Storage,
  type StoredPosition,
} from '@rastro/storage';
import { asked } from '../packages/storage/test/postgres-database.ts';
import { postgresServer } from '../packages/storage/test/postgres-server.ts';
import { packEverything } from '../packages/storage/src/postgres/packing-round.ts';
import { PostgresDatabase } from '../packages/storage/src/postgres/postgres-database.ts';
import { openSqliteStorage } from '../packages/storage/src/sqlite/open-sqlite.ts';
import { cpuMsOf, postmasterOf } from './support/postgres-cpu.ts';
import { printFigure, rounded } from './support/print-figure.ts';

const VEHICLES = Number(process.argv[2] ?? 100);
const DAYS = Number(process.argv[3] ?? 7);
const BIN = process.argv[4] ?? null;
const EVERY_MS = 60_000;
const A_DAY = DAY_MS / EVERY_MS;
const BATCH_ROWS = 2000;
const PAGE_ROWS = 2000;
const ROUNDS = 7;
const VEHICLE = Math.ceil(VEHICLES / 2);
const FIRST = Math.floor(Date.now() / DAY_MS) * DAY_MS - (DAYS + 3) * DAY_MS;
const SETTINGS = ['fsync=on', 'full_page_writes=on', 'shared_buffers=1GB', 'max_wal_size=4GB'];

const folder = mkdtempSync(join(tmpdir(), 'postgres-packed-'));
const server = await postgresServer(BIN, SETTINGS);
const url = await server.createDatabase();
const records = VEHICLES * DAYS * A_DAY;
const name = `postgres${server.version}`;

const onServer = await openStorage({ folder, databaseUrl: url });
await store(onServer);
await asked(url, 'VACUUM ANALYZE');
await sizes('rows', 'positions');
await pages('rows', 'SELECT * FROM rastro.positions WHERE device_id = $d AND fix_time BETWEEN $0 AND $1');
await reads(`rows.${name}`, onServer);
await pack();
await asked(url, 'VACUUM ANALYZE');
await sizes('packed', 'packed');
await pages(
  'packed',
  'SELECT md5(head), md5(body) FROM rastro.packed_runs WHERE device_id = $d AND from_time BETWEEN $0 AND $1',
);
await reads(`packed.${name}`, onServer);
await onServer.close();

const embedded = await openStorage({ folder });
await store(embedded);
await embedded.close();
const packing = await openSqliteStorage(folder, { packsAtOnce: true });
await packing.reserveIds('position', 1);
await packing.close();
const packedThere = await openStorage({ folder });
await reads('packed.sqlite', packedThere);
await packedThere.close();
printFigure('postgresPacked.sqlite.file', {
  bytesARecord: rounded(statSync(join(folder, 'rastro.sqlite')).size / records),
});
rmSync(folder, { recursive: true });
process.exit(0);

async function store(storage: Storage): Promise<void> {
  let rows: StoredPosition[] = [];
  for (let i = 0; i < records; i++) {
    rows.push(recordOf(i));
    if (rows.length < BATCH_ROWS && i + 1 < records) continue;
    await storage.commit({ positions: rows, events: [], states: [] });
    rows = [];
  }
}

async function sizes(form: string, like: string): Promise<void> {
  const [row] = await asked(
    url,
    `SELECT sum(pg_total_relation_size(oid)) AS bytes FROM pg_class
     WHERE relkind = 'r' AND relnamespace = 'rastro'::regnamespace AND relname ~ '^${like}_[0-9i]'`,
  );
  printFigure(`postgresPacked.${form}.size`, {
    records,
    bytesARecord: rounded(Number(row?.['bytes']) / records),
  });
}

async function pages(form: string, sql: string): Promise<void> {
  const asking = sql
    .replace('$d', String(VEHICLE))
    .replace('$0', String(FIRST + DAY_MS))
    .replace('$1', String(FIRST + 2 * DAY_MS - 1));
  const rows = await asked(url, `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${asking}`);
  const text = JSON.stringify(rows[0]);
  const sum = ['Shared Hit Blocks', 'Shared Read Blocks'].map((key) =>
    Number(new RegExp(`"${key}":(\\d+)`).exec(text)?.[1] ?? 0),
  );
  printFigure(`postgresPacked.${form}.pages`, { ofADay: sum.reduce((a, b) => a + b) });
}

async function pack(): Promise<void> {
  const db = new PostgresDatabase({ url, schema: 'rastro' }, { connections: 1 });
  const pid = await postmasterOf(url);
  const [began, cpu, ofServer] = [performance.now(), process.cpuUsage(), cpuMsOf(pid)];
  await packEverything(db);
  const own = process.cpuUsage(cpu);
  printFigure('postgresPacked.pack', {
    wallUsARecord: rounded(((performance.now() - began) * 1000) / records),
    nodeCpuUsARecord: rounded((own.user + own.system) / records),
    serverCpuUsARecord: rounded(((cpuMsOf(pid) - ofServer) * 1000) / records),
  });
  await db.close();
}

async function reads(title: string, storage: Storage): Promise<void> {
  const history = await openHistoryReader(storage.location);
  const trips = await openTripReader(storage.location);
  const day = { deviceId: VEHICLE, from: FIRST + DAY_MS, to: FIRST + 2 * DAY_MS - 1, pageSize: PAGE_ROWS };
  const all = { ...day, from: FIRST, to: FIRST + DAYS * DAY_MS };
  const ids = Array.from({ length: 200 }, (_, i) => i * 1999 + 1);
  await timed(`${title}.day.positions`, () => history.positions(day));
  await timed(`${title}.day.texts`, () => history.positionTexts(day));
  await timed(`${title}.all.positions`, () => history.positions(all));
  await timed(`${title}.all.texts`, () => history.positionTexts(all));
  await timed(`${title}.all.track`, () => history.track(all, ['ignition']));
  await timed(`${title}.all.trips`, async function* () {
    yield await trips.inSnapshot(async (snapshot) => {
      const query = { pageSize: PAGE_ROWS, clockAheadS: 300 };
      for await (const _ of snapshot.rowsAfter(VEHICLE, null, query));
    });
  });
  await timed(`${title}.by200Ids`, () => [storage.positionsById(ids)]);
  await timed(`${title}.byId`, () => [storage.positionsById([777])]);
  await history.close();
  await trips.close();
}

async function timed(
  title: string,
  read: () => AsyncIterable<unknown> | Iterable<Promise<unknown>>,
): Promise<void> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const began = performance.now();
    for await (const _ of read());
    times.push(performance.now() - began);
  }
  printFigure(`postgresPacked.${title}`, { msLeast: rounded(Math.min(...times), 2) });
}

/** Records of all vehicles as they arrive, minute by minute: of each a drive, with a noise that no rule foresees. */
function recordOf(i: number): StoredPosition {
  const deviceId = (i % VEHICLES) + 1;
  const minute = Math.floor(i / VEHICLES);
  const noise = ((i * 2_654_435_761) % 4_294_967_296) / 4_294_967_296;
  const fixTime = FIRST + minute * EVERY_MS + deviceId * 137;
  const isDriving = (minute + deviceId * 7) % 300 < 120;
  return {
    id: i + 1,
    deviceId,
    protocol: 'teltonika',
    serverTime: fixTime + 1500 + Math.floor(noise * 700),
    deviceTime: fixTime,
    fixTime,
    valid: true,
    latitude: Math.round((-23.5 + minute / 3e3 + noise / 1e3) * 1e7) / 1e7,
    longitude: Math.round((-46.6 + minute / 5e3 - noise / 2e3) * 1e7) / 1e7,
    altitude: 700 + Math.floor(noise * 12),
    speed: knots(isDriving ? Math.floor(noise * 90) * 0.539_957 : 0),
    course: Math.floor(noise * 360),
    accuracy: 0,
    address: null,
    network: null,
    geofenceIds: null,
    attributes: {
      priority: 0,
      sat: 8 + (i % 7),
      event: 0,
      ignition: isDriving,
      motion: isDriving,
      rssi: 4,
      power: Math.round((12.7 + noise) * 1000) / 1000,
      battery: 4.1,
      odometer: 1_000_000 + minute * 613,
      distance: noise * 900,
      totalDistance: 1_000_000 + minute * 613 + noise * 900,
      hours: minute * 60_000,
    },
    contentKey: (i * 2_654_435_761) % Number.MAX_SAFE_INTEGER,
  };
}
