// A move to PostgreSQL and back: rows a second of each step, seconds of all of it, and memory. A fleet with a record a
// minute, twenty pieces of derived history a day, and an event in fifty records; the database is durable.
// Arguments: vehicles, days, folder of another PostgreSQL.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { moveData, openExtensionStorage, type DataMove, type MoveStep } from '@rastro/storage';
import type { MovedRow } from '../packages/storage/src/move/moved-table.ts';
import { EVENTS, POSITIONS, TRIP_PIECES } from '../packages/storage/src/move/moved-tables.ts';
import { openFilesTarget } from '../packages/storage/src/move/open-files.ts';
import { postgresServer } from '../packages/storage/test/postgres-server.ts';
import { printFigure, rounded } from './support/print-figure.ts';

const VEHICLES = Number(process.argv[2] ?? 50);
const DAYS = Number(process.argv[3] ?? 30);
const BIN = process.argv[4] ?? null;
const A_DAY = 1440;
const PIECES_A_DAY = 20;
const EVENT_EACH = 50;
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const FIRST_TIME = Date.UTC(2026, 5, 1);
const SETTINGS = [
  'fsync=on',
  'full_page_writes=on',
  'autovacuum=on',
  'shared_buffers=512MB',
  'max_wal_size=4GB',
];

const [before, after] = [mkdtempSync(join(tmpdir(), 'move-')), mkdtempSync(join(tmpdir(), 'move-'))];
try {
  await fill(before);
  const databaseUrl = await (await postgresServer(BIN, SETTINGS)).createDatabase();
  await measured('toServer', { folder: before, databaseUrl, to: 'server' });
  await measured('toFiles', { folder: after, databaseUrl, to: 'files' });
} finally {
  for (const folder of [before, after]) rmSync(folder, { recursive: true, force: true });
}

async function measured(name: string, move: Pick<DataMove, 'folder' | 'databaseUrl' | 'to'>): Promise<void> {
  const parts = new Map<string, { from: number; to: number; rows: number }>();
  const began = performance.now();
  let last = began;
  const onStep = (_: string, { step, kind, rows }: MoveStep): void => {
    const now = performance.now();
    const part = parts.get(`${step} ${kind}`) ?? { from: last, to: now, rows };
    parts.set(`${step} ${kind}`, { ...part, to: now, rows });
    last = now;
  };
  const signal = new AbortController().signal;
  const stores = ['tracker', 'extension'] as const;
  const { isFinished } = await moveData({ ...move, stores, acceptsLoss: false, onStep }, signal);
  if (!isFinished) throw new Error('both are not the same');
  const rate = (part: string): number => {
    const { from = 0, to = 1, rows = 0 } = parts.get(part) ?? {};
    return Math.round((rows * 1000) / (to - from));
  };
  printFigure(`move.${name}`, {
    n: VEHICLES * DAYS * A_DAY,
    positionsPerSecond: rate('copy positions'),
    comparedPerSecond: rate('verify positions'),
    eventsPerSecond: rate('copy events'),
    piecesPerSecond: rate('copy trip_pieces'),
    seconds: rounded((performance.now() - began) / 1000),
    memoryMb: Math.round(process.resourceUsage().maxRSS / 1024),
  });
}

/** As a fleet would have filled it, packed. */
async function fill(folder: string): Promise<void> {
  await (await openExtensionStorage({ folder })).close();
  const target = await openFilesTarget(folder, 'tracker');
  await target.begin('bench');
  const progress = { rows: 0, next: null, isVerified: false, lost: [] };
  for (let vehicle = 1; vehicle <= VEHICLES; vehicle++)
    for (let day = 0; day < DAYS; day++) {
      const minutes = Array.from({ length: A_DAY }, (_, i) => day * A_DAY + i);
      await target.write(
        POSITIONS,
        minutes.map((minute) => positionOf(vehicle, minute)),
        progress,
        false,
      );
      const events = minutes.filter((minute) => minute % EVENT_EACH === 0);
      await target.write(
        EVENTS,
        events.map((minute) => eventOf(vehicle, minute)),
        progress,
        false,
      );
      const pieces = Array.from({ length: PIECES_A_DAY }, (_, i) => pieceOf(vehicle, day, i));
      await target.write(TRIP_PIECES, pieces, progress, false);
    }
  while (await target.settle());
  await target.finish();
  await target.close();
}

/** Ids of a fleet are mixed: each minute has one of each vehicle. */
function idOf(vehicle: number, minute: number): number {
  return minute * VEHICLES + vehicle;
}

function positionOf(vehicle: number, minute: number): MovedRow {
  const time = FIRST_TIME + minute * MINUTE_MS;
  const attributes = JSON.stringify({
    ignition: minute % 9 < 6,
    motion: minute % 9 < 6,
    distance: Math.round(Math.abs(Math.sin(minute)) * 90_000) / 100,
    totalDistance: minute * 412.37,
    power: 12 + (minute % 30) / 10,
    sat: 5 + (minute % 9),
    rssi: minute % 5,
    io239: minute % 2,
  });
  const place = [-23 - Math.sin(minute / 900) / 9, -46 + Math.cos(minute / 700) / 9];
  const measures = [760 + (minute % 40), minute % 9 < 6 ? (minute * 7) % 60 : 0, (minute * 13) % 360, 0];
  const keys = [vehicle, time, time, (vehicle * 7919 + minute * 104_729) % 2 ** 40, idOf(vehicle, minute)];
  return [...keys, time + 1500, 'teltonika', 1, ...place, ...measures, null, null, null, attributes];
}

function eventOf(vehicle: number, minute: number): MovedRow {
  const id = idOf(vehicle, minute);
  const type = minute % 100 === 0 ? 'ignitionOn' : 'ignitionOff';
  return [id, vehicle, type, FIRST_TIME + minute * MINUTE_MS, id, 0, 0, '{}'];
}

function pieceOf(vehicle: number, day: number, i: number): MovedRow {
  const length = DAY_MS / PIECES_A_DAY;
  const from = FIRST_TIME + day * DAY_MS + i * length;
  const text = JSON.stringify({ sums: Array.from({ length: 40 }, (_, n) => n * i * 1.7) });
  const key = [vehicle, from, from + length, i % 2 === 0 ? 'trip' : 'stop', 1, 2];
  return [...key, from + length, from + length, i, text, '[]', text + text];
}
