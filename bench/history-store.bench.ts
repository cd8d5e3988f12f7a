// The store of the demonstration, with positions as rows and packed by the day: bytes of a position on disk, processor
// time of packing, reading, late and resent records and erasing. Arguments: days of the demonstration.
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { DAY_MS } from '@rastro/base';
import {
  openHistoryReader,
  openStorage,
  type HistoryReader,
  type Storage,
  type StoredPosition,
} from '@rastro/storage';
import { storeAsRows } from '../packages/storage/src/contract/stored-as-rows.ts';
import { openWrittenHistory } from '../packages/storage/src/sqlite/written-history.ts';
import { migrate } from '../packages/storage/src/sqlite/migrate.ts';
import { closedBefore } from '../packages/storage/src/sqlite/packed-places.ts';
import { printFigure, rounded } from './support/print-figure.ts';
import { demoOf } from './support/run-demo.ts';

const DAYS = Number(process.argv[2] ?? 90);
const PAGE_ROWS = 2000;
const BATCH = 100;
/** Beyond all that the history has. */
const FIRST_ID = 1_000_000_000;

const source = await demoOf(DAYS);
for (const form of ['rows', 'packed'] as const) {
  const folder = mkdtempSync(join(tmpdir(), 'history-store-'));
  cpSync(source, folder, { recursive: true });
  const path = join(folder, 'rastro.sqlite');
  if (form === 'packed') packAll(path);
  else unpackAll(path);
  sizes(form, path);
  const storage = await openStorage({ folder });
  const reader = await openHistoryReader(storage.location);
  const { deviceId, positions } = await busiest(storage);
  await read(form, reader, deviceId, positions);
  await reader.close();
  await write(form, storage, deviceId, positions);
  await storage.close();
  rmSync(folder, { recursive: true });
}

function unpackAll(path: string): void {
  const db = new DatabaseSync(path);
  migrate(db);
  const history = openWrittenHistory(db);
  const { packing, inTransaction } = history;
  storeAsRows(db, history);
  const next = db.prepare('SELECT min(place) AS place FROM history');
  for (let place = next.get()?.['place']; typeof place === 'number'; place = next.get()?.['place']) {
    const run = place;
    inTransaction(() => packing.loosen(run));
  }
  db.close();
}

/** All days but the last two of each vehicle, derived or not. */
function packAll(path: string): void {
  unpackAll(path);
  const db = new DatabaseSync(path);
  db.exec('PRAGMA synchronous = FULL');
  const rowsOf = (): number => Number(db.prepare('SELECT count(*) AS n FROM positions').get()?.['n']);
  const devices = db
    .prepare('SELECT device_id, max(fix_time) AS last FROM positions GROUP BY device_id')
    .all();
  const before = rowsOf();
  const { packing, inTransaction } = openWrittenHistory(db);
  const cpu = cpuOf();
  let steps = 0;
  let longestMs = 0;
  for (const { device_id: deviceId, last } of devices)
    for (let goesOn = true; goesOn; steps++) {
      const began = performance.now();
      goesOn = inTransaction(() => packing.packFirstDay(Number(deviceId), closedBefore(Number(last))));
      longestMs = Math.max(longestMs, performance.now() - began);
    }
  const packed = before - rowsOf();
  printFigure('historyStore.packing', {
    n: packed,
    days: DAYS,
    steps,
    cpuMicroseconds: rounded((cpu() * 1000) / packed, 2),
    longestMs: rounded(longestMs),
  });
  db.close();
}

/** Pages of the tables, of a copy without free pages. */
function sizes(form: string, path: string): void {
  const copy = `${path}.copy`;
  const db = new DatabaseSync(path);
  db.prepare('VACUUM INTO ?').run(copy);
  const one = (sql: string): number => Number(db.prepare(sql).get()?.['n'] ?? 0);
  const rows = one('SELECT count(*) AS n FROM positions');
  const packed = one('SELECT sum(n) AS n FROM history');
  db.close();
  const compact = new DatabaseSync(copy);
  const bytes = (...names: readonly string[]): number => {
    const list = names.map((name) => `'${name}'`).join();
    const sql = `SELECT sum(pgsize) AS n FROM dbstat WHERE aggregate = TRUE AND name IN (${list})`;
    return Number(compact.prepare(sql).get()?.['n'] ?? 0);
  };
  const ofRows = bytes('positions', 'positions_id');
  const ofPacked = bytes('history', 'history_ids', 'history_parts', 'packed_ids');
  const total = Number(
    compact.prepare('SELECT sum(pgsize) AS n FROM dbstat WHERE aggregate = TRUE').get()?.['n'],
  );
  printFigure(`historyStore.${form}.size`, {
    n: rows + packed,
    days: DAYS,
    rows,
    bytesOfRow: rows === 0 ? null : rounded(ofRows / rows),
    bytesPacked: packed === 0 ? null : rounded(ofPacked / packed),
    bytesOfIds: packed === 0 ? null : rounded(bytes('packed_ids') / packed, 2),
    bytesOfPosition: rounded((ofRows + ofPacked) / (rows + packed)),
    bytesOfPositionWithAll: rounded(total / (rows + packed)),
  });
  compact.close();
  rmSync(copy);
}

