import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { DAY_MS } from '@rastro/base';
import { position } from '../contract/made-rows.ts';
import { ALL_DAYS, contentOf, drive, openStore, type Store } from '../contract/open-history.ts';
import { StorageError } from '../storage-error.ts';
import { packingSteps } from './pack-in-background.ts';
import { packedLosses } from './packed-losses.ts';
import { AFTER_ALL, BEFORE_ALL } from '../row-pages.ts';

const runsOf = ({ db }: Store): readonly (readonly [number, number])[] =>
  db
    .prepare('SELECT n, from_time FROM history ORDER BY place')
    .all()
    .map((row) => [Number(row['n']), Math.floor(Number(row['from_time']) / DAY_MS)]);

test('[PACK-8] days of few records are packed together, a day of many in several runs', () => {
  const few = openStore();
  few.commit(drive(24 * 70, 0, DAY_MS / 24));
  few.packAll();
  assert.deepEqual(
    runsOf(few),
    Array.from({ length: 7 }, (_, i) => [i < 6 ? 264 : 96, i * 11]),
    'until one has 256',
  );
  const daily = openStore();
  daily.commit(drive(24 * 70, 0, DAY_MS / 24));
  for (let day = 1; day <= 70; day++) while (daily.packFirstDay(1, day * DAY_MS));
  assert.deepEqual(runsOf(daily), runsOf(few), 'day by day as well');
  const seldom = openStore();
  seldom.commit(drive(70, 0, DAY_MS));
  seldom.packAll();
  assert.deepEqual(runsOf(seldom), [
    [31, 0],
    [31, 31],
    [8, 62],
  ]);
  const [many, plain] = [openStore(), openStore()];
  // Eight in a second.
  const records = drive(6000, 0, 1).map((each) => ({
    ...each,
    fixTime: Math.floor(each.fixTime / 8) * 8000,
  }));
  for (const store of [many, plain]) store.commit(records);
  many.packAll();
  assert.deepEqual(runsOf(many), [
    [2048, 0],
    [2048, 0],
    [1904, 0],
  ]);
  for (const pageSize of [777, Infinity])
    assert.deepEqual(contentOf(many, 1, pageSize, null), contentOf(plain, 1, pageSize, null));
  for (const { db } of [few, daily, seldom, many, plain]) db.close();
});

test('[PACK-8] a late record of a packed day is a row until the day is packed anew', () => {
  const [packed, plain] = [openStore(), openStore()];
  const both = (work: (store: Store) => void): void => [packed, plain].forEach(work);
  both((store) => store.commit(drive(500, 0, DAY_MS / 100)));
  packed.packAll();
  const before = runsOf(packed);
  const late = drive(3, DAY_MS + 5, 7_200_000, 600);
  both((store) => store.commit(late));
  assert.equal(packed.count('positions'), 3);
  assert.deepEqual(contentOf(packed, 1, 50, null), contentOf(plain, 1, 50, null));
  packed.packAll();
  assert.equal(packed.count('positions'), 0);
  assert.deepEqual(
    runsOf(packed).map(([n]) => n),
    before.map(([n], i) => (i === 0 ? n + 3 : n)),
  );
  // So many that they no longer fit together.
  both((store) => store.commit(drive(400, DAY_MS + 6, 60_000, 700)));
  packed.packAll();
  assert.ok(runsOf(packed).length > before.length);
  assert.deepEqual(contentOf(packed, 1, 50, null), contentOf(plain, 1, 50, null));
  for (const { db } of [packed, plain]) db.close();
});

test('[PACK-8] a record that would not come back as it is stays a row', () => {
  const store = openStore();
  store.commit(drive(3, 0, DAY_MS));
  store.db.exec(`UPDATE positions SET attributes = '{"power":12.0}' WHERE id = 2`);
  store.packAll();
  assert.deepEqual(runsOf(store), [
    [1, 0],
    [1, 2],
  ]);
  const [texts] = store.pages;
  const range = { deviceId: 1, from: BEFORE_ALL, end: AFTER_ALL.time, limit: 9, clockAheadMs: null };
  assert.deepEqual(
    texts?.after(range).items.map((each) => (each as { attributes: string }).attributes),
    [1, 2, 3].map((id) => (id === 2 ? '{"power":12.0}' : JSON.stringify(position().attributes))),
  );
  store.db.close();
});

test('[PACK-9] a packed record that is sent again is known, and brings no event', () => {
  const store = openStore();
  const records = drive(2000, 0, 60_000);
  store.commit(records);
  store.packAll();
  const again = records.map((each) => ({ ...each, id: each.id + 5000 }));
  assert.deepEqual(
    store.commit(again).known,
    records.map(({ id }) => ({ id: id + 5000, storedAs: id })),
  );
  assert.equal(store.count('positions'), 0);
  assert.ok(store.write.reserveIds('position', 1) > 2000, 'ids of packed positions are not given out again');
  store.db.close();
});

