import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import pino from 'pino';
import { runServer, type RunningServer } from '../run-server.ts';
import { readSettings } from '../settings/read-settings.ts';
import { UserClient } from '../../test/user-client.ts';

const ADMIN = { ADMIN_EMAIL: 'admin@example.com', ADMIN_PASSWORD: 'bodies of many members' };
const folder = mkdtempSync(join(tmpdir(), 'rastro-bodies-'));
let server: RunningServer;
const admin = new UserClient(() => server.url);
before(async () => {
  const settings = { PORT: '0', HOST: '127.0.0.1', PROTOCOLS: '', MAP_STYLE_URL: '', POSTCODE_URL: '' };
  server = await runServer(
    readSettings({ ...settings, DATA_DIR: folder, ...ADMIN }, null),
    pino({ level: 'silent' }),
  );
  await admin.signIn(ADMIN.ADMIN_EMAIL, ADMIN.ADMIN_PASSWORD);
});
after(async () => {
  await server.close();
  rmSync(folder, { recursive: true });
});

/** Sends a request, and of its body only what is named. @returns all that is answered. */
async function answerTo(path: string, headers: readonly string[], sent: string): Promise<string> {
  const { port, hostname } = new URL(server.url);
  const socket = connect(Number(port), hostname);
  const lines = [`POST ${path} HTTP/1.1`, `Host: ${hostname}:${port}`, 'Content-Type: application/json'];
  socket.write([...lines, ...headers, '', sent].join('\r\n'));
  let received = '';
  socket.setEncoding('utf8').on('data', (text: string) => (received += text));
  socket.on('error', () => {});
  await once(socket, 'close');
  return received;
}
const many = (names: number): object =>
  Object.fromEntries(Array.from({ length: names }, (_, i) => [`n${i}`, i]));
/** Amount of JSON that was parsed during some work. */
async function parsed(work: () => Promise<unknown>): Promise<number> {
  const { parse } = JSON;
  let characters = 0;
  JSON.parse = (text: string, reviver?: Parameters<typeof parse>[1]) => {
    characters += text.length;
    return parse(text, reviver) as unknown;
  };
  try {
    await work();
  } finally {
    JSON.parse = parse;
  }
  return characters;
}

test('[GATE-100] of somebody who is not signed in a long body is refused before a byte of it is read', async () => {
  for (const path of ['/api/users', '/api/session', '/ext/webhooks/asaas/none', '/ext/shares']) {
    const received = await answerTo(path, ['Content-Length: 1000000'], '');
    assert.match(received, /^HTTP\/1\.1 413 [^]*Body too large - Sign in to send more than 32 KiB$/, path);
  }
  const dead = await answerTo('/api/users', ['Content-Length: 1000000', 'Cookie: JSESSIONID=gone'], '');
  assert.match(dead, /^HTTP\/1\.1 401 /);
  const chunk = `8001\r\n${'x'.repeat(0x80_01)}\r\n`;
  const unsaid = await answerTo('/api/users', ['Transfer-Encoding: chunked'], chunk);
  assert.match(unsaid, /^HTTP\/1\.1 413 /);
});

test('[GATE-100] whoever is signed in sends up to 1 MiB, with a session, a token or a password', async () => {
  const area = `LINESTRING (${Array.from({ length: 3000 }, (_, i) => `-23.${i} -46.${i}`).join(', ')})`;
  const fence = { name: 'Long way', area };
  assert.equal((await admin.call('POST', '/api/geofences', fence)).status, 200);
  const token = (await admin.call('POST', '/api/session/token')).text;
  const basic = Buffer.from(`${ADMIN.ADMIN_EMAIL}:${ADMIN.ADMIN_PASSWORD}`).toString('base64');
  for (const authorization of [`Bearer ${token}`, `Basic ${basic}`]) {
    const headers = { authorization, 'content-type': 'application/json' };
    const body = JSON.stringify(fence);
    const reply = await fetch(`${server.url}/api/geofences`, { method: 'POST', headers, body });
    assert.equal(reply.status, 200, await reply.text());
  }
});

test('[GATE-101] a body of too many members is parsed by nobody, at any route, whatever type it says it has', async () => {
  const bodies: readonly (readonly [string, object])[] = [
    ['/api/users', { name: 'Ana Lima', email: 'ana@example.com', ...many(60_000) }],
    ['/api/devices', { name: 'Van', uniqueId: '1', attributes: many(60_000) }],
    ['/api/permissions/bulk', Array.from({ length: 30_000 }, (_, i) => ({ userId: 1, deviceId: i }))],
    ['/ext/shares', { deviceIds: Array.from({ length: 60_000 }, (_, i) => i) }],
  ];
  for (const [path, body] of bodies) {
    let reply = { status: 0, text: '' };
    const characters = await parsed(async () => (reply = await admin.call('POST', path, body)));
    assert.equal(reply.status, 400, `${path} ${reply.text}`);
    assert.match(reply.text, /^Invalid data - The body has /, path);
    assert.ok(characters < 1000, `${path}: ${characters} characters were parsed`);
  }
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify({ name: 'Ana Lima', email: 'ana@example.com', attributes: many(301) });
  const stranger = await fetch(`${server.url}/api/users`, { method: 'POST', headers, body });
  assert.match(await stranger.text(), /^Invalid data - The body has more than 300 members/);
  const token = (await admin.call('POST', '/api/session/token')).text;
  for (const type of ['text/plain', 'application/octet-stream', 'application/x-www-form-urlencoded']) {
    const headers = { authorization: `Bearer ${token}`, 'content-type': type };
    const body = type.includes('form') ? 'a&'.repeat(200_000) : JSON.stringify(many(60_000));
    const reply = await fetch(`${server.url}/api/users`, { method: 'POST', headers, body });
    assert.deepEqual(
      [reply.status, (await reply.text()).startsWith('Invalid data - The ')],
      [400, true],
      type,
    );
  }
});
