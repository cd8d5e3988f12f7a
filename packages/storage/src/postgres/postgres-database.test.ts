import assert from 'node:assert/strict';
import { describe, test, type TestContext } from 'node:test';
import { asked } from '../../test/postgres-database.ts';
import { postgresServer, WITHOUT_POSTGRES } from '../../test/postgres-server.ts';
import { tcpProxy } from '../../test/tcp-proxy.ts';
import { isStorageError } from '../contract/made-rows.ts';
import { EXTENSION_MIGRATIONS } from './extension-migrations.ts';
import { migrate } from './migrate.ts';
import { openPostgresExtension } from './open-postgres-extension.ts';
import { PostgresDatabase, type Queries } from './postgres-database.ts';

const SCHEMA = 'made';

async function freshDatabase(t: TestContext): Promise<string> {
  const server = await postgresServer();
  const url = await server.createDatabase();
  t.after(() => server.dropDatabase(url));
  return url;
}

async function opened(t: TestContext, url: string): Promise<PostgresDatabase> {
  const db = new PostgresDatabase({ url, schema: SCHEMA });
  t.after(() => db.close());
  return db;
}

const END_OTHERS =
  'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()';

describe('PostgreSQL', { skip: WITHOUT_POSTGRES ?? false }, () => {
  test('[PG-1] of four processes that start at once one migrates, the others wait', async (t) => {
    const url = await freshDatabase(t);
    const settings = { url, schema: SCHEMA };
    const slow = ['CREATE TABLE one (a int)', 'SELECT pg_sleep(0.3); CREATE TABLE two (a int)'];
    await Promise.all([1, 2, 3, 4].map(() => migrate(settings, slow)));
    assert.deepEqual(await asked(url, `SELECT version FROM ${SCHEMA}.schema_version`), [{ version: 2 }]);
    const stores = await Promise.all([1, 2, 3, 4].map(() => openPostgresExtension(url)));
    await Promise.all(stores.map((store, at) => store.setCursor(`job ${at}`, at)));
    assert.equal(await stores[0]?.readCursor('job 3'), 3);
    await Promise.all(stores.map((store) => store.close()));
  });

  test('[PG-2] a newer schema is refused and not touched; a migration that failed is done again', async (t) => {
    const url = await freshDatabase(t);
    const settings = { url, schema: SCHEMA };
    const tables = async (): Promise<readonly unknown[]> => {
      const rows = await asked(
        url,
        `SELECT tablename FROM pg_tables WHERE schemaname = '${SCHEMA}' ORDER BY 1`,
      );
      return rows.map((row) => row['tablename']);
    };
    const killed = ['CREATE TABLE one (a int)', 'CREATE TABLE two (a int); SELECT kill_here()'];
    await assert.rejects(migrate(settings, killed), isStorageError('UNAVAILABLE'));
    assert.deepEqual(await tables(), ['one', 'schema_version']);
    await migrate(settings, ['CREATE TABLE one (a int)', 'CREATE TABLE two (a int)']);
    assert.deepEqual(await tables(), ['one', 'schema_version', 'two']);
    await assert.rejects(migrate(settings, ['CREATE TABLE one (a int)']), isStorageError('TOO_NEW'));
    assert.deepEqual(await tables(), ['one', 'schema_version', 'two']);
    await (await openPostgresExtension(url)).close();
    await asked(
      url,
      `UPDATE rastro_extension.schema_version SET version = ${EXTENSION_MIGRATIONS.length + 1}`,
    );
    await assert.rejects(openPostgresExtension(url), isStorageError('TOO_NEW'));
  });

  test('[PG-3] connections that ended are replaced, and a server that restarts is found again', async (t) => {
    const url = await freshDatabase(t);
    const db = await opened(t, url);
    const one = async (): Promise<unknown> => (await db.all('SELECT 1 AS one'))[0]?.['one'];
    assert.equal(await one(), 1);
    await asked(url, END_OTHERS);
    assert.equal(await one(), 1);
    await asked(url, END_OTHERS);
    assert.equal(
      await db.transaction(async (queries) => (await queries.all('SELECT 2 AS two'))[0]?.['two']),
      2,
    );
    const server = await postgresServer();
    await server.restart();
    assert.equal(await one(), 1);
  });

  test('[PG-3] a statement whose connection ends while it runs is not repeated, and nothing of it is stored', async (t) => {
    const url = await freshDatabase(t);
    const db = await opened(t, url);
    await asked(url, `CREATE SCHEMA ${SCHEMA} CREATE TABLE done (a int)`);
    const running = db.transaction(async (queries) => {
      await queries.run('INSERT INTO done VALUES (1)');
      await queries.all('SELECT pg_sleep(30)');
    });
    const refused = assert.rejects(running, isStorageError('UNAVAILABLE'));
    while (
      !(await asked(url, END_OTHERS.replace('pid <>', `query LIKE '%pg_sleep(30)%' AND pid <>`))).length
    );
    await refused;
    assert.deepEqual(await db.all('SELECT * FROM done'), []);
  });

  test('[PG-4] what cannot be reached, or takes too long, is UNAVAILABLE, and no password is named', async (t) => {
    const unavailable = (error: unknown): boolean =>
      isStorageError('UNAVAILABLE')(error) && !String(error).includes('secret');
    await assert.rejects(openPostgresExtension('postgres://a:secret@127.0.0.1:1/b'), unavailable);
    await assert.rejects(openPostgresExtension('a:secret@ no url'), unavailable);
    const url = await freshDatabase(t);
    const db = await opened(t, `${url}?statement_timeout=50&options=-c%20work_mem%3D1234kB`);
    await assert.rejects(db.all('SELECT pg_sleep(30)'), unavailable);
    assert.deepEqual(await db.all('SHOW work_mem'), [{ work_mem: '1234kB' }]);
    assert.deepEqual(await db.all('SHOW search_path'), [{ search_path: SCHEMA }]);
    assert.deepEqual(await db.all('SELECT 9007199254740991::bigint AS n'), [{ n: Number.MAX_SAFE_INTEGER }]);
  });

  test('[PG-5] of two transactions that wait for each other one runs again, and both are stored', async (t) => {
    const url = await freshDatabase(t);
    const db = await opened(t, url);
    await asked(url, `CREATE SCHEMA ${SCHEMA} CREATE TABLE sums (id int PRIMARY KEY, n int)`);
    await db.run('INSERT INTO sums VALUES (1, 0), (2, 0)');
    let attempts = 0;
    const add = (first: number, second: number): Promise<void> =>
      db.transaction(async (queries) => {
        attempts++;
        await queries.run('UPDATE sums SET n = n + 1 WHERE id = $1', [first]);
        await queries.all('SELECT pg_sleep(0.2)');
        await queries.run('UPDATE sums SET n = n + 1 WHERE id = $1', [second]);
      });
    await Promise.all([add(1, 2), add(2, 1)]);
    // On a busy machine the one that was taken back may be ahead of the other once more.
    assert.ok(attempts >= 3);
    assert.deepEqual(await db.all('SELECT n FROM sums'), [{ n: 2 }, { n: 2 }]);
  });

  test('[PG-6] a lease runs out by the clock of the database, whatever the clocks of holders say', async (t) => {
    const store = await openPostgresExtension(await freshDatabase(t));
    t.after(() => store.close());
    const hold = (owner: string, now: number) => ({ name: 'job', owner, now, until: now + 60_000 });
    assert.equal(await store.takeLease(hold('behind', 0)), true);
    assert.equal(await store.takeLease(hold('ahead', Date.now() + 1e9)), false);
    assert.equal(await store.takeLease({ ...hold('behind', 0), until: 0 }), true, 'renewed for no time');
    assert.equal(await store.takeLease(hold('ahead', 0)), true);
  });

  test('[PG-23] a statement that is asked again is planned once, whatever becomes of its tables', async (t) => {
    const url = await freshDatabase(t);
    const rows = `${SCHEMA}.rows`;
    await asked(url, `CREATE SCHEMA ${SCHEMA} CREATE TABLE rows (n int, name text) PARTITION BY RANGE (n)`);
    await asked(url, `CREATE TABLE ${SCHEMA}.low PARTITION OF ${rows} FOR VALUES FROM (0) TO (10)`);
    await asked(url, `INSERT INTO ${rows} VALUES (1, 'one')`);
    const db = new PostgresDatabase({ url, schema: SCHEMA, plansOnce: true }, { connections: 1 });
    t.after(() => db.close());
    const from = (first: number) => db.planned('SELECT n, name FROM rows WHERE n >= $1 ORDER BY n', [first]);
    for (let time = 0; time < 3; time++) assert.deepEqual(await from(0), [[1, 'one']]);
    const plans = await db.lists('SELECT generic_plans, custom_plans FROM pg_prepared_statements');
    assert.deepEqual(plans, [[3, 0]]);
    await asked(url, `CREATE TABLE ${SCHEMA}.high PARTITION OF ${rows} FOR VALUES FROM (10) TO (20)`);
    await asked(url, `INSERT INTO ${rows} VALUES (11, 'eleven')`);
    await asked(url, `ALTER TABLE ${rows} ADD more int`);
    assert.deepEqual(await from(0), [
      [1, 'one'],
      [11, 'eleven'],
    ]);
    await asked(url, `DROP TABLE ${SCHEMA}.low`);
    assert.deepEqual(await from(0), [[11, 'eleven']]);
    await asked(url, END_OTHERS);
    assert.deepEqual(await from(2), [[11, 'eleven']], 'on another connection');
  });

  test('[PG-24] a snapshot whose connection is lost begins again; after its end nothing is sent', async (t) => {
    const url = await freshDatabase(t);
    await asked(url, `CREATE SCHEMA ${SCHEMA} CREATE TABLE rows (n int)`);
    const proxy = await tcpProxy(url);
    t.after(() => proxy.close());
    const settings = { url: proxy.url, schema: SCHEMA };
    const db = new PostgresDatabase(settings, { connections: 1, pipeline: true });
    t.after(() => db.close());
    const pid = (queries: Queries) => queries.lists('SELECT pg_backend_pid()');
    await db.snapshot(pid);
    // Behind its end, which nobody waits for.
    const first = await pid(db);
    proxy.holdQuestions();
    let [calls, begun] = [0, 0];
    const snapshots: Queries[] = [];
    const second = await db.snapshot(
      async (queries) => {
        calls++;
        snapshots.push(queries);
        const asking = pid(queries);
        if (calls === 1) proxy.cut();
        const found = await asking;
        await asked(url, `INSERT INTO ${SCHEMA}.rows VALUES (1)`);
        assert.deepEqual(await queries.lists('SELECT n FROM rows'), [], 'one state');
        return found;
      },
      () => begun++,
    );
    assert.notDeepEqual(second, first);
    assert.deepEqual([calls, begun], [2, 1]);
    const last = snapshots.at(-1);
    assert.ok(last);
    await assert.rejects(last.lists('SELECT n FROM rows'), isStorageError('CLOSED'));
    assert.deepEqual(await db.snapshot((queries) => queries.lists('SELECT n FROM rows')), [[1]]);
    const failed = db.snapshot(async (queries) => {
      await queries.lists('SELECT 1');
      throw new RangeError('of the reader');
    });
    await assert.rejects(failed, RangeError);
    assert.deepEqual(await db.lists('SELECT n FROM rows'), [[1]], 'the connection goes on');
  });

  test('[EXTINV-2] the database itself refuses to change or remove a line of the ledger', async (t) => {
    const url = await freshDatabase(t);
    await (await openPostgresExtension(url)).close();
    const ledger = 'rastro_extension.invoice_ledger';
    for (const sql of [`UPDATE ${ledger} SET amount = 1`, `DELETE FROM ${ledger}`, `TRUNCATE ${ledger}`])
      await assert.rejects(asked(url, sql), /stays as it is/);
  });
});