test('[PACK-10] late records keep their corrections when they are packed, and go when they are removed', () => {
  const store = openStore();
  const records = drive(48, 0, DAY_MS / 24);
  store.commit(records, { passedOver: [3, 30, 40] });
  store.packAll();
  store.packAll();
  const left = (): readonly unknown[] =>
    store.db
      .prepare('SELECT position_id FROM late_records')
      .all()
      .map((row) => row['position_id']);
  assert.deepEqual(left(), [3, 30, 40]);
  store.remove({ deviceId: 1, from: DAY_MS, to: 2 * DAY_MS, id: 30 }, 10);
  assert.deepEqual(left(), [3, 40]);
  store.packAll();
  store.remove({ deviceId: 1, from: 0, to: DAY_MS - 1, id: null }, 10);
  assert.deepEqual(left(), [40]);
  store.packAll();
  store.remove({ deviceId: 1, from: 0, to: 2 * DAY_MS, id: null }, 1000);
  assert.deepEqual([left(), store.count('history'), store.count('positions')], [[], 0, 0]);
  store.db.close();
});

test('[PACK-9] a record that another process has packed meanwhile is known, too', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'rastro-packed-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'rastro.sqlite');
  const [here, there] = [openStore(path), openStore(path)];
  const records = drive(40, 0, 60_000);
  here.commit(records);
  here.commit(records.slice(0, 1));
  there.packAll();
  assert.equal(here.commit(records.map((each) => ({ ...each, id: each.id + 100 }))).known.length, 40);
  assert.equal(here.commit(records.map((each) => ({ ...each, contentKey: 99 }))).known.length, 40, 'by id');
  for (const { db } of [here, there]) db.close();
});

test('[PACK-8] of ids whose positions are gone nothing stays; they may come again', () => {
  const store = openStore();
  const records = drive(3000, 0, 60_000);
  const sweep = (): void => {
    const step = packingSteps(store.db, store.history);
    while (step());
  };
  store.commit([
    ...records,
    ...drive(10, 0, 60_000, 2900).map((each, i) => ({ ...each, deviceId: 2, id: 5000 + i })),
  ]);
  store.packAll();
  sweep();
  assert.equal(store.count('packed_ids'), 4);
  store.remove({ deviceId: 1, from: 0, to: ALL_DAYS, id: null }, 500);
  sweep();
  assert.equal(store.count('packed_ids'), 1, 'that of device 2');
  store.commit(records);
  store.packAll();
  assert.equal(store.read.positionsById([1, 1500, 3000, 5000]).length, 4);
  store.db.close();
});

test('[PACK-4] a damaged day says so when it is read, and holds up no other', () => {
  const store = openStore();
  store.commit(drive(800, 0, DAY_MS / 400));
  store.packFirstDay(1);
  store.db.exec('UPDATE history SET body = zeroblob(length(body))');
  store.commit(drive(1, 5, 1, 900));
  store.packAll();
  assert.deepEqual(runsOf(store), [
    [400, 0],
    [400, 1],
  ]);
  const isDamaged = (error: unknown): boolean => error instanceof StorageError && error.code === 'DAMAGED';
  assert.throws(() => store.read.positionsById([1]), isDamaged);
  assert.deepEqual(
    packedLosses(store.db, () => {}),
    [{ table: 'positions', deviceId: 1, day: 0, lost: 400, of: 400 }],
  );
  assert.throws(() => contentOf(store, 1, 10, null), isDamaged);
  assert.equal(store.read.positionsById([401, 800, 900]).length, 3);
  assert.equal(store.commit(drive(1, 0, 1, 901)).known.length, 1, 'its keys are not damaged');
  store.remove({ deviceId: 1, from: 0, to: DAY_MS - 1, id: null }, 1000);
  assert.equal(store.count('history'), 1, 'and it can be removed');
  store.db.close();
});

test('[PACK-8] records that arrive for a day which is packed with days before come behind it', () => {
  const [packed, plain] = [openStore(), openStore()];
  const both = (work: (store: Store) => void): void => [packed, plain].forEach(work);
  both((store) => store.commit(drive(4, 0, DAY_MS / 2)));
  packed.packAll();
  assert.deepEqual(runsOf(packed), [[4, 0]]);
  const behind = drive(3, 2 * DAY_MS - 3, 1, 50);
  plain.commit(behind);
  packed.arrive(behind);
  packed.move();
  assert.deepEqual(runsOf(packed), [
    [4, 0],
    [3, 1],
  ]);
  for (const pageSize of [1, 50])
    assert.deepEqual(contentOf(packed, 1, pageSize, null), contentOf(plain, 1, pageSize, null));
  const from = { fixTime: DAY_MS, deviceTime: 0, contentKey: 0 };
  const within = (store: Store): readonly number[] =>
    store.read.historyPage(1, 2 * DAY_MS, from, 50).map(({ id }) => id);
  assert.deepEqual(within(packed), within(plain));
  packed.packAll();
  assert.deepEqual(within(packed), within(plain));
  for (const { db } of [packed, plain]) db.close();
});
