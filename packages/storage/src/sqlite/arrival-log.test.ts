import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test, type TestContext } from 'node:test';
import { DAY_MS } from '@rastro/base';
import { position } from '../contract/made-rows.ts';
import { contentOf, drive, openStore, type Store } from '../contract/open-history.ts';
import { onDamage } from './damage-channel.ts';
import { damagedArrivals } from './damaged-arrivals.ts';
import { migrate } from './migrate.ts';
import { MIGRATIONS } from './migrations.ts';
import { BackgroundMoves } from './move-in-background.ts';
import { restoreFolder } from './restore-folder.ts';

const FLEET = Array.from({ length: 40 }, (_, i) => i + 1);

function temporaryFolder(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'rastro-arrivals-'));
  t.after(() => rmSync(folder, { recursive: true }));
  return folder;
}

/** A record of each device in turn, with its state. */
function arrive(store: Store, rounds: number, first = 0): void {
  for (let round = first; round < first + rounds; round++) {
    const positions = FLEET.map((deviceId) => {
      const fixTime = DAY_MS + round * 60_000;
      const id = round * FLEET.length + deviceId;
      return position({ id, deviceId, fixTime, deviceTime: fixTime, contentKey: round });
    });
    const states = positions.map(
      ({ deviceId, id, fixTime }) =>
        ({ deviceId, positionId: id, lastUpdate: fixTime, status: 'online', memory: `m${id}` }) as const,
    );
    store.arrive(positions, { states });
  }
}

const allOf = (store: Store): unknown => [
  FLEET.map((deviceId) => contentOf(store, deviceId, 50, null)),
  store.read.deviceStates(),
];

test('[PACK-11] new records and states are one row for many, and a start finds them', (t) => {
  const path = join(temporaryFolder(t), 'rastro.sqlite');
  const store = openStore(path);
  arrive(store, 5);
  assert.deepEqual(
    ['arrivals', 'positions', 'history', 'device_states'].map(store.count),
    [5, 0, 0, 0],
    'a commit writes a row',
  );
  const before = allOf(store);
  const again = openStore(path);
  assert.deepEqual(allOf(again), before);
  assert.equal(
    again.arrive(drive(1, DAY_MS, 1, 900).map((each) => ({ ...each, deviceId: 7 }))).known.length,
    1,
  );
  assert.ok(again.write.reserveIds('position', 1) > 5 * FLEET.length, 'their ids are not given out again');
  again.move();
  assert.deepEqual(['arrivals', 'device_states'].map(again.count), [0, FLEET.length]);
  assert.deepEqual(allOf(store), before, 'another connection notices that they were moved');
  for (const { db } of [store, again]) db.close();
});

test('[PACK-11] a record sent again is known by its first id, waiting, packed, and while it is moved', () => {
  const store = openStore();
  arrive(store, 20);
  store.move();
  arrive(store, 40, 20);
  const records = FLEET.flatMap((deviceId) =>
    store.read.historyPage(deviceId, Infinity, { fixTime: 0, deviceTime: 0, contentKey: 0 }, 100),
  );
  const states = store.read.deviceStates();
  let run = 0;
  const check = (): void => {
    const sequence = { run: ++run, at: 0 };
    const again = records.map((each) => ({ ...each, id: each.id + 5000 }));
    const newest = states.map((each) => ({ ...each, positionId: each.positionId + 5000 }));
    const outcome = store.arrive(again, { states: newest, sequence });
    const known = records.map(({ id }) => ({ id: id + 5000, storedAs: id }));
    assert.deepEqual(outcome, { known, commandIds: [] });
    assert.deepEqual(store.write.outcomeOf(sequence), outcome);
    const others = records.map((each) => ({ ...each, contentKey: 999 }));
    assert.deepEqual(
      store.arrive(others).known,
      records.map(({ id }) => ({ id, storedAs: id })),
      'another with its id',
    );
    assert.deepEqual(store.read.deviceStates(), states);
  };
  assert.equal(records.length, 60 * FLEET.length);
  check();
  const round = store.history.moves.round();
  while (store.history.inTransaction(() => round.next()).done !== true) {
    check();
    store.history.log.forget();
    store.history.keys.forgetAll();
    check();
  }
  check();
  assert.ok(run > 4);
  store.db.close();
});

test('[PACK-11] the id of a record that was removed may come again', () => {
  const store = openStore();
  const records = drive(3, 0, 60_000);
  store.arrive(records);
  store.remove({ deviceId: 1, from: 0, to: 60_000, id: null }, 10);
  assert.deepEqual(store.arrive(records).known, [{ id: 3, storedAs: 3 }]);
  assert.equal(store.read.positionsById([1, 2, 3]).length, 3);
  store.db.close();
});

