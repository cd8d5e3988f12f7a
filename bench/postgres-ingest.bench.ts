// Commits of one writer, and reading a day of one vehicle, on SQLite and on PostgreSQL in turns: rows a second,
// microseconds of processor a row in this program and in the server, milliseconds. The same batches: 1,000 records of a fleet of 2,000, each with the state of its device, one in twenty
// with an event; 200 records of each device are stored before. Arguments: rounds, folder of another PostgreSQL.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { knots } from '@rastro/fleet';
import {
  openHistoryReader,
  openStorage,
  type HistoryReader,
  type IngestBatch,
  type Storage,
  type StoredPosition,
} from '@rastro/storage';
import { asked } from '../packages/storage/test/postgres-database.ts';
import { postgresServer } from '../packages/storage/test/postgres-server.ts';
import { cpuMsOf, postmasterOf } from './support/postgres-cpu.ts';
import { printFigure, rounded } from './support/print-figure.ts';

const ROUNDS = Number(process.argv[2] ?? 5);
const BIN = process.argv[3] ?? null;
const DEVICES = 2000;
const STORED_BEFORE = 200;
const BATCH_ROWS = 1000;
/** Long enough for what SQLite moves in the background to take part in it. */
const BATCHES_A_ROUND = 120;
const EVENT_EACH = 20;
/** Commits that the server has under way at a time. */
const IN_FLIGHT = 2;
/** Its day has a record every two seconds. */
const READ_DEVICE = DEVICES + 1;
const READ_ROWS = 43_200;
const READ_EVERY_MS = 2000;
const PAGE_ROWS = 2000;
/** As devices send: what is older than yesterday is looked for among packed records. */
const FIRST_TIME = Math.floor(Date.now() / 60_000) * 60_000 - 20 * 3_600_000;
const STEP_MS = 60_000;
/** Of the rules of a device, about 190 characters. */
const MEMORY = JSON.stringify({
  motion: { since: 1, at: 2 },
  overspeed: null,
  seen: [1, 2],
  note: 'x'.repeat(130),
});
/** A PostgreSQL as it is operated: durable, with memory. */
const SETTINGS = [
  'fsync=on',
  'full_page_writes=on',
  'autovacuum=on',
  'shared_buffers=512MB',
  'max_wal_size=4GB',
];

interface Cost {
  readonly rowsPerSecond: number;
  /** A row. */
  readonly nodeCpuUs: number;
  readonly serverCpuUs: number;
}

interface Side {
  readonly name: string;
  readonly databaseUrl: string | null;
  /** Of the next record. */
  next: number;
}

const folder = mkdtempSync(join(tmpdir(), 'postgres-ingest-'));
const server = await postgresServer(BIN, SETTINGS);
const sides: readonly Side[] = [
  { name: 'sqlite', databaseUrl: null, next: 1 },
  { name: `postgres${server.version}`, databaseUrl: await server.createDatabase(), next: 1 },
];

const postmaster = await postmasterOf(sides[1]?.databaseUrl ?? '');
for (const side of sides) await store(side, (DEVICES * STORED_BEFORE) / BATCH_ROWS);
const rates = new Map<string, Cost[]>();
for (let round = 0; round < ROUNDS; round++)
  for (const side of sides)
    rates.set(side.name, [...(rates.get(side.name) ?? []), await store(side, BATCHES_A_ROUND)]);
for (const [name, all] of rates)
  printFigure(`postgresIngest.commit.${name}`, {
    n: ROUNDS,
    rowsPerSecond: Math.round(median(all.map((cost) => cost.rowsPerSecond))),
    // Of the round that others on the machine disturbed least.
    rowsPerSecondMost: Math.round(Math.max(...all.map((cost) => cost.rowsPerSecond))),
    nodeCpuUs: rounded(median(all.map((cost) => cost.nodeCpuUs))),
    serverCpuUs: rounded(median(all.map((cost) => cost.serverCpuUs))),
  });

for (const side of sides) await storeDay(side);
// As the server does by itself, a minute later.
for (const { databaseUrl } of sides) if (databaseUrl !== null) await asked(databaseUrl, 'ANALYZE');
const times = new Map<string, number[]>();
for (let round = 0; round < ROUNDS; round++) for (const side of sides) await readDay(side);
for (const [name, all] of times)
  printFigure(`postgresIngest.${name}`, { n: READ_ROWS, ms: rounded(median(all)) });

rmSync(folder, { recursive: true });
process.exit(0);

/** Only one store is open: what one does in the background takes nothing from the other. */
async function opened<T>({ databaseUrl }: Side, work: (storage: Storage) => Promise<T>): Promise<T> {
  const storage = await openStorage({ folder, databaseUrl });
  const done = await work(storage);
  await storage.close();
  return done;
}

