import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, test, type TestContext } from 'node:test';
import { DAY_MS, WEEK_MS } from '@rastro/base';
import { asked } from '../../test/postgres-database.ts';
import { postgresServer, WITHOUT_POSTGRES } from '../../test/postgres-server.ts';
import { allRows, batch, position } from '../contract/made-rows.ts';
import type { Storage } from '../port.ts';
import type { StoredPosition } from '../records.ts';
import { openPostgresStorage } from './open-postgres-storage.ts';
import { packInBackground } from './pack-in-background.ts';
import { LEASE } from './packing-lease.ts';
import { packingRound } from './packing-round.ts';
import { mondayBefore } from './position-ranges.ts';
import { PostgresDatabase } from './postgres-database.ts';
import { SCHEMA } from './schema.ts';

const TODAY = Math.floor(Date.now() / DAY_MS) * DAY_MS;
const MINUTE_MS = 60_000;
const OWNER = 'test';
const ALWAYS = { deviceId: 1, from: -8.6e15, to: 8.6e15, pageSize: 700 };

interface Opened {
  readonly url: string;
  readonly store: Storage;
  readonly db: PostgresDatabase;
}

async function opened(t: TestContext): Promise<Opened> {
  const server = await postgresServer();
  const url = await server.createDatabase();
  t.after(() => server.dropDatabase(url));
  const store = await openPostgresStorage(url);
  t.after(() => store.close());
  const db = new PostgresDatabase({ url, schema: SCHEMA });
  t.after(() => db.close());
  await store.takeLease({ name: LEASE, owner: OWNER, now: 0, until: 3_600_000 });
  return { url, store, db };
}

/** So many records of a device, at even distances from a time on. */
const drive = (start: number, count: number, everyMs: number, firstId = 1): StoredPosition[] =>
  Array.from({ length: count }, (_, i) => {
    const time = start + i * everyMs;
    const times = { fixTime: time, deviceTime: time, serverTime: time + 500 };
    return position({ id: firstId + i, ...times, contentKey: i, attributes: { n: i } });
  });

/** As if they had been derived up to a time. */
const derive = (url: string, lastTime: number, deviceId = 1) =>
  asked(
    url,
    `INSERT INTO rastro.trip_heads (device_id, settings, revision, last_time, last_device_time, last_key, state,
       longest_episode) VALUES (${deviceId}, '', 1, ${lastTime}, 0, 0, '', 0)
     ON CONFLICT (device_id) DO UPDATE SET late_from = NULL, late_to = NULL, last_time = ${lastTime}`,
  );

/** @returns how many records became packed. */
async function packed(db: PostgresDatabase): Promise<number> {
  let records = 0;
  for await (const some of packingRound(db, { name: LEASE, owner: OWNER })) records += some;
  return records;
}

const countOf = async (url: string, table: string): Promise<number> =>
  Number((await asked(url, `SELECT count(*) AS n FROM rastro.${table}`))[0]?.['n']);

const tablesOf = async (url: string): Promise<readonly string[]> =>
  (
    await asked(
      url,
      `SELECT relname FROM pg_class WHERE relkind = 'r' AND relnamespace = 'rastro'::regnamespace ORDER BY 1`,
    )
  ).map((row) => String(row['relname']));

const idsOf = async (store: Storage): Promise<readonly number[]> =>
  (await allRows(store.history(ALWAYS))).map(({ id }) => id);

