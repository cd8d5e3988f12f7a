import assert from 'node:assert/strict';
import { after, before, test, type TestContext } from 'node:test';
import pino from 'pino';
import { postgresServer, WITHOUT_POSTGRES, type PostgresServer } from '@rastro/storage/testing';
import { temporaryFolder } from '../test/temporary-folder.ts';
import { eventually } from '../test/eventually.ts';
import { demoSettings } from './demo/demo-settings.ts';
import { runServer, type RunningServer } from './run-server.ts';
import { readSettings } from './settings/read-settings.ts';

const skip = WITHOUT_POSTGRES ?? false;
const authorization = `Basic ${btoa('admin@example.com:correct horse')}`;
let database: PostgresServer;
let url = '';
before(async () => {
  if (skip !== false) return;
  database = await postgresServer();
  url = await database.createDatabase();
});
after(async () => {
  if (skip === false) await database.dropDatabase(url);
});

const settingsOf = (folder: string) =>
  readSettings(
    {
      PORT: '0',
      HOST: '127.0.0.1',
      PROTOCOLS: 'osmand:0',
      DATA_DIR: folder,
      DATABASE_URL: url,
      ADMIN_EMAIL: 'admin@example.com',
      ADMIN_PASSWORD: 'correct horse',
    },
    null,
  );
async function start(t: TestContext): Promise<RunningServer> {
  const server = await runServer(settingsOf(temporaryFolder(t, 'postgres')), pino({ level: 'silent' }));
  let closing: Promise<void> | null = null;
  const close = (): Promise<void> => (closing ??= server.close());
  t.after(close);
  return { ...server, close };
}
async function call<T>({ url: base }: RunningServer, path: string, body?: object): Promise<T> {
  const answer = await fetch(`${base}${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { authorization, 'content-type': 'application/json', accept: 'application/json' },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  assert.equal(answer.status, 200, path);
  return (await answer.json()) as T;
}
const send = (server: RunningServer, minute: number): Promise<number> => {
  const at = new Date(Date.UTC(2026, 0, 1, 8, minute)).toISOString();
  const query = `id=van-1&timestamp=${at}&lat=${minute / 100}&lon=1&speed=30`;
  return fetch(`http://127.0.0.1:${server.protocols['osmand']}/?${query}`).then(({ status }) => status);
};
interface Trip {
  readonly distance: number;
}
const trips = (server: RunningServer): Promise<readonly Trip[]> =>
  call(server, '/api/reports/trips?deviceId=1&from=2026-01-01T00:00:00Z&to=2026-01-02T00:00:00Z');

test(
  '[POSTGRES-1] the product runs on a database server: devices, reports, shares of the extension, a restart',
  { skip },
  async (t) => {
    const server = await start(t);
    await call(server, '/api/devices', { name: 'Van 1', uniqueId: 'van-1' });
    for (let minute = 0; minute < 12; minute++) assert.equal(await send(server, minute), 200);
    const [trip] = await trips(server);
    assert.ok((trip?.distance ?? 0) > 10_000);
    assert.equal(
      (await call<{ versions: { database: string } }>(server, '/ext/health')).versions.database.split(' ')[0],
      'PostgreSQL',
    );
    await assert.rejects(start(t), /database server.*IN_USE/);
    await server.close();
    const again = await start(t);
    assert.deepEqual(await trips(again), [trip]);
    assert.equal(await send(again, 13), 200);
    const positions = await call<readonly { latitude: number }[]>(again, '/api/positions?deviceId=1');
    assert.deepEqual(
      positions.map(({ latitude }) => latitude),
      [0.13],
    );
  },
);

test(
  '[POSTGRES-2] a restart of the database loses nothing: what is not stored is not acknowledged',
  { skip },
  async (t) => {
    const server = await start(t);
    const before_ = (await trips(server)).length;
    assert.ok(before_ > 0);
    const acknowledged: number[] = [];
    let minute = 20;
    const sending = (async () => {
      for (; minute < 50; minute++)
        if ((await send(server, minute).catch(() => 0)) === 200) acknowledged.push(minute);
    })();
    await database.restart();
    await sending;
    await eventually(async () => (await send(server, 55).catch(() => 0)) === 200);
    const route = await call<readonly { latitude: number }[]>(
      server,
      '/api/reports/route?deviceId=1&from=2026-01-01T08:20:00Z&to=2026-01-01T08:50:00Z',
    );
    const stored = new Set(route.map(({ latitude }) => Math.round(latitude * 100)));
    assert.deepEqual(
      acknowledged.filter((each) => !stored.has(each)),
      [],
    );
    assert.equal(route.length, stored.size);
  },
);

test('[POSTGRES-3] the demonstration does not run in a database with another name', () => {
  const settings = (name: string) =>
    readSettings({ DATABASE_URL: `postgres://user:secret@db/${name}`, DATA_DIR: '/srv' }, null);
  assert.throws(() => demoSettings(settings('fleet')), /contains "demo"$/);
  assert.equal(demoSettings(settings('rastro_demo')).DATA_DIR, '/srv/demo');
});
