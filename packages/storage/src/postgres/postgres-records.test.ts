import assert from 'node:assert/strict';
import { describe, test, type TestContext } from 'node:test';
import { DAY_MS, WEEK_MS } from '@rastro/base';
import { knots } from '@rastro/fleet';
import { asked } from '../../test/postgres-database.ts';
import { postgresServer, WITHOUT_POSTGRES } from '../../test/postgres-server.ts';
import { tcpProxy } from '../../test/tcp-proxy.ts';
import { allRows, batch, event, isStorageError, position } from '../contract/made-rows.ts';
import type { Storage } from '../port.ts';
import type { StoredPosition } from '../records.ts';
import { openPostgresStorage } from './open-postgres-storage.ts';
import { mondayBefore, rangeOf } from './position-ranges.ts';

const ALWAYS = { deviceId: 1, from: -8.6e15, to: 8.6e15, pageSize: 100 };

async function freshDatabase(t: TestContext): Promise<string> {
  const server = await postgresServer();
  const url = await server.createDatabase();
  t.after(() => server.dropDatabase(url));
  return url;
}

async function opened(t: TestContext, url: string): Promise<Storage> {
  const store = await openPostgresStorage(url);
  t.after(() => store.close());
  return store;
}

const at = (id: number, fixTime: number): StoredPosition =>
  position({ id, fixTime, deviceTime: fixTime, serverTime: fixTime, contentKey: id });

const tablesOf = async (url: string): Promise<readonly string[]> => {
  const rows = await asked(
    url,
    `SELECT relname FROM pg_inherits JOIN pg_class ON oid = inhrelid WHERE inhparent = 'rastro.positions'::regclass
     ORDER BY 1`,
  );
  return rows.map((row) => String(row['relname']));
};

