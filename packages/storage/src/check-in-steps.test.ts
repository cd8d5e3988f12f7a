import assert from 'node:assert/strict';
import { closeSync, mkdtempSync, openSync, readSync, rmSync, statSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test, type TestContext } from 'node:test';
import { checkInSteps } from './check-in-steps.ts';
import { batch, event, position } from './contract/made-rows.ts';
import type { Damage } from './damage.ts';
import { openStorage } from './open-storage.ts';
import { storeAsRows } from './contract/stored-as-rows.ts';
import { onDamage } from './sqlite/damage-channel.ts';
import { openWrittenHistory } from './sqlite/written-history.ts';

const PAGE = 8192;
const never = new AbortController().signal;
const check = (folder: string) => checkInSteps(folder, { pauses: 0 }, never);

async function filled(t: TestContext, rows: number): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'rastro-check-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const storage = await openStorage({ folder });
  for (let from = 0; from < rows; from += 1000) {
    const positions = Array.from({ length: 1000 }, (_, i) => {
      const id = from + i + 1;
      return position({ id, fixTime: id * 1000, contentKey: id, deviceId: 1 + (id % 3) });
    });
    const events = positions.map(({ id }) => event({ id, positionId: id }));
    await storage.commit(batch({ positions, events }));
  }
  await storage.close();
  const db = new DatabaseSync(join(folder, 'rastro.sqlite'));
  storeAsRows(db, openWrittenHistory(db));
  db.close();
  return folder;
}
/** Pages of a table or index, leaves last. */
function pagesOf(folder: string, name: string): readonly number[] {
  const db = new DatabaseSync(join(folder, 'rastro.sqlite'));
  const rows = db
    .prepare("SELECT pageno FROM dbstat WHERE name = ? ORDER BY pagetype = 'leaf', pageno")
    .all(name);
  db.close();
  return rows.map((row) => Number(row['pageno']));
}
function overwrite(folder: string, page: number, bytes: Uint8Array): void {
  const file = openSync(join(folder, 'rastro.sqlite'), 'r+');
  writeSync(file, bytes, 0, PAGE, (page - 1) * PAGE);
  closeSync(file);
}
function pageAt(folder: string, page: number): Uint8Array {
  const bytes = Buffer.alloc(PAGE);
  const file = openSync(join(folder, 'rastro.sqlite'), 'r');
  readSync(file, bytes, 0, PAGE, (page - 1) * PAGE);
  closeSync(file);
  return bytes;
}

test('[DAMAGE-1] a check in steps finds overwritten pages, and says in which table', async (t) => {
  const folder = await filled(t, 3000);
  const sound = await check(folder);
  assert.deepEqual(sound.damages, []);
  assert.ok(sound.rows > 6000, `${sound.rows} rows were read`);
  const pages = pagesOf(folder, 'positions');
  const before = pageAt(folder, pages.at(-1) ?? 0);
  for (const [bytes, at] of [
    [Buffer.alloc(PAGE), pages.at(-1)],
    [Buffer.alloc(PAGE, 0xa5), pages.at(-1)],
    [pageAt(folder, pages.at(-3) ?? 0), pages.at(-1)], // Written to a wrong place.
  ] as const) {
    overwrite(folder, at ?? 0, bytes);
    const { damages } = await check(folder);
    assert.deepEqual(
      damages.map(({ database, table }) => [database, table]),
      [['rastro.sqlite', 'positions']],
    );
    overwrite(folder, at ?? 0, before);
  }
  assert.deepEqual((await check(folder)).damages, []);
});

test('[DAMAGE-1] a row that an index has lost is missed', async (t) => {
  const folder = await filled(t, 1000);
  const [page = 0, other = 0] = pagesOf(folder, 'positions_id').slice(-2);
  overwrite(folder, page, pageAt(folder, other));
  const [damage] = (await check(folder)).damages;
  assert.equal(damage?.table, 'positions');
});

test('[DAMAGE-2] damage that any statement comes upon is published, in every thread', async (t) => {
  const folder = await filled(t, 3000);
  overwrite(folder, pagesOf(folder, 'positions').at(-1) ?? 0, Buffer.alloc(PAGE));
  const found = Promise.withResolvers<Damage>();
  const watch = onDamage(folder, found.resolve);
  t.after(() => watch.close());
  const storage = await openStorage({ folder });
  t.after(() => storage.close());
  const read = async (deviceId: number): Promise<void> => {
    const all = { deviceId, from: 0, to: Number.MAX_SAFE_INTEGER, pageSize: 5000 };
    for await (const _page of storage.history(all));
  };
  await assert.rejects(Promise.all([1, 2, 3].map(read)));
  const { database, detail } = await found.promise;
  assert.deepEqual([database, detail], ['rastro.sqlite', 'database disk image is malformed']);
});

test('[DAMAGE-3] the log stays bounded during a check', async (t) => {
  const folder = await filled(t, 3000);
  const storage = await openStorage({ folder });
  t.after(() => storage.close());
  const over = new AbortController();
  const checking = checkInSteps(folder, { pauses: 20 }, never).finally(() => over.abort());
  const text = { note: 'x'.repeat(1000) };
  for (let id = 10_000; id <= 60_000 && !over.signal.aborted; id += 1000) {
    const positions = Array.from({ length: 1000 }, (_, i) =>
      position({ id: id + i, fixTime: (id + i) * 1000, contentKey: id, attributes: text }),
    );
    await storage.commit(batch({ positions }));
  }
  assert.deepEqual((await checking).damages, []);
  const log = statSync(join(folder, 'rastro.sqlite-wal')).size;
  assert.ok(log < 50_000_000, `${log} bytes`);
});
