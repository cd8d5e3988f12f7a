import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test, type TestContext } from 'node:test';
import { asked } from '../../test/postgres-database.ts';
import { POSTGRES_VERSIONS, postgresServer, WITHOUT_POSTGRES } from '../../test/postgres-server.ts';
import { openExtensionStorage, openStorage } from '../open-storage.ts';
import { holdFolder } from '../sqlite/hold-folder.ts';
import { StorageError } from '../storage-error.ts';
import { damageTable } from '../testing/damage-table.ts';
import { BOTH_STORES, checksumsOf, fillFolder } from '../contract/filled-folder.ts';
import { moveData, type DataMove } from './move-data.ts';
import { sumsOf } from './move-store.ts';
import { moveAndKill } from '../contract/killed-move.ts';
import { fileOf, openFilesSource, tablesOf } from './open-files.ts';
import { openServerSource } from './open-server.ts';
import { schemaOf } from './server-schema.ts';

function temporaryFolder(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'rastro-move-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
const never = new AbortController().signal;
const move = (folder: string, databaseUrl: string, to: DataMove['to']): DataMove => ({
  folder,
  databaseUrl,
  to,
  stores: BOTH_STORES,
  acceptsLoss: false,
  onStep: () => {},
});
const isUnfinished = (text: RegExp) => (error: unknown) =>
  error instanceof StorageError && error.code === 'UNFINISHED' && text.test(error.message);

/** Differences between two folders; empty = none. */
async function differences(a: string, b: string): Promise<readonly unknown[]> {
  const found: unknown[] = [];
  for (const store of BOTH_STORES) {
    const [first, second] = [await openFilesSource(a, store, false), await openFilesSource(b, store, false)];
    for (const table of first.tables) {
      const sums = await Promise.all([first, second].map((each) => sumsOf(each, table, () => {}, never)));
      if (sums[0] && sums[1]) found.push(...sums[0].differences(sums[1]));
      assert.ok((sums[0]?.count ?? 0) > 0, `${table.kind} has rows`);
    }
    assert.deepEqual(await second.counters(), await first.counters());
    await first.close();
    await second.close();
  }
  return found;
}

if (WITHOUT_POSTGRES !== null) test('moving data', { skip: WITHOUT_POSTGRES });
else
  for (const [name, bin] of POSTGRES_VERSIONS) {
    const database = async (): Promise<string> => (await postgresServer(bin)).createDatabase();

    test(`[DATAMOVE-1] all data go to ${name} and back, each row with its id; what they came from is as it was`, async (t) => {
      const [before, after] = [temporaryFolder(t), temporaryFolder(t)];
      const url = await database();
      await fillFolder(before);
      const files = checksumsOf(before);
      const there = await moveData(move(before, url, 'server'), never);
      assert.ok(there.isFinished, JSON.stringify([...there.outcomes]));
      assert.ok((there.outcomes.get('tracker')?.shortened ?? 0) > 0, 'texts with NUL are counted');
      assert.deepEqual(
        checksumsOf(before).filter((file) => !file.startsWith('in-use.lock')),
        files,
      );
      const back = await moveData(move(after, url, 'files'), never);
      assert.ok(back.isFinished, JSON.stringify([...back.outcomes]));
      assert.deepEqual(await differences(before, after), []);
      await assert.rejects(moveData(move(after, url, 'files'), never), isUnfinished(/has data already/));
      await assert.rejects(moveData(move(before, url, 'server'), never), isUnfinished(/has data already/));
      for (const where of [{ databaseUrl: url }, {}]) {
        const store = await openStorage({ folder: after, ...where });
        assert.equal(
          await store.insertDocument('device', 'new', {}),
          6,
          'ids of removed ones never come again',
        );
        const id = await store.reserveIds('position', 1);
        assert.ok(id > 105_900, `next position ${id}`);
        assert.deepEqual(await store.positionsById([id]), []);
        const ids = [10_000, 20_007, 42_159, 100_000 + 5000];
        assert.equal((await store.positionsById(ids)).length, ids.length, 'packed ones are found by id');
        const states = await store.deviceStates();
        assert.equal(
          (await store.positionsById(states.map(({ positionId }) => positionId))).length,
          states.length,
        );
        await store.close();
      }
    });

    test(`[DATAMOVE-3] killed at any moment, a move to ${name} and back goes on; until then no server opens the target`, async (t) => {
      const [before, after] = [temporaryFolder(t), temporaryFolder(t)];
      const url = await database();
      await fillFolder(before);
      const moves = [move(before, url, 'server'), move(after, url, 'files')];
      for (const [each, where] of [
        [moves[0], { folder: after, databaseUrl: url }],
        [moves[1], { folder: after }],
      ] as const) {
        if (!each) continue;
        for (const steps of [1, 16, 7, 12, 5, 30]) {
          assert.ok(await moveAndKill(each, steps, steps % 6));
          await assert.rejects(openStorage(where), isUnfinished(/not finished/));
        }
        assert.ok((await moveData(each, never)).isFinished);
      }
      assert.deepEqual(await differences(before, after), []);
    });

    test(`[DATAMOVE-4] a move to ${name} goes on only from the same data`, async (t) => {
      const [before, other] = [temporaryFolder(t), temporaryFolder(t)];
      const url = await database();
      await fillFolder(before);
      const stop = new AbortController();
      const stopped = moveData(
        { ...move(before, url, 'server'), onStep: () => stop.abort(new Error('stopped')) },
        stop.signal,
      );
      await assert.rejects(stopped, /stopped/);
      await (await openStorage({ folder: other })).close();
      await (await openExtensionStorage({ folder: other })).close();
      await assert.rejects(moveData(move(other, url, 'server'), never), isUnfinished(/of another store/));
      await assert.rejects(openStorage({ folder: other, databaseUrl: url }), isUnfinished(/not finished/));
      const store = await openStorage({ folder: before });
      await store.setCursor('worked', 1);
      await store.close();
      await assert.rejects(moveData(move(before, url, 'server'), never), isUnfinished(/has worked with/));
    });

    test(`[DATAMOVE-5] nothing is moved while a server works on files or on ${name}`, async (t) => {
      const [before, after] = [temporaryFolder(t), temporaryFolder(t)];
      const url = await database();
      const server = await openStorage({ folder: after, databaseUrl: url });
      await (await openExtensionStorage({ folder: after, databaseUrl: url })).close();
      const isInUse = (error: unknown): boolean => error instanceof StorageError && error.code === 'IN_USE';
      await server.partitions?.takePartitions('node-1', 64, 60_000);
      await fillFolder(before);
      await assert.rejects(moveData(move(before, url, 'server'), never), isInUse);
      await assert.rejects(moveData(move(after, url, 'files'), never), isInUse);
      await server.partitions?.noteGone('node-1');
      await assert.rejects(moveData(move(after, url, 'files'), never), isInUse, 'it is connected');
      await server.close();
      const held = holdFolder(before);
      await assert.rejects(moveData(move(before, url, 'server'), never), isInUse);
      held.release();
      const source = await openServerSource(url, 'tracker');
      await assert.rejects(openServerSource(url, 'tracker'), isInUse);
      const late = await openStorage({ folder: after, databaseUrl: url });
      assert.deepEqual(await late.partitions?.takePartitions('node-2', 64, 60_000), []);
      await source.close();
      assert.equal((await late.partitions?.takePartitions('node-2', 64, 60_000))?.length, 64);
      await late.close();
    });

    test(`[DATAMOVE-6] what differs in ${name} is named by kind and device, and the move is not finished`, async (t) => {
      const before = temporaryFolder(t);
      const url = await database();
      await fillFolder(before);
      const stop = new AbortController();
      const untilCompared = moveData(
        {
          ...move(before, url, 'server'),
          onStep: (_, { step }) => {
            if (step === 'verify') stop.abort(new Error('stopped'));
          },
        },
        stop.signal,
      );
      await assert.rejects(untilCompared, /stopped/);
      await asked(
        url,
        `DELETE FROM rastro.positions WHERE id = 20007;
         UPDATE rastro.events SET type = 'other' WHERE id = 103001`,
      );
      const { isFinished, outcomes } = await moveData(move(before, url, 'server'), never);
      assert.equal(isFinished, false);
      const inSource = 6 * 360 + 74;
      assert.deepEqual(outcomes.get('tracker')?.differences, [
        { kind: 'positions', deviceId: 2, inSource, inTarget: inSource - 1 },
        { kind: 'events', deviceId: 3, inSource: 2, inTarget: 2 },
      ]);
      await assert.rejects(openStorage({ folder: before, databaseUrl: url }), isUnfinished(/not finished/));
    });

    test(`[DATAMOVE-7] damaged pages stop a move to ${name}; by choice it goes on without them, and lists them`, async (t) => {
      const before = temporaryFolder(t);
      const url = await database();
      await fillFolder(before);
      const db = new DatabaseSync(join(before, 'rastro.sqlite'));
      db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
      const [place] = db.prepare('SELECT place FROM history WHERE device_id = 3 ORDER BY place').all();
      db.prepare('UPDATE history SET body = zeroblob(length(body)) WHERE place = ?').run(
        Number(place?.['place']),
      );
      db.close();
      damageTable(before, 'deliveries', 1);
      const damaged = (error: unknown): boolean =>
        error instanceof StorageError && /deliveries/.test(error.message);
      await assert.rejects(moveData(move(before, url, 'server'), never), damaged);
      const { isFinished, outcomes } = await moveData(
        { ...move(before, url, 'server'), acceptsLoss: true },
        never,
      );
      assert.ok(isFinished, JSON.stringify([...outcomes]));
      const lost = outcomes.get('tracker')?.lost ?? [];
      assert.equal(lost.length, 2, lost.join('\n'));
      assert.match(lost[0] ?? '', /^deliveries: rows behind .* cannot be read$/);
      assert.match(lost[1] ?? '', /^360 positions of device 3 from 2026-03-02 cannot be read$/);
    });
  }

/** Tables of both kinds of store that are not moved as they are: positions come from their readers. */
const NOT_MOVED = {
  files: [
    'history',
    'packed_ids',
    'packed_pieces',
    'packed_states',
    'arrivals',
    'moved_arrivals',
    'id_blocks',
  ],
  server: [
    'schema_version',
    'entity_ids',
    'id_blocks',
    'position_layout',
    'packed_runs',
    'packed_ids',
    'ingest_runs',
    'nodes',
    'publishers',
  ],
  both: ['leases'],
};

test('[DATAMOVE-2] every table and column of files is moved', async (t) => {
  const folder = temporaryFolder(t);
  await (await openStorage({ folder })).close();
  await (await openExtensionStorage({ folder })).close();
  for (const store of BOTH_STORES) {
    const db = new DatabaseSync(fileOf(folder, store), { readOnly: true });
    const rows = db.prepare(
      `SELECT t.name AS name, c.name AS column FROM pragma_table_list t JOIN pragma_table_info(t.name) c
       WHERE t.schema = 'main' AND t.type = 'table' AND t.name NOT LIKE 'sqlite%'`,
    );
    const found = rows.all().map((row) => `${String(row['name'])}.${String(row['column'])}`);
    const moved = tablesOf(store).flatMap(({ inFiles, columns }) =>
      columns.map((column) => `${inFiles}.${column.inFiles}`),
    );
    const others = [...NOT_MOVED.files, ...NOT_MOVED.both];
    assert.deepEqual(
      found.filter((each) => !others.includes(each.split('.')[0] ?? '')).toSorted(),
      moved.toSorted(),
    );
    db.close();
  }
});

test(
  '[DATAMOVE-2] every table and column of PostgreSQL is moved',
  { skip: WITHOUT_POSTGRES ?? false },
  async (t) => {
    const url = await (await postgresServer()).createDatabase();
    const folder = temporaryFolder(t);
    await (await openStorage({ folder, databaseUrl: url })).close();
    await (await openExtensionStorage({ folder, databaseUrl: url })).close();
    for (const store of BOTH_STORES) {
      const rows = await asked(
        url,
        `SELECT c.table_name, c.column_name FROM information_schema.columns c
       WHERE c.table_schema = '${schemaOf(store)}' AND NOT EXISTS (SELECT 1 FROM pg_inherits
         WHERE inhrelid = (c.table_schema || '.' || c.table_name)::regclass)`,
      );
      const others = [...NOT_MOVED.server, ...NOT_MOVED.both];
      // Made from the position of the state; leases of partitions end with the server, and files have no stream with
      // senders; kinds are tables of their own.
      const made = [
        'device_states.position_time',
        'partitions.owner',
        'partitions.lease_until',
        'partitions.senders',
        'entities.kind',
      ];
      const found = rows.map((row) => `${String(row['table_name'])}.${String(row['column_name'])}`);
      const moved = tablesOf(store).flatMap(({ name, columns }) =>
        columns.map((column) => `${name}.${column.name}`),
      );
      assert.deepEqual(
        found.filter((each) => !others.includes(each.split('.')[0] ?? '') && !made.includes(each)).toSorted(),
        [...new Set(moved)].toSorted(),
      );
    }
  },
);
