import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { position } from '../contract/made-rows.ts';
import { storageContract } from '../contract/storage-contract.ts';
import { StorageError } from '../storage-error.ts';
import { openDocumentTables } from './document-tables.ts';
import { migrate } from './migrate.ts';
import { NO_SUMS } from '@rastro/fleet/trips';
import { tripDay } from '../contract/made-trips.ts';
import { blocksAfter, daysIn, sumsIn } from '../rows/day-blocks.ts';
import { SUM_COLUMNS, SUM_FIELDS, unpackSums } from '../rows/trip-codec.ts';
import { MIGRATIONS } from './migrations.ts';
import { openSqliteStorage } from './open-sqlite.ts';

const temporaryFolder = (): string => mkdtempSync(join(tmpdir(), 'rastro-storage-'));

for (const packsAtOnce of [false, true])
  storageContract(packsAtOnce ? 'SQLite, packed' : 'SQLite', async () => {
    const folder = temporaryFolder();
    return {
      open: () => openSqliteStorage(folder, { packsAtOnce }),
      dispose: async () => rmSync(folder, { recursive: true }),
    };
  });

test('[STORE-12] a database of a newer version is refused and not touched', async (t) => {
  const folder = temporaryFolder();
  t.after(() => rmSync(folder, { recursive: true }));
  const db = new DatabaseSync(join(folder, 'rastro.sqlite'));
  db.exec(`PRAGMA user_version = ${MIGRATIONS.length + 1}`);
  db.close();
  await assert.rejects(openSqliteStorage(folder), (e) => e instanceof StorageError && e.code === 'TOO_NEW');
  const after = new DatabaseSync(join(folder, 'rastro.sqlite'));
  assert.deepEqual(after.prepare('SELECT name FROM sqlite_schema').all(), []);
  after.close();
});

test('[STORE-13] a migration killed half-way leaves the former version; the next start completes it', () => {
  const db = new DatabaseSync(':memory:');
  const steps = ['CREATE TABLE one (a)', 'CREATE TABLE two (a); SELECT kill_here()'];
  assert.throws(() => migrate(db, steps), /kill_here/);
  const tables = (): unknown[] =>
    db
      .prepare('SELECT name FROM sqlite_schema')
      .all()
      .map((row) => row['name']);
  assert.deepEqual(tables(), ['one']);
  migrate(db, ['CREATE TABLE one (a)', 'CREATE TABLE two (a)']);
  assert.deepEqual(tables(), ['one', 'two']);
  migrate(db, ['CREATE TABLE one (a)', 'CREATE TABLE two (a)']);
  db.close();
});

test('[STORE-28] a kind that is new since the last start gets its table; what is there stays', () => {
  const db = new DatabaseSync(':memory:');
  migrate(db);
  db.exec("INSERT INTO driver_documents (key, body) VALUES ('a', '{}')");
  openDocumentTables(db, ['driver', 'trailer']);
  openDocumentTables(db, ['driver', 'trailer']);
  const rows = (kind: string): unknown[] =>
    db
      .prepare(`SELECT key, version FROM ${kind}_documents`)
      .all()
      .map((row) => ({ ...row }));
  assert.deepEqual([rows('driver'), rows('trailer')], [[{ key: 'a', version: 1 }], []]);
  db.close();
});

test('[MONEY-100] modes of fines and discounts become those of the specification', () => {
  const at = MIGRATIONS.findIndex((text) => text.includes('billingFineMode'));
  const db = new DatabaseSync(':memory:');
  migrate(db, MIGRATIONS.slice(0, at));
  const before = {
    'acme.billingFineMode': 'percentage',
    'acme.billingDiscountMode': 'fixed',
    notes: 'they wrote "percentage", as in .billingFineMode":"percentage"',
  };
  const body = JSON.stringify({ name: 'Ana', attributes: before });
  db.prepare('INSERT INTO user_documents (id, key, body) VALUES (1, ?, ?)').run('ana@example.com', body);
  migrate(db);
  const row = db.prepare('SELECT body FROM user_documents').get();
  const { attributes } = JSON.parse(String(row?.['body']));
  assert.deepEqual(attributes, { ...before, 'acme.billingFineMode': 'percent' });
  db.close();
});

