import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import pino from 'pino';
import { WebSocket } from 'ws';
import { splitKey, TRACKING_ROUTES, type Route } from '@rastro/fleet/api';
import { PLAIN_ACCOUNT } from '@rastro/tracker';
import { runServer, type RunningServer } from '../run-server.ts';
import { readSettings } from '../settings/read-settings.ts';

const ADMIN = { ADMIN_EMAIL: 'admin@example.com', ADMIN_PASSWORD: 'clients of other people' };
const YEAR_MS = 31_536_000_000;
const folder = mkdtempSync(join(tmpdir(), 'rastro-clients-'));
let server: RunningServer;
/** Login tokens, and that of a shared vehicle. */
const tokens: Record<string, string> = {};

before(async () => {
  const environment = { PORT: '0', HOST: '127.0.0.1', DATA_DIR: folder, PROTOCOLS: 'osmand:0', ...ADMIN };
  server = await runServer(readSettings(environment, null), pino({ level: 'silent' }));
  const { tracker } = server;
  assert.ok(tracker);
  const { directory, credentials } = tracker;
  const user = await directory.users.create({ ...PLAIN_ACCOUNT, name: 'User', email: 'user@example.com' });
  const issue = async (userId: number): Promise<string> =>
    (await credentials.issue({ purpose: 'login', userId, lifeMs: YEAR_MS })).secret;
  tokens['administrator'] = await issue(1);
  tokens['user'] = await issue(user.id);
  const headers = { authorization: `Bearer ${tokens['administrator']}`, 'content-type': 'application/json' };
  const post = async (path: string, body: object): Promise<string> => {
    const reply = await fetch(`${server.url}/api${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    });
    assert.ok(reply.ok, path);
    return reply.text();
  };
  const { id }: { id: number } = JSON.parse(await post('/devices', { name: 'Van', uniqueId: 'van' }));
  await post('/permissions', { userId: user.id, deviceId: id });
  for (const ownerId of [1, user.id])
    await post('/permissions', {
      userId: ownerId,
      groupId: JSON.parse(await post('/groups', { name: 'North' })).id,
    });
  await fetch(`http://127.0.0.1:${server.protocols['osmand']}/?id=van&lat=-23.5&lon=-46.6`);
  const share = await fetch(`${server.url}/api/share/device`, {
    method: 'POST',
    headers: { authorization: headers.authorization },
    body: new URLSearchParams({ deviceId: String(id), expiration: '2040-01-01T00:00:00Z' }),
  });
  tokens['guest'] = await share.text();
});
after(async () => {
  await server.close();
  rmSync(folder, { recursive: true });
});

/** Requests of each client before its first screen, in its order. @source docs/reference/tracking-api.md §3, §4 */
const CLIENTS = {
  'traccar-web': {
    signsIn: 'cookie',
    starts: [
      '/server',
      '/session',
      '/devices',
      '/geofences',
      '/groups',
      '/drivers',
      '/maintenance',
      '/calendars',
      '/positions',
    ],
    socket: true,
  },
  pytraccar: { signsIn: 'bearer', starts: ['/server', '/devices', '/geofences', '/positions'], socket: true },
  'traccar-api': {
    signsIn: 'cookie',
    starts: [
      '/session',
      '/devices',
      '/devices?all=true',
      '/groups?all=true',
      '/geofences?all=true',
      '/notifications?all=true',
      '/drivers?all=true',
      '/commands',
      '/attributes/computed?all=true',
      '/positions',
    ],
    socket: false,
  },
} as const;

/** Faults of an answer, by the schema of its route: the shapes of the reference. */
function faultOf(path: string, body: string): string | null {
  const bare = path.split('?')[0];
  const found = Object.entries<Route>(TRACKING_ROUTES).find(
    ([key]) => key.startsWith('GET') && splitKey(key).path === bare,
  );
  const read = found?.[1].answer?.schema?.safeParse(JSON.parse(body));
  return read?.success === true ? null : (read?.error.message ?? 'no schema');
}

for (const [client, { signsIn, starts, socket }] of Object.entries(CLIENTS)) {
  for (const who of ['administrator', 'user', 'guest']) {
    test(`[COMPAT-3] ${client} starts as ${who} without an error`, async () => {
      const token = tokens[who] ?? '';
      const session = await fetch(`${server.url}/api/session?token=${encodeURIComponent(token)}`);
      assert.equal(session.status, 200);
      assert.equal(faultOf('/session', await session.text()), null);
      const cookie = session.headers.get('set-cookie')?.split(';')[0] ?? '';
      const headers = signsIn === 'cookie' ? { cookie } : { authorization: `Bearer ${token}` };
      for (const path of starts) {
        const reply = await fetch(`${server.url}/api${path}`, {
          headers: { ...headers, accept: 'application/json' },
        });
        const text = await reply.text();
        assert.equal(reply.status, 200, `${path}: ${text}`);
        assert.equal(faultOf(path, text), null, path);
        if (path === '/devices' || path === '/positions') assert.equal(JSON.parse(text).length, 1, path);
      }
      if (socket) await opens(cookie);
    });
  }
}

/** Is the socket let in? */
function opens(cookie: string): Promise<void> {
  return new Promise((done, fail) => {
    const socket = new WebSocket(`${server.url.replace('http', 'ws')}/api/socket`, { headers: { cookie } });
    socket.on('error', fail);
    socket.on('open', () => {
      socket.close();
      done();
    });
  });
}
