import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import pino from 'pino';
import { request } from 'undici';
import { encodeRights } from '@rastro/fleet';
import { readSettings } from '../settings/read-settings.ts';
import { runServer, type RunningServer } from '../run-server.ts';
import { cookieOf, startTrackingStub, type TrackingStub } from '../../test/tracking-stub.ts';

let stub: TrackingStub;
const servers: RunningServer[] = [];
before(async () => {
  stub = await startTrackingStub({});
});
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});
after(() => stub.close());

async function start(environment: Record<string, string> = {}): Promise<RunningServer> {
  const all = {
    PORT: '0',
    HOST: '127.0.0.1',
    TRACKING_SERVER_URL: stub.url,
    DATA_DIR: stub.folder,
    ...environment,
  };
  const server = await runServer(readSettings(all, null), pino({ level: 'silent' }));
  servers.push(server);
  return server;
}
const lastHeaders = (): Record<string, string> => ({ ...stub.asked.at(-1)?.headers });
const login = (server: RunningServer, email: string): Promise<Response> =>
  fetch(`${server.url}/api/session`, { method: 'POST', body: new URLSearchParams({ email, password: 'x' }) });

test('[GATE-7] another site is refused, on calls and on the live socket', async () => {
  const server = await start();
  const foreign = await fetch(`${server.url}/api/server`, { headers: { origin: 'https://evil.example' } });
  assert.equal(foreign.status, 403);
  const crossSite = await fetch(`${server.url}/api/server`, { headers: { 'sec-fetch-site': 'cross-site' } });
  assert.equal(crossSite.status, 403);
  const own = await fetch(`${server.url}/api/server`, { headers: { origin: server.url } });
  assert.equal(own.status, 200);
});

test('[GATE-8] ten wrong passwords close an account for a while, and no other one', async () => {
  const server = await start();
  for (let i = 0; i < 10; i++) assert.equal((await login(server, 'ana@example.com')).status, 401);
  const eleventh = await login(server, ' ANA@example.com ');
  assert.equal(eleventh.status, 429);
  assert.ok(Number(eleventh.headers.get('retry-after')) > 0);
  assert.equal((await login(server, 'bia@example.com')).status, 401);
});

test('[GATE-9] an address that goes on guessing is closed to all who never signed in there', async () => {
  const server = await start();
  const attempt = async (name: string): Promise<number> => (await login(server, name)).status;
  for (let i = 0; i < 100; i++) await attempt(`user${i}@example.com`);
  assert.equal(await attempt('user0@example.com'), 429, 'guessed at before');
  assert.equal(await attempt('fresh@example.com'), 401, 'one try of its own');
  assert.equal(await attempt('fresh@example.com'), 429);
  await Promise.all(Array.from({ length: 900 }, (_, i) => attempt(`more${i}@example.com`)));
  assert.equal(await attempt('last@example.com'), 429);
});

test('[GATE-10] the server record carries our tier and device limit, whatever a server behind says', async () => {
  const server = await start({ LICENSE_MODE: 'standard', DEVICE_LIMIT: '25' });
  const { headers } = await fetch(`${server.url}/api/server`);
  assert.deepEqual([headers.get('licensemode'), headers.get('devicelimit')], ['standard', '25']);
  for (const answer of [
    headers,
    (await login(server, 'ana@example.com')).headers,
    (await fetch(`${server.url}/api/devices`)).headers,
  ]) {
    assert.match(answer.get('content-security-policy') ?? '', /default-src/);
    assert.equal(answer.get('access-control-allow-origin'), null);
  }
  assert.equal((await login(server, 'ana@example.com')).headers.get('devicelimit'), null);
});