describe('packed history on PostgreSQL', { skip: WITHOUT_POSTGRES ?? false }, () => {
  test('[PG-12] days that are over become runs, with what comes late later; today and yesterday stay rows', async (t) => {
    const { url, store, db } = await opened(t);
    const all = drive(TODAY - 4 * DAY_MS, 5 * 720, 2 * MINUTE_MS);
    const late = all.filter(({ id }) => id % 97 === 0);
    await store.commit(batch({ positions: all.filter(({ id }) => id % 97 > 0) }));
    assert.equal(await packed(db), 0, 'not derived');
    await derive(url, all.at(-1)?.fixTime ?? 0);
    assert.ok((await packed(db)) > 0);
    assert.equal(await countOf(url, 'packed_runs'), 3);
    assert.deepEqual(await asked(url, `SELECT FROM rastro.positions WHERE fix_time < ${TODAY - DAY_MS}`), []);
    assert.equal(await countOf(url, 'positions'), all.slice(-1440).filter(({ id }) => id % 97 > 0).length);
    await store.commit(batch({ positions: late, late: late.map(({ id }) => id) }));
    const numbers = all.map(({ id }) => id);
    assert.deepEqual(await idsOf(store), numbers);
    assert.equal(await packed(db), 0, 'about to be derived again');
    await derive(url, all.at(-1)?.fixTime ?? 0);
    assert.equal(await packed(db), late.filter(({ fixTime }) => fixTime < TODAY - DAY_MS).length);
    assert.equal(await countOf(url, 'packed_runs'), 3);
    assert.deepEqual(await allRows(store.history(ALWAYS)), all);
    assert.deepEqual(await store.positionsById([97, 4000, 1]), [all[96], all[0]].toReversed());
    assert.equal(await packed(db), 0);
  });

  test('[PG-12] days of few records share a run; a day of many has several', async (t) => {
    const { url, store, db } = await opened(t);
    const few = drive(TODAY - 80 * DAY_MS, 70 * 4, 6 * 60 * MINUTE_MS);
    const many = drive(TODAY - 5 * DAY_MS, 6000, 10_000, 1000);
    await store.commit(batch({ positions: [...few, ...many] }));
    await derive(url, TODAY);
    assert.equal(await packed(db), few.length + many.length);
    const runs = await asked(
      url,
      'SELECT n, to_time - from_time AS long FROM rastro.packed_runs ORDER BY from_time',
    );
    assert.deepEqual(
      runs.map((row) => Number(row['n'])),
      [124, 124, 32, 2048, 2048, 1904],
    );
    assert.ok(runs.every((row) => Number(row['long']) < 31 * DAY_MS));
    assert.deepEqual(await allRows(store.history(ALWAYS)), [...few, ...many]);
  });

  test('[PG-12] of a device that went silent all is packed after a month', async (t) => {
    const { url, store, db } = await opened(t);
    for (const [daysAgo, left] of [
      [40, 0],
      [20, 2 * 144],
    ] as const) {
      const all = drive(TODAY - (daysAgo + 3) * DAY_MS, 4 * 144, 10 * MINUTE_MS, daysAgo * 1000);
      await store.commit(batch({ positions: all }));
      await derive(url, all.at(-1)?.fixTime ?? 0);
      await packed(db);
      assert.equal(await countOf(url, 'positions'), left);
    }
    const state = { deviceId: 1, positionId: 40_100, lastUpdate: 1, status: 'online', memory: '{}' } as const;
    await store.commit(batch({ states: [state] }));
    assert.equal((await store.deviceStates())[0]?.newestTime, TODAY - 19 * DAY_MS - 10 * MINUTE_MS);
  });

  test('[PG-13] a packed record that is sent again is known, whenever it was packed', async (t) => {
    const { url, store, db } = await opened(t);
    const all = drive(TODAY - 3 * DAY_MS, 1440, MINUTE_MS);
    await store.commit(batch({ positions: all }));
    await derive(url, TODAY);
    // It has asked up to when records are packed; that changes now.
    assert.equal(await packed(db), 1440);
    let dice = 7;
    const next = (sides: number): number => (dice = (dice * 48_271) % 2_147_483_647) % sides;
    for (let round = 1; round <= 10; round++) {
      const again = Array.from({ length: 60 }, (_, i) => ({
        ...(all[next(1440)] ?? position()),
        id: round * 10_000 + i,
      }));
      const fresh = drive(TODAY - 3 * DAY_MS + round, 20, 7 * MINUTE_MS, round * 10_000 + 500);
      const state = { deviceId: 1, lastUpdate: 1, status: 'online', memory: '{}' } as const;
      const [{ known }] = await Promise.all([
        store.commit(
          batch({ positions: [...fresh, ...again], states: [{ ...state, positionId: again[0]?.id ?? 0 }] }),
        ),
        packed(db),
      ]);
      assert.deepEqual(
        known.map(({ id, storedAs }) => [id, all.find((one) => one.id === storedAs)?.fixTime]),
        again.map(({ id, fixTime }) => [id, fixTime]),
      );
      assert.equal((await store.deviceStates())[0]?.positionId, known[0]?.storedAs);
    }
    const found = await allRows(store.history(ALWAYS));
    assert.equal(found.length, 1440 + 200);
    assert.equal(new Set(found.map(({ fixTime, contentKey }) => `${fixTime}/${contentKey}`)).size, 1640);
  });

  test('[PG-14] packing that is killed at any moment loses and doubles nothing, and the next one goes on', async (t) => {
    const { url, store, db } = await opened(t);
    const all = drive(TODAY - 60 * DAY_MS, 58 * 48, 30 * MINUTE_MS);
    const sent = [1, 2, 3].flatMap((deviceId) =>
      all.map((record) => ({ ...record, deviceId, id: record.id * 4 + deviceId })),
    );
    await store.commit(batch({ positions: sent }));
    for (const deviceId of [1, 2, 3]) await derive(url, TODAY, deviceId);
    const program = `import { packAll } from '${new URL('packing-thread.ts', import.meta.url).href}';
      process.stdout.write('x');
      await packAll({ url: ${JSON.stringify(url)}, owner: '${OWNER}' });`;
    for (let ms = 20; (await countOf(url, 'packed_runs')) < 30; ms += 20) {
      const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      const gone = once(child, 'exit');
      await once(child.stdout, 'data');
      await new Promise((resolve) => setTimeout(resolve, ms));
      child.kill('SIGKILL');
      await gone;
      const found = await asked(
        url,
        'SELECT (SELECT count(*) FROM rastro.positions) + coalesce((SELECT sum(n) FROM rastro.packed_runs), 0) AS n',
      );
      assert.equal(Number(found[0]?.['n']), sent.length);
    }
    await store.takeLease({ name: LEASE, owner: OWNER, now: 0, until: 3_600_000 });
    await packed(db);
    assert.equal(await countOf(url, 'positions'), 0);
    for (const deviceId of [1, 2, 3])
      assert.deepEqual(
        await allRows(store.history({ ...ALWAYS, deviceId })),
        sent.filter((record) => record.deviceId === deviceId),
      );
  });

  test('[PG-15] tables of times that are long over go when nothing is left in them, and come back', async (t) => {
    const { url, store, db } = await opened(t);
    const monday = mondayBefore(TODAY - 8 * WEEK_MS);
    const name = new Date(monday).toISOString().slice(0, 10).replaceAll('-', '');
    await store.commit(batch({ positions: drive(monday, 3000, 3 * MINUTE_MS) }));
    await derive(url, TODAY);
    const reader = await db.snapshot(async (queries) => {
      await queries.all('SELECT FROM positions LIMIT 1');
      await packed(db);
      return tablesOf(url);
    });
    assert.ok(reader.includes(`positions_${name}`), 'while somebody reads it stays');
    await packed(db);
    const tables = await tablesOf(url);
    assert.ok(tables.includes(`packed_${name}`) && !tables.includes(`positions_${name}`));
    const [late] = drive(monday + 1, 1, 1, 9000);
    assert.ok(late);
    await store.commit(batch({ positions: [late] }));
    assert.equal((await idsOf(store)).length, 3001);
    const { removed } = await store.removePositions({ deviceId: 1, from: 0, to: TODAY, id: null }, 10_000);
    assert.equal(removed, 3001);
    await packed(db);
    assert.ok(!(await tablesOf(url)).some((table) => table.endsWith(name)));
    assert.equal(await countOf(url, 'packed_ids'), 0);
  });

  test('[PG-16] who does not have the lease packs nothing', async (t) => {
    const { url, store, db } = await opened(t);
    await store.commit(batch({ positions: drive(TODAY - 3 * DAY_MS, 300, MINUTE_MS) }));
    await derive(url, TODAY);
    await store.releaseLease({ name: LEASE, owner: OWNER });
    await store.takeLease({ name: LEASE, owner: 'another', now: 0, until: 60_000 });
    await assert.rejects(packed(db), (error: { code?: string }) => error.code === 'FENCED');
    assert.equal(await countOf(url, 'positions'), 300);
  });

  test('[PG-16] processes pack in the background, in a thread, and give the lease back', async (t) => {
    const { url, store, db } = await opened(t);
    await store.commit(batch({ positions: drive(TODAY - 3 * DAY_MS, 300, MINUTE_MS) }));
    await derive(url, TODAY);
    await store.releaseLease({ name: LEASE, owner: OWNER });
    const ends = [packInBackground(db, url, 0), packInBackground(db, url, 0)];
    t.after(() => Promise.all(ends.map((end) => end())));
    const isLeaseFree = async (): Promise<boolean> =>
      (await asked(url, `SELECT FROM rastro.leases WHERE name = '${LEASE}'`)).length === 0;
    while ((await countOf(url, 'positions')) > 0 || !(await isLeaseFree()));
    assert.equal(await countOf(url, 'packed_runs'), 1);
  });

  test('[PG-17] what cannot be packed stays as it is', async (t) => {
    const { url, store, db } = await opened(t);
    const all = drive(TODAY - 4 * DAY_MS, 96, 15 * MINUTE_MS);
    const odd = all.map((record) => ({
      ...record,
      id: record.id + 1000,
      fixTime: record.fixTime + DAY_MS,
      latitude: Number.NaN,
    }));
    await store.commit(batch({ positions: [...all, ...odd] }));
    await derive(url, TODAY);
    await packed(db);
    assert.ok((await countOf(url, 'positions')) >= odd.length);
    assert.deepEqual(await allRows(store.history(ALWAYS)), [...all, ...odd]);
  });

  test('[PG-18] a part of a run is removed, and the others stay packed', async (t) => {
    const { url, store, db } = await opened(t);
    const all = drive(TODAY - 4 * DAY_MS, 2000, MINUTE_MS);
    await store.commit(batch({ positions: all }));
    await derive(url, TODAY);
    await packed(db);
    const range = { deviceId: 1, from: all[100]?.fixTime ?? 0, to: all[1699]?.fixTime ?? 0, id: null };
    assert.equal((await store.removePositions({ ...range, id: 50 }, 10)).removed, 0, 'of another time');
    assert.equal((await store.removePositions({ ...range, from: 0, id: 50 }, 10)).removed, 1);
    assert.equal((await store.removePositions(range, 1000)).removed, 1000);
    assert.equal((await store.removePositions(range, 1000)).removed, 600);
    assert.deepEqual(
      await allRows(store.history(ALWAYS)),
      all.filter(({ id }) => id !== 50 && (id <= 100 || id > 1700)),
    );
    assert.equal(await countOf(url, 'positions'), 0);
  });

  test('[PG-18] retention deletes old days as a whole, and only the rest of one by records', async (t) => {
    const { url, store, db } = await opened(t);
    const all = drive(TODAY - 60 * DAY_MS, 50 * 720, 2 * MINUTE_MS);
    await store.commit(batch({ positions: all }));
    await derive(url, TODAY);
    await packed(db);
    const oldest = TODAY - 20 * DAY_MS - 6 * 60 * MINUTE_MS;
    await asked(url, `UPDATE rastro.trip_heads SET kept_time = ${oldest}`);
    const gone: number[] = [];
    for (let count = 500; count >= 500; gone.push(count)) count = await store.dropPositions(1, oldest, 500);
    assert.deepEqual(gone, [32 * 720, 7 * 720, 500, 40]);
    assert.equal(await countOf(url, 'packed_runs'), 10 + 2);
    assert.deepEqual(
      await allRows(store.history(ALWAYS)),
      all.filter(({ fixTime }) => fixTime >= oldest),
    );
  });
});