/** As the server commits: two are under way. */
async function store(side: Side, batches: number): Promise<Cost> {
  const ofServer = (): number => (side.databaseUrl === null ? 0 : cpuMsOf(postmaster));
  const [own, before] = [process.cpuUsage(), ofServer()];
  const rowsPerSecond = await opened(side, async (storage) => {
    const began = performance.now();
    const underWay: Promise<unknown>[] = [];
    for (let at = 0; at < batches; at++) {
      if (underWay.length === IN_FLIGHT) await underWay.shift();
      underWay.push(storage.commit(nextBatch(side, at)));
    }
    await Promise.all(underWay);
    return (batches * BATCH_ROWS * 1000) / (performance.now() - began);
  });
  const { user, system } = process.cpuUsage(own);
  const rows = batches * BATCH_ROWS;
  return {
    rowsPerSecond,
    nodeCpuUs: (user + system) / rows,
    serverCpuUs: ((ofServer() - before) * 1000) / rows,
  };
}

function nextBatch(side: Side, at: number): IngestBatch {
  const positions = Array.from({ length: BATCH_ROWS }, () => {
    const id = side.next++;
    return recordOf(id, (id % DEVICES) + 1, FIRST_TIME + Math.floor(id / DEVICES) * STEP_MS);
  });
  return {
    positions,
    states: positions.map(({ id, deviceId, serverTime }) => ({
      deviceId,
      positionId: id,
      lastUpdate: serverTime,
      status: 'online',
      memory: MEMORY,
    })),
    events: positions.flatMap(({ id, deviceId, fixTime }) =>
      id % EVENT_EACH > 0
        ? []
        : [
            {
              id,
              deviceId,
              type: 'ignitionOn',
              eventTime: fixTime,
              positionId: id,
              geofenceId: 0,
              maintenanceId: 0,
              attributes: {},
            },
          ],
    ),
    sequence: { run: 1, at },
  };
}

function storeDay(side: Side): Promise<void> {
  return opened(side, async (storage) => {
    for (let first = 0; first < READ_ROWS; first += BATCH_ROWS) {
      const count = Math.min(BATCH_ROWS, READ_ROWS - first);
      const positions = Array.from({ length: count }, (_, i) =>
        recordOf(side.next++, READ_DEVICE, FIRST_TIME + (first + i) * READ_EVERY_MS),
      );
      await storage.commit({ positions, events: [], states: [] });
    }
  });
}

function readDay(side: Side): Promise<void> {
  const query = { deviceId: READ_DEVICE, from: FIRST_TIME, to: FIRST_TIME + 86_400_000, pageSize: PAGE_ROWS };
  const { name } = side;
  return opened(side, async (storage) => {
    const reader = await openHistoryReader(storage.location);
    await timed(`positions.${name}`, () => reader.positions(query));
    await timed(`texts.${name}`, () => reader.positionTexts(query));
    await timed(`track.${name}`, () => reader.track(query, ['ignition', 'odometer']));
    await timed(`json.${name}`, () => storage.historyJson(query));
    const ids = Array.from({ length: 200 }, (_, i) => i * 1999 + 1);
    await timed(`by200Ids.${name}`, () => [storage.positionsById(ids)]);
    await timed(`byId.${name}`, () => [storage.positionsById([777])]);
    await reader.close();
  });
}

async function timed(
  what: string,
  read: () => ReturnType<HistoryReader['positions']> | AsyncIterable<unknown> | Iterable<Promise<unknown>>,
): Promise<void> {
  const began = performance.now();
  for await (const _ of read());
  times.set(what, [...(times.get(what) ?? []), performance.now() - began]);
}

function recordOf(id: number, deviceId: number, fixTime: number): StoredPosition {
  return {
    id,
    deviceId,
    protocol: 'teltonika',
    serverTime: fixTime + 1500,
    deviceTime: fixTime,
    fixTime,
    valid: true,
    latitude: -23.5 + (id % 10_007) / 1e5,
    longitude: -46.6 + (id % 9973) / 1e5,
    altitude: 700 + (id % 83),
    speed: knots((id % 600) / 10),
    course: id % 360,
    accuracy: 0,
    address: null,
    network: null,
    geofenceIds: null,
    attributes: {
      priority: 0,
      sat: 8 + (id % 7),
      event: 0,
      ignition: id % 3 > 0,
      motion: id % 3 > 0,
      rssi: 4,
      power: 12.7 + (id % 13) / 10,
      battery: 4.1,
      odometer: 1_000_000 + id * 13,
      distance: (id % 977) / 3,
      totalDistance: 1_000_000 + id * 12.7,
      hours: id * 1000,
    },
    contentKey: (id * 2_654_435_761) % Number.MAX_SAFE_INTEGER,
  };
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
