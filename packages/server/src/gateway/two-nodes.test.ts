import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import pino from 'pino';
import { WebSocket } from 'ws';
import { runServer, type RunningServer } from '../run-server.ts';
import { readSettings } from '../settings/read-settings.ts';

const ADMIN = { ADMIN_EMAIL: 'admin@example.com', ADMIN_PASSWORD: 'two-nodes-password' };
const folder = mkdtempSync(join(tmpdir(), 'rastro-nodes-'));
let behind: RunningServer;
let front: RunningServer;
before(async () => {
  const start = (environment: Record<string, string>): Promise<RunningServer> =>
    runServer(
      readSettings({ PORT: '0', HOST: '127.0.0.1', ...environment }, null),
      pino({ level: 'silent' }),
    );
  behind = await start({ DATA_DIR: join(folder, 'behind'), PROTOCOLS: 'osmand:0', ...ADMIN });
  front = await start({ TRACKING_SERVER_URL: behind.url, DATA_DIR: join(folder, 'front') });
});
after(async () => {
  await behind.close();
  rmSync(folder, { recursive: true });
});

async function signIn(): Promise<string> {
  const form = new URLSearchParams({ email: ADMIN.ADMIN_EMAIL, password: ADMIN.ADMIN_PASSWORD });
  const reply = await fetch(`${front.url}/api/session`, { method: 'POST', body: form });
  assert.equal(reply.status, 200);
  return reply.headers.get('set-cookie')?.split(';')[0] ?? '';
}

test('[GATE-17] in front of another node everything works: sign in, devices, live socket, reports, sign out', async () => {
  const cookie = await signIn();
  const ask = (path: string, init: RequestInit = {}): Promise<Response> =>
    fetch(front.url + path, { ...init, headers: { cookie, 'content-type': 'application/json' } });
  const body = JSON.stringify({ name: 'Truck', uniqueId: 'phone-1' });
  const device = (await (await ask('/api/devices', { method: 'POST', body })).json()) as { id: number };
  assert.deepEqual(
    ((await (await ask('/api/devices')).json()) as { id: number }[]).map(({ id }) => id),
    [device.id],
  );

  const socket = new WebSocket(`${front.url.replace('http', 'ws')}/api/socket`, { headers: { cookie } });
  const moved = new Promise<number>((resolve) => {
    socket.on('message', (data: Buffer) => {
      const frame = JSON.parse(data.toString('utf8')) as { positions?: { deviceId: number }[] };
      if (frame.positions?.[0]) resolve(frame.positions[0].deviceId);
    });
  });
  await new Promise((resolve) => socket.once('open', resolve));
  const report = `http://127.0.0.1:${behind.protocols['osmand']}/?id=phone-1&lat=-23.5&lon=-46.6`;
  assert.equal((await fetch(report)).status, 200);
  assert.equal(await moved, device.id);

  const code = new Promise((resolve) => socket.once('close', resolve));
  assert.equal((await ask('/api/session', { method: 'DELETE' })).status, 204);
  assert.equal(await code, 4000, 'the end of the session reaches the browser');
  assert.equal((await ask('/api/devices')).status, 401);
});

test('[GATE-17] tokens and passwords in headers work through the gateway, wrong ones do not', async () => {
  const cookie = await signIn();
  const token = await (
    await fetch(`${front.url}/api/session/token`, { method: 'POST', headers: { cookie } })
  ).text();
  const ask = async (authorization: string): Promise<number> =>
    (await fetch(`${front.url}/api/devices`, { headers: { authorization } })).status;
  const basic = (password: string): string =>
    `Basic ${Buffer.from(`${ADMIN.ADMIN_EMAIL}:${password}`).toString('base64')}`;
  assert.equal(await ask(`Bearer ${token}`), 200);
  assert.equal(await ask(basic(ADMIN.ADMIN_PASSWORD)), 200);
  assert.equal(await ask(basic('wrong')), 401);
  assert.equal(await ask('Bearer wrong'), 401);
});

test('[GATE-18] sockets passed through are refused like others, and do not hold up the end', async () => {
  const cookie = await signIn();
  const url = `${front.url.replace('http', 'ws')}/api/socket`;
  const refused = async (headers: Record<string, string>): Promise<string> =>
    new Promise((resolve) => {
      new WebSocket(url, { headers })
        .on('error', ({ message }) => resolve(message))
        .on('open', () => resolve('open'));
    });
  assert.match(await refused({}), /401/);
  assert.match(await refused({ cookie, origin: 'https://evil.example' }), /403/);
  const socket = new WebSocket(url, { headers: { cookie } });
  await new Promise((resolve) => socket.once('open', resolve));
  const closed = new Promise((resolve) => socket.once('close', resolve));
  const started = performance.now();
  await front.close();
  await closed;
  assert.ok(performance.now() - started < 2500, 'at once');
});
