import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test, type TestContext } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { DAY_MS } from '@rastro/base';
import { packAndKill } from '../contract/killed-packing.ts';
import { allRows, batch, position } from '../contract/made-rows.ts';
import { change, key } from '../contract/made-trips.ts';
import { copyFolder } from './copy-folder.ts';
import { TEXTS } from './history-forms.ts';
import { openWrittenHistory } from './written-history.ts';
import { historyPages } from './history-pages.ts';
import { migrate } from './migrate.ts';
import { MIGRATIONS } from './migrations.ts';
import { openSqliteStorage } from './open-sqlite.ts';
import { packingSteps } from './pack-in-background.ts';
import type { PositionValues } from '../packed/arrival-chunk.ts';
import { arrivalReads } from './arrival-reads.ts';
import { packed } from './packed-batch.ts';
import { AFTER_ALL, BEFORE_ALL } from '../row-pages.ts';

const START = Date.UTC(2026, 0, 1);
const DEVICES = Array.from({ length: 8 }, (_, i) => i + 1);
const DAYS = 12;
/** Of a day. */
const RECORDS = 100;

function temporaryFolder(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'rastro-packing-'));
  t.after(() => rmSync(folder, { recursive: true }));
  return folder;
}

/** Days of records, of one device after the other within each record: their ids alternate. */
function madeRows(): readonly PositionValues[] {
  let id = 0;
  return Array.from({ length: DAYS * RECORDS }, (_, at) =>
    DEVICES.map((deviceId) => {
      const fixTime = START + Math.floor((at * DAY_MS) / RECORDS) + deviceId;
      const attributes = { distance: at / 3, ignition: at % 7 < 3, note: `ç ${deviceId}` };
      return position({
        id: ++id,
        deviceId,
        fixTime,
        deviceTime: fixTime,
        contentKey: at * 7919,
        attributes,
      });
    }),
  ).flatMap((positions) => packed(batch({ positions })).positions);
}

/** A database of the version before positions were packed. */
function openOld(path: string): DatabaseSync {
  const db = new DatabaseSync(path);
  db.exec('PRAGMA journal_mode = WAL');
  const version = MIGRATIONS.findIndex((text) => text.includes('CREATE TABLE history'));
  migrate(db, MIGRATIONS.slice(0, version));
  db.exec('BEGIN');
  const insert = db.prepare(`INSERT INTO positions VALUES (${'?,'.repeat(17)}?)`);
  for (const columns of madeRows()) insert.run(...columns);
  for (const deviceId of DEVICES)
    db.prepare(
      `INSERT INTO book_heads (device_id, settings, revision, last_time, last_device_time, last_key, state,
       longest_episode) VALUES (?, '', 1, ?, 0, 0, '', 0)`,
    ).run(deviceId, START + DAYS * DAY_MS - 1);
  db.exec('COMMIT');
  return db;
}

const PLAIN = `SELECT fix_time, device_time, content_key, ${TEXTS.columns} FROM positions
  ORDER BY device_id, fix_time, device_time, content_key`;

/** Of all rows of a store that has nothing else. */
function hashOfRows(db: DatabaseSync): string {
  const statement = db.prepare(PLAIN);
  statement.setReturnArrays(true);
  const hash = createHash('sha256');
  for (const row of statement.all() as unknown as readonly never[][])
    hash.update(JSON.stringify(TEXTS.ofRow(row)));
  return hash.digest('hex');
}

/** The same, of rows and packed days. */
function hashOf(db: DatabaseSync): string {
  const { after } = historyPages(db, TEXTS, arrivalReads(db));
  const hash = createHash('sha256');
  for (const deviceId of DEVICES) {
    const range = { deviceId, from: BEFORE_ALL, end: AFTER_ALL.time, limit: Infinity, clockAheadMs: null };
    for (const each of after(range).items) {
      // Fields in the order of rows.
      const fields = Object.keys(TEXTS.ofRow([])).map((name) => [name, each[name as keyof typeof each]]);
      hash.update(JSON.stringify(Object.fromEntries(fields)));
    }
  }
  return hash.digest('hex');
}

const countOf = (db: DatabaseSync, table: string): number =>
  Number(db.prepare(`SELECT count(*) AS n FROM ${table}`).get()?.['n']);

test('[PACK-7] positions of an old database are all there and equal, whenever their packing is killed', async (t) => {
  const path = join(temporaryFolder(t), 'rastro.sqlite');
  const db = openOld(path);
  t.after(() => db.close());
  const whole = hashOfRows(db);
  const rows = [countOf(db, 'positions')];
  for (let round = 1; round <= 6; round++) {
    await packAndKill(path, 1 + round);
    assert.equal(hashOf(db), whole);
    rows.push(countOf(db, 'positions'));
  }
  t.diagnostic(`rows left after each round: ${rows.join(', ')}`);
  assert.ok((rows.at(-1) ?? 0) < (rows[0] ?? 0), 'it went on');
  const next = packingSteps(db, openWrittenHistory(db));
  while (next());
  assert.equal(hashOf(db), whole);
  assert.equal(countOf(db, 'positions'), 2 * RECORDS * DEVICES.length, 'the last two days stay rows');
  const byIds = db.prepare('SELECT sum(n) AS n FROM history').get()?.['n'];
  assert.equal(byIds, (DAYS - 2) * RECORDS * DEVICES.length);
});

test('[PACK-8] days that are over, and derived, are packed while the store is open; its copy has them', async (t) => {
  const folder = temporaryFolder(t);
  const store = await openSqliteStorage(join(folder, 'data'));
  const times = Array.from({ length: 10 }, (_, i) => START + (i * DAY_MS) / 2);
  const positions = times.map((fixTime, i) =>
    position({ id: i + 1, fixTime, deviceTime: fixTime, serverTime: fixTime, contentKey: i }),
  );
  await store.commit(batch({ positions: [...positions, position({ id: 99, deviceId: 2, fixTime: START })] }));
  await store.applyTrips([change({ head: { settings: '', last: key(times.at(-1) ?? 0), state: '' } })]);
  const db = new DatabaseSync(join(folder, 'data', 'rastro.sqlite'), { readOnly: true });
  while (countOf(db, 'positions') > 5) await setTimeout(50);
  db.close();
  mkdirSync(join(folder, 'copy'));
  copyFolder(join(folder, 'data'), join(folder, 'copy'), () => {});
  const copy = await openSqliteStorage(join(folder, 'copy'));
  for (const each of [store, copy]) {
    const query = { deviceId: 1, from: START, to: START + DAYS * DAY_MS, pageSize: 3 };
    assert.deepEqual(await allRows(each.history(query)), positions);
    assert.equal(
      (await each.positionsById([1, 10, 99])).length,
      3,
      'device 2 is not derived: it stays a row',
    );
  }
  await copy.close();
  await store.close();
});
