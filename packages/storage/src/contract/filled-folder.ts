import { createHash } from 'node:crypto';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { DAY_MS } from '@rastro/base';
import { batch, event, position } from './made-rows.ts';
import { piece, quarter } from './made-trips.ts';
import { openSqliteExtension } from '../sqlite/open-sqlite-extension.ts';
import { openSqliteStorage } from '../sqlite/open-sqlite.ts';
import type { StoredPosition } from '../records.ts';
import type { MovedStoreName } from '../move/moved-store.ts';
import type { MovedColumn, MovedTable } from '../move/moved-table.ts';
import { EXTENSION_TABLES, TRACKER_TABLES } from '../move/moved-tables.ts';

const DEVICES = 5;
const DAYS = 6;
const STEP_MS = 4 * 60_000;
const START = Date.UTC(2026, 2, 2);
/** No database server has the NUL of it in a text. */
const ODD_TEXT = 'a\0b "quoted" {x,y} \\ ção 🚚';

let template: Promise<string> | null = null;

/** Fills a folder as years of work would: packed days, rows, late records, what has just arrived; each table has rows. */
export async function fillFolder(folder: string): Promise<void> {
  template ??= fillTemplate();
  cpSync(await template, folder, { recursive: true });
}

/** Filled once for all tests of a process, and removed at its end. */
async function fillTemplate(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'rastro-filled-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  await fill(folder);
  return folder;
}

async function fill(folder: string): Promise<void> {
  const packed = await openSqliteStorage(folder, { packsAtOnce: true });
  for (let device = 1; device <= DEVICES; device++)
    await packed.insertDocument('device', `imei-${device}`, {});
  await packed.removeDocument('device', DEVICES);
  for (let device = 1; device <= DEVICES; device++)
    await packed.commit(batch({ positions: drive(device, device * 10_000, DAYS), events: [] }));
  await packed.close();
  const store = await openSqliteStorage(folder);
  for (let device = 1; device <= DEVICES; device++) await commitMore(store, device);
  await storeTrips(store);
  await store.close();
  const extension = await openSqliteExtension(folder);
  await extension.close();
  fillTables(join(folder, 'rastro.sqlite'), TRACKER_TABLES);
  fillTables(join(folder, 'extension.sqlite'), EXTENSION_TABLES);
}

type Store = Awaited<ReturnType<typeof openSqliteStorage>>;

function drive(deviceId: number, firstId: number, days: number, from = START): StoredPosition[] {
  return Array.from({ length: Math.ceil((days * DAY_MS) / STEP_MS) }, (_, i) =>
    position({
      id: firstId + i,
      deviceId,
      fixTime: from + i * STEP_MS,
      deviceTime: from + i * STEP_MS,
      serverTime: from + i * STEP_MS + 1500,
      contentKey: 2 ** 52 + deviceId * 1000 + i,
      latitude: -23 - i / 7919,
      longitude: -46 + Math.sin(i),
      address: i % 50 === 0 ? ODD_TEXT : null,
      geofenceIds: i % 30 === 0 ? [3, 1] : null,
      attributes: { ignition: i % 9 < 6, distance: i * 1.7, text: i % 40 === 0 ? ODD_TEXT : 'x' },
    }),
  );
}

/** Records of today, late ones among them, with states, events and what waits for somebody. */
async function commitMore(store: Store, deviceId: number): Promise<void> {
  const id = 100_000 + deviceId * 1000;
  const today = drive(deviceId, id, 0.2, START + DAYS * DAY_MS);
  const late = position({ ...today[0], id: id + 900, fixTime: START + DAY_MS + 7, contentKey: 7 });
  const alarm = event({ id: id + 1, deviceId, type: 'alarm', attributes: { alarm: 'sos', note: ODD_TEXT } });
  const newest = id + today.length - 1;
  await store.commit(
    batch({
      positions: [...today, late],
      events: [event({ id, deviceId, positionId: id }), alarm],
      states: [{ deviceId, positionId: newest, lastUpdate: START, status: 'online', memory: '{"a":[1]}' }],
      late: [late.id],
      passedOver: [late.id],
      outbox: [alarm.id],
    }),
  );
}

async function storeTrips(store: Store): Promise<void> {
  const pieces = Array.from({ length: DAYS * 4 }, (_, i) =>
    piece(i % 2 === 0 ? 'trip' : 'stop', START + (i * DAY_MS) / 4, START + ((i + 1) * DAY_MS) / 4, {
      quarters: [quarter(i, 10.5)],
    }),
  );
  for (const deviceId of [1, 2]) {
    const [head] = await store.tripCursors([deviceId]);
    await store.applyTrips([
      {
        deviceId,
        revision: head?.revision ?? 0,
        head: {
          settings: 's',
          last: { time: START + DAYS * DAY_MS, deviceTime: 1, key: 1 },
          state: '{"odd":"\\u0000"}',
        },
        replaces: null,
        pieces,
        replacesDays: null,
        days: [],
        driverDays: [],
      },
    ]);
  }
}

/** Gives rows to tables that have none. */
function fillTables(path: string, tables: readonly MovedTable[]): void {
  const db = new DatabaseSync(path);
  for (const { inFiles, columns } of tables) {
    if (db.prepare(`SELECT 1 FROM ${inFiles} LIMIT 1`).get() && inFiles !== 'marks') continue;
    const nullable = new Set(
      db
        .prepare(
          `SELECT name FROM pragma_table_info(?) WHERE "notnull" = 0 AND pk = 0 AND name <> 'paid_value'`,
        )
        .all(inFiles)
        .map((row) => String(row['name'])),
    );
    const insert = db.prepare(
      `INSERT INTO ${inFiles} (${columns.map((each) => each.inFiles).join()})
       VALUES (${columns.map(() => '?').join()})`,
    );
    for (let row = 1; row <= 7; row++)
      insert.run(
        ...columns.map((column) =>
          nullable.has(column.inFiles) && row % 3 === 0 ? null : valueOf(column, row),
        ),
      );
  }
  db.close();
}

function valueOf({ name, type }: MovedColumn, row: number): SQLInputValue {
  if (type === 'integer') return name === 'expires_at' ? Number.MAX_SAFE_INTEGER : row;
  if (type === 'real') return row / 7;
  if (type === 'boolean') return row % 2;
  if (type === 'bytes') return Uint8Array.of(row, 0, 255);
  return JSON_TEXTS.includes(name) ? JSON.stringify({ row, text: ODD_TEXT }) : `${row} ${name} ${ODD_TEXT}`;
}
const JSON_TEXTS = ['attributes', 'network', 'geofence_ids', 'body', 'lines', 'terms', 'charge'];

/** Checksums of the files of a folder. */
export const checksumsOf = (folder: string): readonly string[] =>
  readdirSync(folder)
    .toSorted()
    .map((name) => {
      const hash = createHash('sha256').update(readFileSync(join(folder, name)));
      return `${name} ${hash.digest('hex')}`;
    });

export const BOTH_STORES: readonly MovedStoreName[] = ['tracker', 'extension'];
