import assert from 'node:assert/strict';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test, type TestContext } from 'node:test';
import { batch, position } from '../contract/made-rows.ts';
import { openExtensionStorage, openStorage } from '../open-storage.ts';
import type { Storage } from '../port.ts';
import { StorageError } from '../storage-error.ts';
import { LogNumber, requireNothingLost } from './log-number.ts';

function folderOf(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'rastro-log-number-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
const isLost = (error: unknown): boolean => error instanceof StorageError && error.code === 'LOST';
const DATABASE = 'rastro.sqlite';
const FILES = [DATABASE, `${DATABASE}-wal`, `${DATABASE}-number`];
const store = async (storage: Storage, id: number): Promise<unknown> =>
  storage.commit(batch({ positions: [position({ id, contentKey: id })] }));
const countOf = async (storage: Storage): Promise<number> => {
  let count = 0;
  const all = { deviceId: 1, from: 0, to: Number.MAX_SAFE_INTEGER, pageSize: 100 };
  for await (const page of storage.history(all)) count += page.length;
  return count;
};
/** Files as a killed process leaves them. */
function leave(from: string, to: string, names: readonly string[]): string {
  for (const name of names) copyFileSync(join(from, name), join(to, name));
  return to;
}

test('[LOSS-1] a database without its log, with another one, or emptied, is rejected as LOST', async (t) => {
  const folder = folderOf(t);
  const storage = await openStorage({ folder });
  for (const id of [1, 2, 3]) await store(storage, id);
  const whole = leave(folder, folderOf(t), FILES);
  const noLog = leave(folder, folderOf(t), [DATABASE, `${DATABASE}-number`]);
  const empty = leave(folder, folderOf(t), FILES);
  writeFileSync(join(empty, DATABASE), '');
  const missing = leave(folder, folderOf(t), [`${DATABASE}-number`]);
  await storage.close();
  const reopened = await openStorage({ folder: whole });
  assert.equal(await countOf(reopened), 3, 'what a killed process leaves is whole');
  await reopened.close();
  for (const lost of [noLog, empty, missing])
    for (const _again of [1, 2]) await assert.rejects(openStorage({ folder: lost }), isLost);
  const accepted = await openStorage({ folder: noLog, acceptsLoss: true });
  await accepted.close();
  await (await openStorage({ folder: noLog })).close();
});

test('[LOSS-1] an older copy of the file is rejected; a log that another program has written back is not', async (t) => {
  const folder = folderOf(t);
  await (await openStorage({ folder })).close();
  const older = leave(folder, folderOf(t), [DATABASE]);
  const storage = await openStorage({ folder });
  await store(storage, 1);
  const killed = leave(folder, folderOf(t), FILES);
  await storage.close();
  const other = new DatabaseSync(join(killed, DATABASE));
  other.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  other.close();
  const reopened = await openStorage({ folder: killed });
  assert.equal(await countOf(reopened), 1);
  await reopened.close();
  leave(older, folder, [DATABASE]);
  await assert.rejects(openStorage({ folder }), isLost);
});

test('[LOSS-4] a file that another process opens just now is not lost', async (t) => {
  const folder = folderOf(t);
  const path = join(folder, DATABASE);
  const storage = await openStorage({ folder });
  t.after(() => storage.close());
  const db = new DatabaseSync(path);
  const other = new DatabaseSync(path);
  t.after(() => [db, other].forEach((each) => each.close()));
  const prepare = db.prepare.bind(db);
  const begun: LogNumber[] = [];
  // The other one begins a log as soon as this one has read a number.
  t.mock.method(db, 'prepare', (sql: string) => {
    const statement = prepare(sql);
    const read = statement.get.bind(statement);
    t.mock.method(statement, 'get', (...values: string[]) => {
      const row = read(...values);
      if (sql.includes('instant')) begun.push(new LogNumber(other, path));
      return row;
    });
    return statement;
  });
  requireNothingLost(db, path);
  assert.ok(begun.length > 0);
  begun.forEach((each) => each.close());
});

test('[LOSS-2] a log that begins anew gets the next number', async (t) => {
  const folder = folderOf(t);
  const storage = await openStorage({ folder });
  const number = (): number => Number(readFileSync(join(folder, `${DATABASE}-number`), 'utf8'));
  const first = number();
  await store(storage, 1);
  assert.equal(number(), first);
  const other = new DatabaseSync(join(folder, DATABASE));
  other.exec('PRAGMA wal_checkpoint(RESTART)');
  other.close();
  await store(storage, 2);
  // Calls are answered in order: after this one the commit before it was noted.
  await storage.setCursor('any', 1);
  assert.equal(number(), first + 1);
  await storage.close();
});

test('[LOSS-3] a database that is gone is missed by the other one of its folder', async (t) => {
  for (const [gone, open] of [
    ['rastro.sqlite', openStorage],
    ['extension.sqlite', openExtensionStorage],
  ] as const) {
    const folder = folderOf(t);
    for (const _start of [1, 2]) {
      await (await openStorage({ folder })).close();
      await (await openExtensionStorage({ folder })).close();
    }
    for (const name of [gone, `${gone}-number`]) rmSync(join(folder, name));
    await assert.rejects(open({ folder }), isLost);
    await (await open({ folder, acceptsLoss: true })).close();
    await (await open({ folder })).close();
  }
  const alone = folderOf(t);
  await (await openExtensionStorage({ folder: alone })).close();
  await (await openStorage({ folder: alone })).close(); // In front of a Traccar there was none before.
});

test('[LOSS-3] a file that a loss of power left without a number, in its first start, is not missed', async (t) => {
  const folder = folderOf(t);
  await (await openStorage({ folder })).close();
  const unfinished = new DatabaseSync(join(folder, 'extension.sqlite'));
  unfinished.exec('PRAGMA journal_mode = WAL');
  unfinished.close();
  await (await openStorage({ folder })).close();
  await (await openExtensionStorage({ folder })).close();
});

test('[LOSS-3] a file whose first start left a rollback journal does not hold up the other one', async (t) => {
  for (const [unfinished, other] of [
    ['extension.sqlite', DATABASE],
    [DATABASE, 'extension.sqlite'],
  ] as const) {
    const made = folderOf(t);
    const db = new DatabaseSync(join(made, unfinished));
    // The journal reaches the file when the cache cannot hold what a transaction changes.
    db.exec('PRAGMA page_size = 8192; PRAGMA cache_size = 1; CREATE TABLE first (text TEXT)');
    db.exec('BEGIN; INSERT INTO first VALUES (hex(randomblob(100000))); UPDATE first SET text = hex(text)');
    const folder = leave(made, folderOf(t), [unfinished, `${unfinished}-journal`]);
    db.close();
    const openOther = other === DATABASE ? openStorage : openExtensionStorage;
    await (await openOther({ folder })).close();
  }
});