/** The vehicle with the most records. */
async function busiest(
  storage: Storage,
): Promise<{ readonly deviceId: number; readonly positions: readonly StoredPosition[] }> {
  let best: { deviceId: number; positions: StoredPosition[] } = { deviceId: 0, positions: [] };
  for (const { id } of await storage.documents('device')) {
    const positions: StoredPosition[] = [];
    const query = { deviceId: id, from: 0, to: Number.MAX_SAFE_INTEGER, pageSize: 5000 };
    for await (const page of storage.history(query)) positions.push(...page);
    if (positions.length > best.positions.length) best = { deviceId: id, positions };
  }
  return best;
}

async function read(
  form: string,
  reader: HistoryReader,
  deviceId: number,
  positions: readonly StoredPosition[],
): Promise<void> {
  const end = Math.floor((positions.at(-1)?.fixTime ?? 0) / DAY_MS) * DAY_MS - 2 * DAY_MS;
  for (const days of [1, 30, DAYS]) {
    const query = { deviceId, from: end - days * DAY_MS, to: end - 1, pageSize: PAGE_ROWS };
    const drained = async (pages: AsyncIterable<readonly unknown[]>): Promise<number> => {
      let rows = 0;
      for await (const page of pages) rows += page.length;
      return rows;
    };
    const n = await drained(reader.track(query, []));
    printFigure(`historyStore.${form}.read`, {
      n,
      days,
      columnsMs: await fastest(() => drained(reader.track(query, []))),
      attributesMs: await fastest(() => drained(reader.track(query, ['ignition', 'power', 'fuel']))),
      rowsMs: await fastest(() => drained(reader.positions(query))),
      jsonMs: await fastest(() => drained(reader.positionTexts(query))),
    });
  }
}

/** Least of some means: the clock of the processor is coarse. */
async function fastest(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let i = 0; i < 5; i++) {
    const [cpu, end] = [cpuOf(), performance.now() + 100];
    let runs = 0;
    for (; runs === 0 || performance.now() < end; runs++) await work();
    times.push(cpu() / runs);
  }
  return rounded(Math.min(...times), 2);
}

async function write(
  form: string,
  storage: Storage,
  deviceId: number,
  positions: readonly StoredPosition[],
): Promise<void> {
  const cost = async (name: string, n: number, work: () => Promise<unknown>): Promise<void> => {
    const [cpu, began] = [processCpuOf(), performance.now()];
    await work();
    printFigure(`historyStore.${form}.${name}`, {
      n,
      cpuMicrosecondsEach: rounded((cpu() * 1000) / n),
      wallMicrosecondsEach: rounded(((performance.now() - began) * 1000) / n),
    });
  };
  const inBatches = async (all: readonly StoredPosition[], size: number): Promise<void> => {
    for (let at = 0; at < all.length; at += size)
      await storage.commit({ positions: all.slice(at, at + size), events: [], states: [] });
  };
  const old = positions.slice(0, 5000);
  const late = old
    .filter((_, i) => i % 25 === 0)
    .map((each, i) => ({ ...each, id: FIRST_ID + i, fixTime: each.fixTime + 1 }));
  await cost('late', late.length, () => inBatches(late, 1));
  const again = old.map((each, i) => ({ ...each, id: FIRST_ID + 10_000 + i }));
  await cost('resend', again.length, () => inBatches(again, BATCH));
  await cost('resendAgain', again.length, () => inBatches(again, BATCH));
  const from = Math.ceil((positions[0]?.fixTime ?? 0) / DAY_MS) * DAY_MS;
  const month = { deviceId, from, to: from + 30 * DAY_MS, id: null };
  await cost('eraseMonth', 1, async () => {
    for (let removed = 5000; removed === 5000;) ({ removed } = await storage.removePositions(month, 5000));
  });
}

/** Processor time of this thread, milliseconds: others use the machine, too. */
function cpuOf(): () => number {
  const before = process.threadCpuUsage();
  return () => {
    const { user, system } = process.threadCpuUsage(before);
    return (user + system) / 1000;
  };
}

/** The same of all threads: the store writes in one of its own. */
function processCpuOf(): () => number {
  const before = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  };
}