test('[PACK-12] moving new records may be ended at any moment: nothing is lost, and the next start goes on', async (t) => {
  const path = join(temporaryFolder(t), 'rastro.sqlite');
  const [store, whole] = [openStore(path), openStore()];
  store.db.exec('PRAGMA journal_mode = WAL');
  let rounds = 0;
  for (const steps of [1, 2, 3, 5, 8]) {
    for (const one of [store, whole]) arrive(one, 20, rounds);
    rounds += 20;
    await moveAndKill(path, steps);
    assert.deepEqual(allOf(store), allOf(whole), `killed after ${steps} steps`);
  }
  assert.ok(store.count('history') > 0);
  store.move();
  assert.deepEqual([store.count('arrivals'), allOf(store)], [0, allOf(whole)]);
  for (const { db } of [store, whole]) db.close();
});

/** A process that moves what arrived, and is killed after so many steps or at the end. */
async function moveAndKill(path: string, steps: number): Promise<void> {
  const module = new URL('./written-history.ts', import.meta.url).href;
  const program = `
    import { DatabaseSync } from 'node:sqlite';
    import { openWrittenHistory } from '${module}';
    const history = openWrittenHistory(new DatabaseSync(${JSON.stringify(path)}, { timeout: 5000 }));
    const round = history.moves.round();
    do process.stdout.write('x'); while (history.inBackground(() => round.next()).done !== true);
    process.stdout.write('.');
    setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let made = 0;
  for await (const bytes of child.stdout) {
    const text = String(bytes);
    made += text.length;
    if (made > steps || text.endsWith('.')) break;
  }
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}

test('[PACK-13] a damaged row of new records is reported, gives no other records, and holds up nothing', async (t) => {
  const folder = temporaryFolder(t);
  const path = join(folder, 'rastro.sqlite');
  const written = openStore(path);
  arrive(written, 3);
  written.db.exec(
    `UPDATE arrivals SET body = CAST(substr(body, 1, 8) || x'01' || substr(body, 10) AS BLOB) WHERE seq = 2`,
  );
  written.db.close();
  const found = new Promise((resolve) => {
    const channel = onDamage(folder, (damage) => {
      channel.close();
      resolve(damage);
    });
  });
  const store = openStore(path);
  assert.equal(
    damagedArrivals(store.db, () => {}),
    1,
  );
  const timesOf = (deviceId: number): unknown =>
    store.read
      .historyPage(deviceId, Infinity, { fixTime: 0, deviceTime: 0, contentKey: 0 }, 50)
      .map(({ fixTime }) => fixTime);
  const left = [DAY_MS, DAY_MS + 120_000];
  assert.deepEqual(timesOf(7), left);
  arrive(store, 1, 3);
  store.move();
  assert.deepEqual(timesOf(7), [...left, DAY_MS + 180_000]);
  assert.equal(store.count('arrivals'), 1, 'it stays where it is');
  assert.match(JSON.stringify(await found), /row 2 of arrivals/);
  store.db.close();
});

test('[PACK-14] whoever stores faster than records are moved waits for it', () => {
  const store = openStore();
  const moves = new BackgroundMoves(store.history);
  let most = 0;
  for (let round = 0; round < 250; round++) {
    const positions = drive(1000, DAY_MS + round * 1000, 1, round * 1000 + 1).map((each) => ({
      ...each,
      attributes: { note: 'x'.repeat(300) },
    }));
    store.arrive(positions);
    moves.afterCall();
    most = Math.max(most, store.history.log.bytes);
  }
  moves.end();
  assert.ok(most < 40 * 2 ** 20, `${most} bytes`);
  assert.ok(store.count('history') > 0);
  store.db.close();
});

test('[PACK-15] positions that an earlier version packed stay what they are', () => {
  const at = MIGRATIONS.findIndex((text) => text.includes('CREATE TABLE new_history'));
  const db = new DatabaseSync(':memory:');
  migrate(db, MIGRATIONS.slice(0, at));
  const insert = db.prepare("INSERT INTO history VALUES (?, ?, 1, 2, 3, 4, 5, x'06', x'07')");
  const places = [
    [1, 20_000, 0],
    [1, 20_000, 63],
    [1, 20_001, 0],
    [8, 20_000, 5],
  ] as const;
  for (const [deviceId, day, part] of places) insert.run((deviceId * 131_072 + day) * 64 + part, deviceId);
  migrate(db);
  const rows = db.prepare('SELECT place, device_id, is_part FROM history ORDER BY place').all();
  assert.deepEqual(
    rows.map((row) => [row['place'], row['device_id'], row['is_part']]),
    places.map(([deviceId, day, part]) => [(deviceId * 131_072 + day) * 512 + part, deviceId, 0]),
  );
  db.close();
});

test('[PACK-11] the newest message of a backup may be one that arrived last', (t) => {
  const [from, to] = [temporaryFolder(t), join(temporaryFolder(t), 'data')];
  const store = openStore(join(from, 'rastro.sqlite'));
  arrive(store, 2);
  store.db.close();
  const { newest } = restoreFolder({ from, to, replace: false, onStep: () => {} });
  assert.equal(newest, DAY_MS + 60_000);
});