test('[GATE-11] nobody writes authority into himself; a manager hands on only what he has', async () => {
  const server = await start();
  const own = encodeRights(['devices.view', 'users.edit', 'users.selfEdit']);
  const manager = { id: 1, administrator: false, attributes: { 'rastro.advancedPerms': own } };
  const administrator = { id: 3, administrator: true, attributes: {} };
  const write = async (who: typeof manager | typeof administrator, id: number, attributes: object) => {
    const response = await fetch(`${server.url}/api/users/${id}`, {
      method: 'PUT',
      headers: { cookie: cookieOf(who), 'content-type': 'application/json' },
      body: JSON.stringify({ id, attributes }),
    });
    return response.status;
  };
  const all = 'f'.repeat(32);
  assert.equal(await write(manager, 1, { 'rastro.advancedPerms': own, note: 'x' }), 200, 'other attributes');
  assert.equal(await write(manager, 1, { 'rastro.advancedPerms': all }), 403);
  assert.equal(await write(manager, 1, {}), 403, 'dropping is changing');
  assert.equal(await write(manager, 2, { 'rastro.advancedPerms': encodeRights(['devices.view']) }), 200);
  assert.equal(await write(manager, 2, { 'rastro.advancedPerms': all }), 403);
  assert.equal(await write(manager, 2, { 'rastro.billingPrice': 0 }), 403);
  assert.equal(await write(administrator, 2, { 'rastro.advancedPerms': all }), 200);
});

test('[GATE-12] what the client claims about its address is not handed on', async () => {
  const server = await start();
  await fetch(`${server.url}/api/server`, {
    headers: { 'x-forwarded-for': '1.2.3.4', 'cf-connecting-ip': '1.2.3.4' },
  });
  const headers = lastHeaders();
  assert.equal(headers['x-forwarded-for'], '127.0.0.1');
  assert.equal(headers['cf-connecting-ip'], undefined);
});

test('[GATE-13] strict headers on every answer', async () => {
  const server = await start();
  for (const path of ['/api/server', '/nothing', '/api/devices']) {
    const { headers } = await fetch(`${server.url}${path}`);
    assert.match(headers.get('content-security-policy') ?? '', /default-src 'self'.*frame-ancestors 'none'/);
    assert.match(headers.get('content-security-policy') ?? '', /; media-src 'self' https:;/);
    assert.equal(headers.get('x-content-type-options'), 'nosniff');
  }
});

test('[GATE-32] answers of both interfaces are kept nowhere, built files are', async () => {
  const server = await start();
  const cacheControl = async (path: string): Promise<string | null> =>
    (await fetch(server.url + path)).headers.get('cache-control');
  for (const path of ['/api/server', '/api/devices', '/api/nothing', '/ext/nothing', '/metrics'])
    assert.equal(await cacheControl(path), 'no-store', path);
  assert.notEqual(await cacheControl('/'), 'no-store');
});

test('[GATE-38] whoever asks quietly is told by 204 that nobody is signed in', async () => {
  const server = await start();
  const ask = async (query: string, cookie?: string) => {
    const answer = await request(`${server.url}/api/session${query}`, cookie ? { headers: { cookie } } : {});
    return [answer.statusCode, await answer.body.text()] as const;
  };
  assert.deepEqual(await ask('?quiet=true'), [204, '']);
  assert.equal((await ask(''))[0], 404, 'as the tracking API has it');
  const user = { id: 3, administrator: true, attributes: {} };
  const [status, body] = await ask('?quiet=true', cookieOf(user));
  assert.deepEqual([status, (JSON.parse(body) as { id: number }).id], [200, 3]);
});