describe('records on PostgreSQL', { skip: WITHOUT_POSTGRES ?? false }, () => {
  test('[PG-7] records of wrong clocks are stored in order, and make few tables', async (t) => {
    const url = await freshDatabase(t);
    const store = await opened(t, url);
    const before = (await tablesOf(url)).length;
    const wrong = [-8.5e15, -1, 0, Date.UTC(1999, 5), Date.UTC(2150, 0), 8.5e15];
    const years = Array.from({ length: 600 }, (_, week) => Date.UTC(2001, 0) + week * 2 * WEEK_MS);
    const times = [...wrong, ...years].toSorted((a, b) => a - b);
    await store.commit(batch({ positions: times.map((time, i) => at(i + 1, time)).toReversed() }));
    const found = await allRows(store.history(ALWAYS));
    assert.deepEqual(
      found.map(({ fixTime }) => fixTime),
      times,
    );
    assert.ok((await tablesOf(url)).length - before < 24);
    const weeks = Array.from({ length: 5 }, (_, week) => Date.now() - week * WEEK_MS);
    await store.commit(batch({ positions: weeks.map((time, i) => at(i + 1000, time)) }));
    const names = await tablesOf(url);
    for (const week of weeks)
      assert.ok(
        names.includes(
          `positions_${new Date(mondayBefore(week)).toISOString().slice(0, 10).replaceAll('-', '')}`,
        ),
      );
  });

  test('[PG-7] each time is in one table: weeks from Monday on, years before, the rest at both ends', () => {
    const layout = { weeksFrom: Date.UTC(2026, 0, 5), horizon: Date.UTC(2026, 0, 5) + 30 * WEEK_MS };
    let last = rangeOf(Date.UTC(1990, 0), layout);
    for (let time = Date.UTC(1990, 0); time < Date.UTC(2028, 0); time += DAY_MS / 2) {
      const range = rangeOf(time, layout);
      assert.ok(range.from <= time && time < range.to, new Date(time).toISOString());
      if (range.from !== last.from) assert.equal(range.from, last.to, 'without a gap');
      last = range;
    }
    assert.deepEqual(rangeOf(Date.UTC(2026, 0, 4), layout), {
      from: Date.UTC(2026, 0),
      to: Date.UTC(2026, 0, 5),
      table: 'positions_2026',
    });
    assert.equal(rangeOf(Date.UTC(2026, 0, 11), layout).table, 'positions_20260105');
  });

  test('[PG-8] weeks go on with time: records of clocks that were far ahead go into theirs', async (t) => {
    const url = await freshDatabase(t);
    await (await openPostgresStorage(url)).close();
    // As if half a year had passed since.
    const horizon = mondayBefore(Date.now()) + 2 * WEEK_MS;
    await asked(
      url,
      `SET search_path = rastro; ALTER TABLE positions DETACH PARTITION positions_after;
       DROP TABLE IF EXISTS positions_${new Date(horizon).toISOString().slice(0, 10).replaceAll('-', '')};
       ALTER TABLE positions ATTACH PARTITION positions_after FOR VALUES FROM (${horizon}) TO (MAXVALUE);
       UPDATE position_layout SET horizon = ${horizon}`,
    );
    const ahead = [3, 9, 9, 40].map((weeks, i) => Date.now() + weeks * WEEK_MS + i);
    const values = ahead.map(
      (time, i) =>
        `(${time}, ${time}, ${time}, ${i}, ${i + 1}, 1, 0, 0, 0, 0, 0, 0, true, 'h02', NULL, NULL, NULL, '{}')`,
    );
    await asked(url, `INSERT INTO rastro.positions VALUES ${values.join()}`);
    const [store] = await Promise.all([opened(t, url), opened(t, url)]);
    const [moved] = await asked(url, 'SELECT horizon FROM rastro.position_layout');
    assert.ok(Number(moved?.['horizon']) > Date.now() + 20 * WEEK_MS);
    const left = await asked(url, 'SELECT fix_time FROM rastro.positions_after');
    assert.deepEqual(
      left.map((row) => Number(row['fix_time'])),
      ahead.slice(3),
    );
    const again = ahead.map((time, i) => ({ ...at(i + 10, time), contentKey: i }));
    const { known } = await store.commit(batch({ positions: again }));
    assert.equal(known.length, 4, 'they are known where they are now');
    assert.equal((await allRows(store.history(ALWAYS))).length, 4);
  });

  test('[PG-8] a table that an operator dropped is made again', async (t) => {
    const url = await freshDatabase(t);
    const store = await opened(t, url);
    const time = Date.now() - 10 * WEEK_MS;
    await store.commit(batch({ positions: [at(1, time)] }));
    const table = rangeOf(time, { weeksFrom: 0, horizon: Infinity }).table ?? '';
    await asked(url, `DROP TABLE rastro.${table}`);
    await store.commit(batch({ positions: [at(2, time)] }));
    assert.deepEqual(
      (await allRows(store.history(ALWAYS))).map(({ id }) => id),
      [2],
    );
  });

  test('[PG-9] a batch whose answer is lost is stored once, and its outcome can be asked for', async (t) => {
    const url = await freshDatabase(t);
    const proxy = await tcpProxy(url);
    t.after(() => proxy.close());
    const store = await opened(t, proxy.url);
    const of = (turn: number) =>
      batch({ positions: [at(turn, 1000 + turn)], sequence: { run: 1, at: turn } });
    await store.commit(of(0));
    proxy.loseAnswers();
    const lost = assert.rejects(store.commit(of(1)), isStorageError('UNAVAILABLE'));
    while ((await asked(url, 'SELECT FROM rastro.positions')).length < 2);
    proxy.cut();
    await lost;
    assert.deepEqual(await store.outcomeOf({ run: 1, at: 1 }), { known: [], commandIds: [] });
    assert.deepEqual(await store.outcomeOf({ run: 1, at: 0 }), { known: [], commandIds: [] });
    await store.commit(of(2));
    assert.equal((await allRows(store.history(ALWAYS))).length, 3);
  });

  test('[PG-9] what is still on its way when its outcome is asked for is not stored later', async (t) => {
    const url = await freshDatabase(t);
    const proxy = await tcpProxy(url);
    t.after(() => proxy.close());
    const store = await opened(t, proxy.url);
    const of = (run: number, turn: number) =>
      batch({ positions: [at(run * 10 + turn, 1000)], sequence: { run, at: turn } });
    await store.commit(of(1, 0));
    // The next one of its run, and the first one of another.
    for (const [run, turn] of [
      [1, 1],
      [2, 0],
    ] as const) {
      proxy.holdQuestions();
      const lost = assert.rejects(store.commit(of(run, turn)), isStorageError('UNAVAILABLE'));
      await new Promise((resolve) => setImmediate(resolve));
      proxy.cut();
      await lost;
      assert.equal(await store.outcomeOf({ run, at: turn }), null);
      await proxy.deliver();
      await assert.rejects(store.commit(of(run, turn)), isStorageError('OUT_OF_ORDER'), 'the run is over');
    }
    await store.commit(of(3, 0));
    assert.deepEqual(
      (await allRows(store.history(ALWAYS))).map(({ id }) => id),
      [10, 30],
    );
  });

  test('[PG-11] batches that are sent before those before them are stored have the outcomes of one after the other', async (t) => {
    const url = await freshDatabase(t);
    let dice = 7;
    const next = (sides: number): number => (dice = (dice * 48_271) % 2_147_483_647) % sides;
    for (let round = 1; round <= 12; round++) {
      // Another process: it does not know that records come again.
      const store = await openPostgresStorage(url);
      const stored = new Map<number, number>();
      const batches = Array.from({ length: 6 }, (_, turn) => {
        const first = round * 100_000 + turn * 1000;
        const positions = Array.from({ length: 300 }, (__, i) => {
          const isAgain = turn > 0 && next(round * 40) === 0;
          return { ...at(first + i, first + i - (isAgain ? 1000 : 0)), contentKey: 1 };
        });
        const known = positions.flatMap(({ id, fixTime }) => {
          const storedAs = stored.get(fixTime);
          if (storedAs === undefined) stored.set(fixTime, id);
          return storedAs === undefined ? [] : [{ id, storedAs }];
        });
        return { known, rows: batch({ positions, sequence: { run: 1, at: turn } }) };
      });
      const outcomes = await Promise.all(batches.map(({ rows }) => store.commit(rows)));
      assert.deepEqual(
        outcomes.map(({ known }) => known),
        batches.map(({ known }) => known),
      );
      const found = await allRows(store.history({ ...ALWAYS, from: round * 100_000 }));
      await store.close();
      assert.deepEqual(
        found.map(({ fixTime, id }) => [fixTime, id]),
        [...stored].toSorted(([one], [other]) => one - other),
      );
    }
  });

  test('[PG-10] any text and number of a device is stored, without what the database has no place for', async (t) => {
    const store = await opened(t, await freshDatabase(t));
    const lone = '\ud800';
    const hostile = position({
      protocol: 'a\0b',
      address: `x\0y${lone}`,
      latitude: Number.NaN,
      longitude: Number.POSITIVE_INFINITY,
      altitude: Number.NEGATIVE_INFINITY,
      speed: knots(-0),
      course: Number.MIN_VALUE,
      accuracy: Number.MAX_VALUE,
      contentKey: Number.MAX_SAFE_INTEGER,
      deviceTime: Number.MIN_SAFE_INTEGER,
      serverTime: 2 ** 62,
      attributes: { text: `"\0\\${lone}\u2028`, n: 2 ** 60, 'k\0"': [] },
      network: { [`\0${lone}`]: 1 } as never,
    });
    const late = event({ attributes: { late: true, text: `\0${lone}` }, positionId: 0 });
    const state = {
      deviceId: 1,
      positionId: 1,
      lastUpdate: null,
      status: 'unknown',
      memory: `"{,}\\\0`,
    } as const;
    await store.commit(batch({ positions: [hostile], events: [late], states: [state] }));
    const [found] = await store.positionsById([1]);
    assert.deepEqual(found, { ...hostile, protocol: 'ab', address: 'xy\ufffd' });
    assert.deepEqual(await allRows(store.history(ALWAYS)), [found]);
    assert.deepEqual(await store.eventById(1), late);
    assert.equal((await store.deviceStates())[0]?.memory, '"{,}\\');
    const nothing = { records: [], positionIds: [0], dwellGeofences: [], visits: [], events: [] };
    await store.settleLate([{ ...nothing, deviceId: 1, from: 0, to: 9999 }]);
    assert.equal(await store.eventById(1), null, 'its attributes can be read');
    for (const wrong of [{ fixTime: 0.5 }, { contentKey: Number.NaN }, { deviceId: 2 ** 70 }])
      await assert.rejects(
        store.commit(batch({ positions: [position({ id: 2, ...wrong })] })),
        isStorageError('UNAVAILABLE'),
      );
    assert.equal((await allRows(store.history(ALWAYS))).length, 1);
  });
});
