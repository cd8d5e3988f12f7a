import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import pino from 'pino';
import { systemClock } from '@rastro/base';
import { followFleet, trackingSource, type FeedItem } from '@rastro/extension';
import { openExtensionStorage } from '@rastro/storage';
import { runServer, type RunningServer } from '../run-server.ts';
import { readSettings } from '../settings/read-settings.ts';

const ADMIN = { ADMIN_EMAIL: 'admin@example.com', ADMIN_PASSWORD: 'feed-test-password' };
const folder = mkdtempSync(join(tmpdir(), 'rastro-feed-'));
let embedded: RunningServer;
let front: RunningServer;
let cookie: string;
let token: string;
before(async () => {
  const start = (environment: Record<string, string>): Promise<RunningServer> =>
    runServer(
      readSettings({ PORT: '0', HOST: '127.0.0.1', ...environment }, null),
      pino({ level: 'silent' }),
    );
  embedded = await start({ DATA_DIR: join(folder, 'embedded'), PROTOCOLS: 'osmand:0', ...ADMIN });
  front = await start({ TRACKING_SERVER_URL: embedded.url, DATA_DIR: join(folder, 'front') });
  const form = new URLSearchParams({ email: ADMIN.ADMIN_EMAIL, password: ADMIN.ADMIN_PASSWORD });
  const session = await fetch(`${embedded.url}/api/session`, { method: 'POST', body: form });
  cookie = session.headers.get('set-cookie')?.split(';')[0] ?? '';
  const made = await fetch(`${embedded.url}/api/session/token`, { method: 'POST', headers: { cookie } });
  token = await made.text();
});
after(async () => {
  await front.close();
  await embedded.close();
  rmSync(folder, { recursive: true });
});

async function addDevice(uniqueId: string): Promise<void> {
  const headers = { cookie, 'content-type': 'application/json' };
  const body = JSON.stringify({ name: uniqueId, uniqueId });
  const reply = await fetch(`${embedded.url}/api/devices`, { method: 'POST', headers, body });
  assert.equal(reply.status, 200);
}
async function report(uniqueId: string, latitude: number): Promise<void> {
  const query = `id=${uniqueId}&lat=${latitude}&lon=-46.6`;
  const reply = await fetch(`http://127.0.0.1:${embedded.protocols['osmand']}/?${query}`);
  assert.equal(reply.status, 200);
}

for (const kind of ['embedded server', 'external server'] as const) {
  test(`[FEED-7] ${kind}: what happens is told at once, what was missed after a restart`, async (t) => {
    const { url } = kind === 'embedded server' ? embedded : front;
    const uniqueId = `truck-of-${kind.split(' ')[0]}`;
    const marks = await openExtensionStorage({ folder: join(folder, kind) });
    t.after(() => marks.close());
    const taken: FeedItem[] = [];
    const follow = () =>
      followFleet({
        name: 'test',
        source: trackingSource({ url, token }),
        marks,
        take: async (item) => void taken.push(item),
        clock: systemClock,
        log: pino({ level: 'silent' }),
        pauseMs: 20,
        quietMs: 60_000,
      });
    const until = async (isSo: (item: FeedItem) => boolean): Promise<void> => {
      while (!taken.some(isSo)) await sleep(5);
    };
    const isAt = (latitude: number) => (item: FeedItem) =>
      item.kind === 'position' && item.position.latitude === latitude;
    await addDevice(uniqueId);
    const first = follow();
    await until((item) => item.kind === 'device' && item.device.uniqueId === uniqueId);
    while ((await marks.mark('feed.test')) === null) await sleep(5);
    await report(uniqueId, -23.5);
    await until(isAt(-23.5));
    await until((item) => item.kind === 'event' && item.event.type === 'deviceOnline');
    await first.close();

    // Two: the socket alone would tell the newest.
    await report(uniqueId, -23.501);
    await report(uniqueId, -23.502);
    taken.length = 0;
    const second = follow();
    t.after(() => second.close());
    await until(isAt(-23.501));
    await until(isAt(-23.502));
    await report(uniqueId, -23.503);
    await until(isAt(-23.503));
    const places = taken.flatMap((item) => (item.kind === 'position' ? [item.position.latitude] : []));
    const inOrder = [-23.501, -23.502, -23.503].map((latitude) => places.indexOf(latitude));
    assert.deepEqual(
      inOrder,
      inOrder.toSorted((a, b) => a - b),
    );
  });
}
