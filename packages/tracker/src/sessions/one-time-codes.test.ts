import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Secret, TOTP } from 'otpauth';
import { hashPassword } from '../access/passwords.ts';
import { systemClock } from '@rastro/base';
import { openTestTracker, type TestTracker } from '../../test/open-test-tracker.ts';

let t: TestTracker;
let now = Date.UTC(2026, 5, 1);
before(async () => {
  t = await openTestTracker({ clock: { ...systemClock, now: () => now } });
  await server({ totpEnable: true });
});
after(() => t.dispose());

const PASSWORD = 'a good password';
const server = (attributes: Record<string, boolean>) =>
  t.tracker.directory.updateServer({ ...t.tracker.directory.server, registration: true, attributes });
const codeAt = (key: string, time: number): string =>
  new TOTP({ secret: Secret.fromBase32(key) }).generate({ timestamp: time });
const login = (email: string, fields: Record<string, string> = {}) =>
  t.tracker.api.inject({
    method: 'POST',
    url: '/api/session',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ email, password: PASSWORD, ...fields }).toString(),
  });

async function account() {
  const email = `${Math.random()}@example.com`;
  const id = await t.addUser({ email, passwordHash: await hashPassword(PASSWORD) });
  const cookie = await t.signIn(id);
  const user = (await t.api('GET', `/users/${id}`, cookie)).json as Record<string, unknown>;
  const key = (await t.api('POST', '/users/totp')).text;
  const { totpKey: _none, ...withoutKey } = user;
  const put = (totpKey: unknown) =>
    t.api('PUT', `/users/${id}`, cookie, totpKey === undefined ? withoutKey : { ...withoutKey, totpKey });
  return { email, id, cookie, key, put };
}

test('[TOTP-1] with a key the password asks for a code, and the code of the moment opens', async () => {
  const { email, key, put } = await account();
  assert.match(key, /^[A-Z2-7]{32}$/);
  assert.equal((await login(email)).statusCode, 200, 'before');
  const saved = (await put(key)).json as { totpKey: string };
  assert.equal(saved.totpKey, '********', 'the key never comes back');
  const asked = await login(email);
  assert.deepEqual([asked.statusCode, asked.headers['www-authenticate']], [401, 'TOTP']);
  const wrong = await login(email, { code: '000000' });
  assert.deepEqual([wrong.statusCode, wrong.body.split(' - ')[0]], [400, 'Wrong one time code']);
  assert.equal((await login(email, { code: codeAt(key, now) })).statusCode, 200);
  now += 60_000;
  assert.equal((await login(email, { code: codeAt(key, now - 30_000) })).statusCode, 200, 'clocks differ');
  assert.equal((await login(email, { code: codeAt(key, now + 300_000) })).statusCode, 400);
});

test('[TOTP-2] a code opens once', async () => {
  const { email, key, put } = await account();
  await put(key);
  const code = codeAt(key, now);
  assert.equal((await login(email, { code })).statusCode, 200);
  assert.equal((await login(email, { code })).statusCode, 400);
  now += 30_000;
  assert.equal((await login(email, { code: codeAt(key, now) })).statusCode, 200);
});

test('[TOTP-3] an edit that does not speak of the key keeps it; null removes it; Basic is closed', async () => {
  const { email, key, put } = await account();
  await put(key);
  await put(undefined);
  await put('********');
  assert.equal((await login(email)).statusCode, 401);
  const authorization = `Basic ${Buffer.from(`${email}:${PASSWORD}`).toString('base64')}`;
  const basic = await t.tracker.api.inject({ url: '/api/devices', headers: { authorization } });
  assert.equal(basic.statusCode, 401);
  assert.equal((await put('not base32!')).status, 400);
  await put(null);
  assert.equal((await login(email)).statusCode, 200);
});

test('[TOTP-4] without the server allowing it there are no keys; when it insists, registration needs one', async () => {
  const { put } = await account();
  const form = { name: 'New', email: `${Math.random()}@example.com`, password: PASSWORD };
  await server({ totpEnable: true, totpForce: true });
  assert.match((await t.api('POST', '/users', undefined, form)).text, /^One time key required/);
  const key = (await t.api('POST', '/users/totp')).text;
  assert.equal((await t.api('POST', '/users', undefined, { ...form, totpKey: key })).status, 200);
  await server({});
  assert.equal((await t.api('POST', '/users/totp')).status, 200, 'where nobody has forbidden it');
  await server({ totpEnable: false });
  assert.match((await t.api('POST', '/users/totp')).text, /^One time codes disabled/);
  assert.match((await put(key)).text, /^One time codes disabled/);
  await server({ totpEnable: true });
});