test('[STORE-59] days of former versions are added up', async () => {
  const at = MIGRATIONS.findIndex((text) => text.includes('CREATE TABLE day_blocks'));
  const db = new DatabaseSync(':memory:');
  migrate(db, MIGRATIONS.slice(0, at));
  const days = [31, 32, 33, 63, 64].map((day) => ({
    ...tripDay(day, []),
    sums: { ...NO_SUMS, distanceM: 1000 + day, maxKmh: day % 33, maxAt: day * 1000, offHoursM: day },
  }));
  const put = db.prepare(
    `INSERT INTO book_days (device_id, day, ${SUM_COLUMNS.join()}, quarters)
     VALUES (7, ?, ${SUM_COLUMNS.map(() => '?').join()}, '[]')`,
  );
  for (const { day, sums } of days) put.run(day, ...SUM_FIELDS.map((field) => sums[field]));
  migrate(db);
  const stored = db.prepare('SELECT * FROM day_blocks ORDER BY block').all();
  const made = blocksAfter([], { deviceId: 7, days, driverDays: [], replacesDays: null }).stored;
  assert.equal(stored.length, made.length);
  for (const [i, row] of stored.entries()) {
    const { block, driver, sums, days: text } = made[i] ?? {};
    assert.deepEqual([row['device_id'], row['block'], row['driver']], [7, block, driver]);
    assert.deepEqual(unpackSums(sumsIn(String(row['sums']))), unpackSums(sumsIn(String(sums))));
    assert.deepEqual(
      daysIn(String(row['days'])).map((day) => [day[0], unpackSums(day, 1)]),
      daysIn(String(text)).map((day) => [day[0], unpackSums(day, 1)]),
    );
  }
  db.close();
});

test('[STORE-29] guests of former versions become shares of who gave them', () => {
  const at = MIGRATIONS.findIndex((text) => text.includes('former_guests'));
  const db = new DatabaseSync(':memory:');
  migrate(db, MIGRATIONS.slice(0, at));
  const guest = { temporary: true, attributes: { isShared: true } };
  const add = (id: number, email: string, fields: object): void => {
    const body = JSON.stringify({ name: 'x', email, temporary: false, attributes: {}, ...fields });
    db.prepare('INSERT INTO user_documents (id, key, body) VALUES (?, ?, ?)').run(id, email, body);
  };
  add(1, 'ana@example.com', {});
  add(2, 'ana@example.com:867', guest);
  add(3, 'ana@example.com:group:4', guest);
  add(4, 'gone@example.com:867', guest);
  add(5, 'ana@example.com:868', {});
  const link = db.prepare('INSERT INTO links VALUES (?, ?, ?, ?)');
  for (const [owner, kind, id] of [
    [2, 'device', 7],
    [3, 'group', 4],
    [4, 'device', 7],
    [5, 'device', 9],
  ] as const)
    link.run('user', owner, kind, id);
  migrate(db);
  const rows = db.prepare('SELECT id, key, body FROM user_documents ORDER BY id').all();
  const users = rows.map(({ id, key, body }) => ({ key, ...JSON.parse(String(body)), id }));
  assert.deepEqual(
    users.map(({ id, giverId, share }) => [id, giverId, share?.kind, share?.id]),
    [
      [1, undefined, undefined, undefined],
      [2, 1, 'device', 7],
      [3, 1, 'group', 4],
      [5, undefined, undefined, undefined],
    ],
  );
  for (const { key, email, share } of users) {
    assert.equal(key, email);
    assert.equal(String(email).startsWith('guest-'), share !== undefined);
    if (share) assert.ok(Number.isFinite(Date.parse(share.createdTime)));
  }
  assert.equal(db.prepare('SELECT count(*) AS n FROM links WHERE owner_id = 4').get()?.['n'], 0);
});

test('[STORE-14] a folder that cannot be made is refused', async (t) => {
  const folder = temporaryFolder();
  t.after(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'file'), '');
  const inside = join(folder, 'file', 'data');
  await assert.rejects(
    openSqliteStorage(inside),
    (e) => e instanceof StorageError && e.code === 'UNAVAILABLE',
  );
});

test('[STORE-31] the log of the database stays bounded while somebody reads a long history, page by page', async (t) => {
  const folder = temporaryFolder();
  const storage = await openSqliteStorage(folder);
  t.after(async () => {
    await storage.close();
    rmSync(folder, { recursive: true });
  });
  const LONG = { note: 'x'.repeat(1000) };
  let next = 0;
  const write = (): Promise<unknown> => {
    const positions = Array.from({ length: 2500 }, () => {
      next++;
      const time = next * 1000;
      return position({ id: next, fixTime: time, deviceTime: time, contentKey: next, attributes: LONG });
    });
    return storage.commit({ positions, events: [], states: [] });
  };
  await write();
  const pages = storage.history({ deviceId: 1, from: 0, to: Number.MAX_SAFE_INTEGER, pageSize: 100 });
  const reader = pages[Symbol.asyncIterator]();
  let most = 0;
  for (let round = 0; round < 40; round++) {
    assert.equal((await reader.next()).done, false);
    await write();
    most = Math.max(most, statSync(join(folder, 'rastro.sqlite-wal')).size);
  }
  const stored = next * LONG.note.length;
  t.diagnostic(`${stored} bytes stored, the log was ${most} at most`);
  assert.ok(stored > 100_000_000 && most < 50_000_000, `${stored} ${most}`);
  await reader.return?.(undefined);
});
