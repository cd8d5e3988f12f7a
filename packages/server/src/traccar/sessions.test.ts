import assert from 'node:assert/strict';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { MINUTE_MS, systemClock } from '@rastro/base';
import { startFakeTraccar, type FakeTraccar } from '../../test/fake-traccar.ts';
import { silentLog } from '../../test/silent-log.ts';
import { connectTo, externalServer } from '../gateway/external-server.ts';
import type { ForwardedReply, TrackingServer } from '../gateway/tracking-server.ts';
import { runServer, type RunningServer } from '../run-server.ts';
import { readSettings } from '../settings/read-settings.ts';
import { withSessions } from './with-sessions.ts';

const USER = { id: 7, name: 'Ana', email: 'ana@example.com', administrator: false, attributes: {} };
let now = Date.UTC(2026, 5, 1);
let traccar: FakeTraccar;
let server: TrackingServer;
/** Sessions and tokens that the Traccar knows: a restart loses the former. */
const sessions = new Set<string>();
const tokens = new Set<string>();
let serial = 0;

function answer({ method, url = '', headers }: IncomingMessage, response: ServerResponse): boolean {
  const [path, query = ''] = url.split('?', 2);
  const session = /JSESSIONID=(\w+)/.exec(headers.cookie ?? '')?.[1] ?? '';
  const isSignedIn = sessions.has(session) || tokens.has(headers.authorization?.split(' ')[1] ?? '');
  const send = (status: number, body: unknown, cookie?: string): true => {
    const type = typeof body === 'string' ? 'text/plain' : 'application/json';
    const set = cookie === undefined ? {} : { 'set-cookie': `JSESSIONID=${cookie}; Path=/` };
    response.writeHead(status, { 'content-type': type, ...set });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
    return true;
  };
  const open = (): true => {
    const opened = `s${(serial += 1)}`;
    sessions.add(opened);
    return send(200, USER, opened);
  };
  if (path === '/api/session' && method === 'POST') return open();
  if (path === '/api/session' && method === 'DELETE') {
    sessions.delete(session);
    return send(204, '');
  }
  const token = new URLSearchParams(query).get('token');
  if (path === '/api/session' && token !== null) return tokens.has(token) ? open() : send(404, '');
  if (path === '/api/session') return isSignedIn ? send(200, USER) : send(404, '');
  if (path === '/api/session/token' && isSignedIn) {
    const made = `t${(serial += 1)}`;
    tokens.add(made);
    return send(200, made);
  }
  if (path === '/api/session/token/revoke' && isSignedIn) {
    tokens.clear();
    return send(200, '');
  }
  if (path === '/api/devices') return send(isSignedIn ? 200 : 401, []);
  return false;
}

before(async () => {
  traccar = await startFakeTraccar();
  traccar.special = answer;
  const clock = { ...systemClock, now: () => now };
  server = withSessions(externalServer(connectTo(traccar.url)), { clock, log: silentLog() });
});
after(async () => {
  await server.close();
  traccar.close();
});

const send = (method: string, url: string, cookie = ''): Promise<ForwardedReply> =>
  server.send({ method, url, headers: cookie === '' ? {} : { cookie }, body: Buffer.from(''), address: '' });
const cookieIn = ({ headers }: ForwardedReply): string =>
  [headers['set-cookie'] ?? []].flat()[0]?.split(';')[0] ?? '';
const who = async (cookie: string): Promise<string | null> => (await server.known({ cookie }))?.name ?? null;
const restart = (): void => sessions.clear();

test('[GATE-118] whoever is at work stays signed in through a restart of the Traccar, under a new session', async () => {
  const cookie = cookieIn(await send('POST', '/api/session'));
  assert.equal(await who(cookie), 'Ana');
  restart();
  now += 5 * MINUTE_MS;
  await new Promise((resolve) => setTimeout(resolve, 3100)); // So long an account is remembered.
  assert.deepEqual(await Promise.all([who(cookie), who(cookie)]), ['Ana', 'Ana']);
  assert.equal(sessions.size, 1, 'one session for two calls');
  const next = await send('PUT', '/api/devices', cookie);
  assert.equal(next.status, 200);
  const renewed = cookieIn(next);
  assert.notEqual(renewed, cookie);
  assert.equal(await who(renewed), 'Ana');
  assert.equal(cookieIn(await send('PUT', '/api/devices', renewed)), '', 'it is told once');

  await send('DELETE', '/api/session', renewed);
  assert.equal(tokens.size, 0);
  assert.deepEqual([await who(cookie), await who(renewed)], [null, null], 'signed out is signed out');
});

test('[GATE-118] a session that was not in use, or that is over, stays over', async () => {
  const cookie = cookieIn(await send('POST', '/api/session'));
  restart();
  now += 11 * MINUTE_MS;
  assert.equal(await who(cookie), null);
  const other = cookieIn(await send('POST', '/api/session'));
  tokens.clear();
  restart();
  assert.equal(await who(other), null, 'an account that was closed');
});

test('[GATE-118] a browser gets its new session with the next answer', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'rastro-sessions-'));
  const settings = { PORT: '0', HOST: '127.0.0.1', POSTCODE_URL: '', TRACKING_SERVER_URL: traccar.url };
  const front: RunningServer = await runServer(
    readSettings({ ...settings, DATA_DIR: join(folder, 'data') }, null),
    silentLog(),
  );
  try {
    const form = new URLSearchParams({ email: USER.email, password: 'a path along the river' });
    const headers = { origin: front.url };
    const entered = await fetch(`${front.url}/api/session`, { method: 'POST', body: form, headers });
    assert.equal(entered.status, 200);
    const cookie = entered.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    restart();
    await new Promise((resolve) => setTimeout(resolve, 3100));
    const again = await fetch(`${front.url}/api/devices`, { headers: { ...headers, cookie } });
    assert.equal(again.status, 200);
    assert.match(again.headers.getSetCookie()[0] ?? '', /^JSESSIONID=s\d+; Path=\/; HttpOnly; SameSite=Lax/);
  } finally {
    await front.close();
    rmSync(folder, { recursive: true });
  }
});
