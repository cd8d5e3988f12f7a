import assert from 'node:assert/strict';
import { rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test, type TestContext } from 'node:test';
import { asked } from '../../test/postgres-database.ts';
import { isRoot } from '../../test/postgres-server.ts';
import { PostgresCluster, WITHOUT_CLUSTER, type ClusterServer } from '../../test/postgres-cluster.ts';
import { allRows, batch, isStorageError, position } from '../contract/made-rows.ts';
import { openHistoryReader, openTripReader } from '../open-readers.ts';
import { openExtensionStorage, openStorage } from '../open-storage.ts';
import type { Storage } from '../port.ts';
import type { StoredPosition } from '../records.ts';

const ALWAYS = { deviceId: 1, from: 0, to: 8.6e15, pageSize: 100 };
const at = (id: number): StoredPosition =>
  position({ id, fixTime: id * 1000, deviceTime: id * 1000, contentKey: id });
const store = (storage: Storage, ...ids: readonly number[]) =>
  storage.commit(batch({ positions: ids.map(at) }));

interface Pair {
  readonly cluster: PostgresCluster;
  readonly primary: ClusterServer;
  readonly standby: ClusterServer;
}

async function pair(t: TestContext): Promise<Pair> {
  const cluster = new PostgresCluster(t);
  const primary = await cluster.primary();
  await asked(primary.url('postgres'), 'CREATE DATABASE fleet');
  return { cluster, primary, standby: await cluster.standby(primary) };
}

/** Whether positions were the last that a connection of the product has asked a server for. */
const isReadFrom = async (server: ClusterServer): Promise<boolean> => {
  const sql = `SELECT FROM pg_stat_activity WHERE application_name = 'rastro' AND query LIKE '%FROM positions%'`;
  return (await asked(server.url('fleet'), sql)).length > 0;
};