test('[GATE-33] a page somewhere else cannot lead a browser into a session', async () => {
  const server = await start();
  const link = `${server.url}/api/session?token=abc%2Fd&x=1`;
  // Fetch says itself where it comes from.
  const open = async (url: string, headers: Record<string, string>) => {
    const answer = await request(url, { headers });
    await answer.body.dump();
    return { status: answer.statusCode, location: answer.headers['location'] };
  };
  const cookie = cookieOf({ id: 3, administrator: true, attributes: {} });
  for (const headers of [
    { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' },
    { 'sec-fetch-site': 'none', 'sec-fetch-mode': 'navigate' },
    { 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'no-cors' },
    { accept: 'text/html,application/xhtml+xml' },
  ]) {
    const before = stub.asked.length;
    const answer = await open(link, headers);
    assert.deepEqual([answer.status, answer.location], [303, '/login?token=abc%2Fd']);
    const other = await open(`${server.url}/api/session/7`, { ...headers, cookie });
    assert.deepEqual([other.status, other.location], [303, '/']);
    assert.ok(
      !stub.asked.slice(before).some(({ url }) => /token=abc|session\/7/.test(url)),
      'nobody was asked',
    );
  }
  for (const headers of [{}, { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors' }]) {
    assert.notEqual((await open(link, headers)).status, 303, 'clients and our own page');
    assert.equal((await open(`${server.url}/api/session/7`, { ...headers, cookie })).status, 200);
  }
  const reading = { 'sec-fetch-site': 'none', 'sec-fetch-mode': 'navigate' };
  assert.notEqual(
    (await open(`${server.url}/api/session`, reading)).status,
    303,
    'reading who one is changes nothing',
  );
});

test('[GATE-34] a proxy that is not trusted is named in the log, once, with what it means', async () => {
  const lines: string[] = [];
  const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) });
  const behind = { 'x-forwarded-for': '203.0.113.9' };
  for (const [trust, expected] of [
    ['false', 1],
    ['true', 0],
  ] as const) {
    lines.length = 0;
    const environment = {
      PORT: '0',
      HOST: '127.0.0.1',
      TRACKING_SERVER_URL: stub.url,
      DATA_DIR: stub.folder,
    };
    const server = await runServer(readSettings({ ...environment, TRUST_PROXY: trust }, null), log);
    for (let i = 0; i < 3; i++) await fetch(`${server.url}/health/live`, { headers: behind });
    await server.close();
    assert.equal(lines.filter((line) => line.includes('TRUST_PROXY')).length, expected);
  }
});

test('[GATE-14] a body over the limit is refused, and the process lives', async () => {
  const server = await start();
  const huge = await fetch(`${server.url}/api/session`, {
    method: 'POST',
    body: 'x'.repeat(10_485_760),
  }).catch(() => null);
  assert.ok(huge === null || huge.status === 413);
  assert.equal((await fetch(`${server.url}/health/live`)).status, 200);
});

test('[GATE-15] an unreachable tracking server is said to be so', async () => {
  const server = await start({ TRACKING_SERVER_URL: 'http://127.0.0.1:9' });
  const response = await fetch(`${server.url}/api/server`);
  assert.equal(response.status, 502);
  assert.match(await response.text(), /^Tracking server unreachable/);
  assert.equal((await fetch(`${server.url}/health/ready`)).status, 503);
});

test('[GATE-22] a login is a form: another body would carry the account past the throttle', async () => {
  const server = await start();
  const response = await fetch(`${server.url}/api/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'ana@example.com', password: 'x' }),
  });
  assert.equal(response.status, 415);
});

test('[GATE-108] another port, notation or address of one line is no other client', async () => {
  const server = await start({ TRUST_PROXY: 'true' });
  const attempt = async (from: string): Promise<number> => {
    const body = new URLSearchParams({ email: 'ana@example.com', password: 'x' });
    const headers = { 'x-forwarded-for': from };
    return (await fetch(`${server.url}/api/session`, { method: 'POST', headers, body })).status;
  };
  for (let i = 0; i < 10; i++) assert.equal(await attempt(`203.0.113.9:${5000 + i}`), 401);
  for (const from of ['203.0.113.9:7', '203.0.113.9', '::ffff:203.0.113.9', '[::ffff:203.0.113.9]:80'])
    assert.equal(await attempt(from), 429, from);
  assert.equal(await attempt('203.0.113.10:5000'), 401);
  for (let i = 0; i < 10; i++) assert.equal(await attempt(`[2001:db8:1:2::${i + 1}]:443`), 401);
  assert.equal(await attempt('2001:db8:1:2:aaaa::1'), 429);
  assert.equal(await attempt('2001:db8:1:3::1'), 401);
  await fetch(`${server.url}/api/server`, { headers: { 'x-forwarded-for': '[2001:db8::7]:1234' } });
  assert.equal(lastHeaders()['x-forwarded-for'], '2001:db8:0:0:0:0:0:7');
  await fetch(`${server.url}/api/server`, { headers: { 'x-forwarded-for': 'unknown' } });
  assert.equal(lastHeaders()['x-forwarded-for'], '127.0.0.1');
});

test('[GATE-23] behind a proxy only its own word about the address counts', async () => {
  const server = await start({ TRUST_PROXY: 'true' });
  await fetch(`${server.url}/api/server`, { headers: { 'x-forwarded-for': '6.6.6.6, 203.0.113.9' } });
  assert.equal(lastHeaders()['x-forwarded-for'], '203.0.113.9');
});
