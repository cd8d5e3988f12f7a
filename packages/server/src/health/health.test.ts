import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import pino from 'pino';
import { systemClock } from '@rastro/base';
import type { Health } from '@rastro/fleet';
import { openExtensionStorage } from '@rastro/storage';
import { cookieOf, startTrackingStub } from '../../test/tracking-stub.ts';
import { runServer, type RunningServer } from '../run-server.ts';
import { readSettings } from '../settings/read-settings.ts';
import { growthOf, recordSizes, measureDisk } from './measure-disk.ts';
import { RateHistory } from './rate-history.ts';
import { countDevices } from './watch-health.ts';

const MINUTE = 60_000;
const DAY = 86_400_000;

function folderOf(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'rastro-health-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
async function start(t: TestContext, more: Record<string, string> = {}): Promise<RunningServer> {
  const settings = readSettings(
    {
      PORT: '0',
      HOST: '127.0.0.1',
      PROTOCOLS: '',
      DATA_DIR: folderOf(t),
      ADMIN_EMAIL: 'admin@example.com',
      ADMIN_PASSWORD: 'correct horse',
      ...more,
    },
    null,
  );
  const server = await runServer(settings, pino({ level: 'silent' }));
  t.after(() => server.close());
  return server;
}
const ask = (server: RunningServer, headers: Record<string, string>): Promise<Response> =>
  fetch(`${server.url}/ext/health`, { headers });

test('[HEALTH-4] records of each minute of the last hour, empty minutes too, and how fast they come now', () => {
  const history = new RateHistory();
  history.note(0, 100);
  assert.deepEqual([history.perMinute, history.perSecond], [[], 0], 'what came before is no rate');
  history.note(10_000, 150);
  history.note(20_000, 170);
  assert.deepEqual([history.perMinute, history.perSecond], [[70], 2]);
  history.note(3 * MINUTE, 171);
  assert.deepEqual(history.perMinute, [70, 0, 0, 1]);
  history.note(3 * MINUTE + 10_000, 5);
  assert.deepEqual([history.perMinute, history.perSecond], [[70, 0, 0, 6], 0], 'who counts has begun anew');
  history.note(MINUTE, 6);
  assert.deepEqual(history.perMinute, [70, 0, 0, 7], 'a clock that was set back');
  history.note(500 * MINUTE, 8);
  assert.equal(history.perMinute.length, 60);
  assert.deepEqual(history.perMinute.slice(-2), [0, 2]);
});

test('[HEALTH-5] growth is that of the last week, and unknown on the first day', () => {
  const now = { at: 10 * DAY, bytes: 1000 };
  assert.equal(growthOf([], now), null);
  assert.equal(growthOf([{ at: 9.5 * DAY, bytes: 10 }], now), null);
  const days = [1, 5, 8].map((day) => ({ at: day * DAY, bytes: day * 100 }));
  assert.equal(growthOf(days, now), 100, 'since the fifth');
  assert.equal(growthOf([{ at: 5 * DAY, bytes: 5000 }], now), 0, 'what was dropped is no growth');
});

test('[HEALTH-5] sizes of the databases are written down once a day, for a week', async (t) => {
  const folder = folderOf(t);
  const opened = await openExtensionStorage({ folder: folderOf(t) });
  t.after(() => opened.close());
  let databaseBytes = 3000;
  const storage = { ...opened, size: async () => ({ databaseBytes, logBytes: 500 }) };
  let at = 100 * DAY + 5;
  const job = recordSizes(storage, { now: () => at });
  const jobRun = {
    signal: new AbortController().signal,
    lease: { name: 'job', owner: 'test' },
    save: async () => {},
  };
  assert.deepEqual(job.due(null, at), [100 * DAY]);
  await storage.commit(await job.perform(100 * DAY, jobRun));
  assert.deepEqual(job.due(100 * DAY, at), []);
  at += 2 * DAY;
  databaseBytes = 5000;
  const disk = await measureDisk(folder, storage, at);
  assert.equal(disk.growthPerDay, 1000);
  assert.equal(disk.daysLeft, Math.floor((disk.freeBytes ?? 0) / 1000));
  const elsewhere = await measureDisk(null, storage, at);
  assert.deepEqual([elsewhere.freeBytes, elsewhere.daysLeft, elsewhere.growthPerDay], [null, null, 1000]);
  at += 20 * DAY;
  await storage.commit(await job.perform(122 * DAY, jobRun));
  assert.equal(await storage.document('dataSize', '1970-04-11'), null);
  assert.equal((await measureDisk(folder, storage, at)).growthPerDay, null);
});

test('[HEALTH-6] devices are online, silent for a day or never heard of', () => {
  const known = new Map([1, 2, 3, 4, 5].map((id) => [id, {}]));
  const states = [
    { deviceId: 1, status: 'online' as const, lastUpdate: 3 * DAY },
    { deviceId: 2, status: 'offline' as const, lastUpdate: 2 * DAY },
    { deviceId: 3, status: 'unknown' as const, lastUpdate: 2 * DAY + 1 },
    { deviceId: 4, status: 'unknown' as const, lastUpdate: null },
    { deviceId: 9, status: 'online' as const, lastUpdate: 3 * DAY },
  ];
  const directory = { devices: { get: (id: number) => known.get(id), size: known.size } };
  const assignedDevices = () => ({ assigned: 3, unassigned: 1 });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- three members are all that is asked for.
  const watched = { states: () => states, directory, assignedDevices } as unknown as Parameters<
    typeof countDevices
  >[0];
  assert.deepEqual(countDevices(watched, 3 * DAY), {
    total: 5,
    online: 1,
    silent: 1,
    never: 2,
    assigned: 3,
    unassigned: 1,
  });
});

test('[HEALTH-7] administrators are told of the installation, others are not', async (t) => {
  const server = await start(t);
  assert.equal((await ask(server, {})).status, 401);
  const authorization = `Basic ${btoa('admin@example.com:correct horse')}`;
  const answer = await ask(server, { authorization });
  assert.equal(answer.status, 200);
  const health = (await answer.json()) as Health;
  assert.deepEqual(health.devices, {
    total: 0,
    online: 0,
    silent: 0,
    never: 0,
    assigned: 0,
    unassigned: 0,
  });
  assert.deepEqual(health.queues, { rows: 0, mostRows: 20_000, commands: 0, deliveries: 0, books: 0 });
  assert.deepEqual([health.ingest?.connections, health.ingest?.doors], [0, []]);
  assert.ok(health.disk.databaseBytes > 0 && (health.disk.freeBytes ?? 0) > 0 && health.memory.usedBytes > 0);
  assert.match(health.versions.database ?? '', /^SQLite 3\./);
  assert.ok(Date.parse(health.startedAt) <= systemClock.now());
});

test('[HEALTH-8] each door says what came, and why devices were turned away', async (t) => {
  const server = await start(t, { PROTOCOLS: 'osmand:0' });
  const port = server.protocols['osmand'] ?? assert.fail();
  const reply = await fetch(`http://127.0.0.1:${port}/?id=404&lat=1&lon=2`);
  assert.equal(reply.status, 400);
  const authorization = `Basic ${btoa('admin@example.com:correct horse')}`;
  const { ingest } = (await (await ask(server, { authorization })).json()) as Health;
  assert.deepEqual(ingest?.doors, [{ protocol: 'osmand', port, messages: 0, failures: 0 }]);
  assert.deepEqual(ingest?.refused, { unknown: 1 });
});

test('[HEALTH-7] in front of a Traccar what nobody knows is null', async (t) => {
  const stub = await startTrackingStub({});
  t.after(() => stub.close());
  const server = await start(t, { TRACKING_SERVER_URL: stub.url, ADMIN_EMAIL: '', ADMIN_PASSWORD: '' });
  const as = (administrator: boolean) => ({ cookie: cookieOf({ id: 7, administrator, attributes: {} }) });
  assert.equal((await ask(server, as(false))).status, 403);
  const health = (await (await ask(server, as(true))).json()) as Health;
  assert.deepEqual([health.ingest, health.devices, health.queues], [null, null, null]);
  assert.ok((health.disk.totalBytes ?? 0) > 0);
});