async function eventually(what: string, is: () => Promise<boolean>): Promise<void> {
  for (const end = Date.now() + 20_000; !(await is().catch(() => false));) {
    if (Date.now() > end) throw new Error(`Not within 20 s: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

describe('several PostgreSQL servers', { skip: WITHOUT_CLUSTER ?? false }, () => {
  test('[PG-19] history is read from a replica that has all that was stored before, else from the primary', async (t) => {
    const { primary, standby } = await pair(t);
    const [databaseUrl, databaseReadUrl] = [primary.url('fleet'), standby.url('fleet')];
    const storage = await openStorage({ folder: '', databaseUrl, databaseReadUrl });
    t.after(() => storage.close());
    const extension = await openExtensionStorage({ folder: '', databaseUrl, databaseReadUrl });
    t.after(() => extension.close());
    const reader = await openHistoryReader(storage.location);
    t.after(() => reader.close());
    const trips = await openTripReader(storage.location, { onReplica: true });
    t.after(() => trips.close());
    const lengths = async (): Promise<readonly number[]> => [
      (await allRows(storage.history(ALWAYS))).length,
      (await allRows(reader.positions(ALWAYS))).length,
      await trips.inSnapshot(async (snapshot) => {
        const rows = await allRows(snapshot.rowsAfter(1, null, { pageSize: 10, clockAheadS: 1e9 }));
        return rows.length;
      }),
    ];
    for (let id = 1; id <= 20; id++) {
      await store(storage, id);
      assert.deepEqual(await lengths(), [id, id, id], 'at once');
    }
    assert.equal(await extension.readReplica(), 'used');
    assert.ok(await isReadFrom(standby));
    await asked(standby.url('postgres'), 'SELECT pg_wal_replay_pause()');
    await store(storage, 21);
    assert.deepEqual(await lengths(), [21, 21, 21], 'behind');
    assert.equal(await extension.readReplica(), 'behind');
    await asked(standby.url('postgres'), 'SELECT pg_wal_replay_resume()');
    await eventually('the replica goes on', async () => (await extension.readReplica()) === 'used');
    const pages = storage.history({ ...ALWAYS, pageSize: 5 })[Symbol.asyncIterator]();
    await pages.next();
    await standby.kill();
    let left = 0;
    for (let page = await pages.next(); page.done !== true; page = await pages.next())
      left += page.value.length;
    assert.equal(left, 16, 'in the middle of a history');
    await store(storage, 22);
    assert.deepEqual(await lengths(), [22, 22, 22], 'away');
    assert.equal(await extension.readReplica(), 'away');
  });

  test('[PG-20] of several servers the one that takes changes is found, also when a standby is promoted', async (t) => {
    const { primary, standby } = await pair(t);
    const list = [standby, primary].map(({ port }) => `127.0.0.1:${port}`).join();
    const storage = await openStorage({
      folder: '',
      databaseUrl: `postgres://rastro@${list}/fleet`,
      databaseReadUrl: standby.url('fleet'),
    });
    t.after(() => storage.close());
    await store(storage, 1, 2);
    await eventually(
      'the standby has it',
      async () => (await asked(standby.url('fleet'), 'SELECT FROM rastro.positions')).length === 2,
    );
    await primary.kill();
    await assert.rejects(store(storage, 3), isStorageError('UNAVAILABLE'));
    await asked(standby.url('postgres'), 'SELECT pg_promote()');
    await store(storage, 4);
    assert.deepEqual(
      (await allRows(storage.history(ALWAYS))).map(({ id }) => id),
      [1, 2, 4],
    );
  });

  test('[PG-21] a base backup and the archive restore any moment', async (t) => {
    const cluster = new PostgresCluster(t);
    const primary = await cluster.primary();
    await asked(primary.url('postgres'), 'CREATE DATABASE fleet');
    const storage = await openStorage({ folder: '', databaseUrl: primary.url('fleet') });
    await store(storage, 1);
    const data = cluster.backUp(primary, 'restored', ['-X', 'fetch']);
    await store(storage, 2);
    const [row] = await asked(primary.url('fleet'), 'SELECT clock_timestamp()::text AS now');
    await new Promise((resolve) => setTimeout(resolve, 20));
    await storage.removePositions({ deviceId: 1, from: 0, to: 8.6e15, id: null }, 100);
    await storage.close();
    await asked(primary.url('postgres'), 'SELECT pg_switch_wal()');
    await eventually('the log is in the archive', async () => {
      const [found] = await asked(
        primary.url('postgres'),
        'SELECT last_archived_wal >= pg_walfile_name(pg_current_wal_lsn() - 1) AS done FROM pg_stat_archiver',
      );
      return found?.['done'] === true;
    });
    await primary.kill();
    const restored = await cluster.restored(data, String(row?.['now']));
    await eventually('it takes changes', async () => {
      const [found] = await asked(restored.url('fleet'), 'SELECT pg_is_in_recovery() AS standby');
      return found?.['standby'] === false;
    });
    const again = await openStorage({ folder: '', databaseUrl: restored.url('fleet') });
    t.after(() => again.close());
    assert.deepEqual(
      (await allRows(again.history(ALWAYS))).map(({ id }) => id),
      [1, 2],
    );
    await store(again, 5);
    assert.equal((await allRows(again.history(ALWAYS))).length, 3);
  });

  test(
    '[PG-22] while the disk of the database is full nothing is stored and all is read; with room it goes on',
    {
      skip: isRoot ? false : 'only root can make a small disk',
    },
    async (t) => {
      const cluster = new PostgresCluster(t);
      const disk = cluster.smallDisk(160 * 2 ** 20);
      const settings = ['max_wal_size=48MB', 'min_wal_size=32MB', 'archive_mode=off'];
      const primary = await cluster.primary(settings, disk);
      await asked(primary.url('postgres'), 'CREATE DATABASE fleet');
      const storage = await openStorage({ folder: '', databaseUrl: primary.url('fleet') });
      t.after(() => storage.close());
      let stored = 0;
      const storeMore = async (): Promise<void> => {
        const ids = Array.from({ length: 500 }, (_, i) => stored + i + 1);
        const long = { note: 'x'.repeat(500) };
        await storage.commit(batch({ positions: ids.map((id) => ({ ...at(id), attributes: long })) }));
        stored += ids.length;
      };
      await storeMore();
      const ballast = join(disk, 'ballast');
      const { bavail, bsize } = statfsSync(disk);
      writeFileSync(ballast, Buffer.alloc(bavail * bsize - 1_000_000));
      await assert.rejects(async () => {
        for (;;) await storeMore();
      }, /No space left on device/);
      await assert.rejects(storeMore());
      assert.equal((await allRows(storage.history(ALWAYS))).length, stored);
      assert.equal(await storage.healthy(), true);
      rmSync(ballast);
      await storeMore();
      assert.equal((await allRows(storage.history(ALWAYS))).length, stored);
    },
  );
});
