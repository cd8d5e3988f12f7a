import assert from 'node:assert/strict';
import { test } from 'node:test';
import pg from 'pg';
import pino from 'pino';
import { PostgresCluster, WITHOUT_CLUSTER } from '@rastro/storage/testing';
import { eventually } from '../test/eventually.ts';
import { temporaryFolder } from '../test/temporary-folder.ts';
import { runServer } from './run-server.ts';
import { readSettings } from './settings/read-settings.ts';

const authorization = `Basic ${btoa('admin@example.com:correct horse')}`;
const FIRST = Date.UTC(2026, 0, 1, 8);
const MINUTE_MS = 60_000;

async function asked(url: string, ...statements: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  for (const statement of statements) await client.query(statement);
  await client.end();
}

test(
  '[POSTGRES-4] a standby that is read from takes over while devices send: nothing that was acknowledged is missing',
  { skip: WITHOUT_CLUSTER ?? false },
  async (t) => {
    const cluster = new PostgresCluster(t);
    const primary = await cluster.primary();
    await asked(primary.url('postgres'), 'CREATE DATABASE fleet');
    const standby = await cluster.standby(primary);
    await asked(
      primary.url('postgres'),
      "ALTER SYSTEM SET synchronous_standby_names = '*'",
      'SELECT pg_reload_conf()',
    );
    const servers = [primary, standby].map(({ port }) => `127.0.0.1:${port}`).join();
    const settings = readSettings(
      {
        PORT: '0',
        HOST: '127.0.0.1',
        PROTOCOLS: 'osmand:0',
        DATA_DIR: temporaryFolder(t, 'standby'),
        DATABASE_URL: `postgres://rastro@${servers}/fleet`,
        DATABASE_READ_URL: standby.url('fleet'),
        ADMIN_EMAIL: 'admin@example.com',
        ADMIN_PASSWORD: 'correct horse',
      },
      null,
    );
    const server = await runServer(settings, pino({ level: 'silent' }));
    let closing: Promise<void> | null = null;
    const close = (): Promise<void> => (closing ??= server.close());
    // Its database may be gone by then.
    t.after(() => close().catch(() => {}));
    const call = (path: string, body?: object): Promise<Response> =>
      fetch(`${server.url}${path}`, {
        method: body ? 'POST' : 'GET',
        headers: { authorization, 'content-type': 'application/json', accept: 'application/json' },
        ...(body ? { body: JSON.stringify(body) } : {}),
      });
    const replica = async (): Promise<unknown> => {
      const health = (await (await call('/ext/health')).json()) as {
        readonly versions: { readonly replica?: string };
      };
      return health.versions.replica;
    };
    const send = async (minute: number): Promise<boolean> => {
      const at = new Date(FIRST + minute * MINUTE_MS).toISOString();
      const query = `id=van-1&timestamp=${at}&lat=${minute / 100}&lon=1&speed=30`;
      const answer = await fetch(`http://127.0.0.1:${server.protocols['osmand']}/?${query}`).catch(
        () => null,
      );
      return answer?.status === 200;
    };
    assert.equal((await call('/api/devices', { name: 'Van 1', uniqueId: 'van-1' })).status, 200);
    assert.equal(await send(0), true);
    assert.equal(await replica(), 'used');
    const acknowledged: number[] = [];
    const ending = new AbortController();
    const sending = (async () => {
      for (let minute = 1; !ending.signal.aborted && minute < 5000; minute++)
        if (await send(minute)) acknowledged.push(minute);
    })();
    await eventually(() => acknowledged.length > 50);
    await primary.kill();
    await asked(
      standby.url('postgres'),
      'SELECT pg_promote()',
      "ALTER SYSTEM SET synchronous_standby_names = ''",
      'SELECT pg_reload_conf()',
    );
    const before = acknowledged.length;
    await eventually(() => acknowledged.length > before + 50);
    ending.abort();
    await sending;
    const from = new Date(FIRST).toISOString();
    const to = new Date(FIRST + 5000 * MINUTE_MS).toISOString();
    const answer = await call(`/api/reports/route?deviceId=1&from=${from}&to=${to}`);
    const route = (await answer.json()) as readonly { readonly latitude: number }[];
    const stored = new Set(route.map(({ latitude }) => Math.round(latitude * 100)));
    assert.deepEqual(
      acknowledged.filter((each) => !stored.has(each)),
      [],
    );
    assert.equal(route.length, stored.size);
    // It is the primary now.
    await eventually(async () => (await replica()) === 'behind');
    await close();
  },
);
