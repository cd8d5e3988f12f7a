import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { HOUR_MS } from '@rastro/base';
import pino from 'pino';
import type { NewShare, Share } from '@rastro/fleet';
import { createTrackingClient } from '@rastro/tracking-client';
import { runServer, type RunningServer } from '../run-server.ts';
import { readSettings } from '../settings/read-settings.ts';
import { cookieOf, startTrackingStub } from '../../test/tracking-stub.ts';

const ADMIN = { ADMIN_EMAIL: 'admin@example.com', ADMIN_PASSWORD: 'shares-of-a-password' };
const folder = mkdtempSync(join(tmpdir(), 'rastro-shares-'));
const inHours = (hours: number): Date => new Date(Date.now() + hours * HOUR_MS);
const start = (environment: Record<string, string>): Promise<RunningServer> =>
  runServer(readSettings({ PORT: '0', HOST: '127.0.0.1', ...environment }, null), pino({ level: 'silent' }));
let behind: RunningServer;
let front: RunningServer;
before(async () => {
  behind = await start({ DATA_DIR: join(folder, 'behind'), PROTOCOLS: '', ...ADMIN });
  front = await start({ TRACKING_SERVER_URL: behind.url, DATA_DIR: join(folder, 'front') });
});
after(async () => {
  await front.close();
  await behind.close();
  rmSync(folder, { recursive: true });
});

async function signedIn(server: RunningServer) {
  const form = new URLSearchParams({ email: ADMIN.ADMIN_EMAIL, password: ADMIN.ADMIN_PASSWORD });
  const reply = await fetch(`${server.url}/api/session`, { method: 'POST', body: form });
  const cookie = reply.headers.get('set-cookie')?.split(';')[0] ?? '';
  return (method: string, path: string, body?: object): Promise<Response> =>
    fetch(server.url + path, {
      method,
      headers: { cookie, ...(body ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
}
const read = async <T>(asked: Promise<Response>): Promise<T> => JSON.parse(await (await asked).text());
const opens = async (server: RunningServer, token: string): Promise<number> =>
  (await fetch(`${server.url}/api/session?token=${encodeURIComponent(token)}`)).status;

test('[SHARE-10] shares are made, listed, extended, linked and ended below the extension', async () => {
  for (const [name, server] of [
    ['own', behind],
    ['node', front],
  ] as const) {
    const ask = await signedIn(server);
    const body = { name: 'Van', uniqueId: `shared-${name}` };
    const device = await read<{ id: number }>(ask('POST', '/api/devices', body));
    const wanted = { deviceId: device.id, expiration: inHours(1) };
    const share = await read<NewShare>(ask('POST', '/ext/shares', wanted));
    assert.equal(share.deviceId, device.id);
    assert.match(share.url, /^http.*\/share\/[\w-]+$/);
    assert.equal(await opens(server, share.token), 200);
    const listed = await read<readonly Share[]>(ask('GET', '/ext/shares?all=true'));
    assert.ok(listed.some(({ id }) => id === share.id));
    const guest = { headers: { authorization: `Bearer ${share.token}` } };
    const period = `from=${inHours(-1).toISOString()}&to=${inHours(1).toISOString()}`;
    const track = await fetch(`${server.url}/api/positions?deviceId=${device.id}&${period}`, guest);
    assert.equal(track.status, 200, 'a guest reads the way since the share');
    const report = await fetch(`${server.url}/api/reports/route?deviceId=${device.id}&${period}`, guest);
    assert.equal(report.status, 403);
    const end = { expiration: inHours(5).toISOString() };
    const longer = await read<Share>(ask('PUT', `/ext/shares/${share.id}`, end));
    assert.equal(Date.parse(longer.expiration ?? ''), Date.parse(end.expiration));
    const link = await (await ask('POST', `/ext/shares/${share.id}/link`)).text();
    assert.equal(await opens(server, link), 200);
    assert.equal((await ask('DELETE', `/ext/shares/${share.id}`)).status, 204);
    assert.equal(await opens(server, share.token), 401);
  }
});

test('[SHARE-10] it is the same route with the same checks: nobody, both or nothing, what is not there', async () => {
  assert.equal((await fetch(`${behind.url}/ext/shares`)).status, 401);
  const ask = await signedIn(behind);
  const expiration = inHours(1);
  for (const body of [{ expiration }, { expiration, deviceId: 1, groupId: 1 }, { deviceId: 1 }])
    assert.equal((await ask('POST', '/ext/shares', body)).status, 400, JSON.stringify(body));
  assert.equal((await ask('PATCH', '/ext/shares')).status, 405);
  for (const path of ['/ext/sharesx', '/ext/shares/1/2/3'])
    assert.equal((await ask('GET', path)).status, 404);
});

test('[SHARE-15] shares are for Plus; a standard server keeps the links of the tracking API', async () => {
  const settings = { DATA_DIR: join(folder, 'standard'), PROTOCOLS: '', LICENSE_MODE: 'standard', ...ADMIN };
  const server = await start(settings);
  try {
    const ask = await signedIn(server);
    const body = { name: 'Van', uniqueId: 'standard' };
    const { id } = await read<{ id: number }>(ask('POST', '/api/devices', body));
    const wanted = { deviceId: id, expiration: inHours(1) };
    for (const [method, path] of [
      ['GET', '/ext/shares'],
      ['POST', '/ext/shares'],
      ['PUT', '/api/shares/1'],
    ] as const) {
      const reply = await ask(method, path, method === 'GET' ? undefined : wanted);
      assert.ok(reply.status >= 400);
      assert.match(await reply.text(), /plus/i, path);
    }
    const form = await ask('POST', '/api/share/device', wanted);
    assert.notEqual(form.status, 404);
  } finally {
    await server.close();
  }
});

test('[SHARE-10] where the server behind keeps no shares the refusal says so, and sharing makes a link', async () => {
  const stub = await startTrackingStub({});
  stub.hide('/api/shares');
  const server = await start({ TRACKING_SERVER_URL: stub.url, DATA_DIR: stub.folder });
  const cookie = cookieOf({ id: 7, administrator: false, attributes: {} });
  try {
    for (const [method, path] of [
      ['GET', '/ext/shares'],
      ['DELETE', '/ext/shares/4'],
    ] as const) {
      const reply = await fetch(server.url + path, { method, headers: { cookie } });
      assert.equal(reply.status, 501);
      assert.match(await reply.text(), /^Shares not kept - /);
    }
    const paths = { basePath: `${server.url}/api`, extensionPath: `${server.url}/ext` };
    const client = createTrackingClient({ fetch, ...paths, headers: { cookie } });
    const made = await client.shares.make(
      { deviceIds: [1], expiration: inHours(1) },
      AbortSignal.timeout(5000),
    );
    assert.ok(made.ok, JSON.stringify(made));
    assert.ok(stub.asked.some(({ method, url }) => method === 'POST' && url === '/api/share/device'));
  } finally {
    await server.close();
    stub.close();
  }
});
