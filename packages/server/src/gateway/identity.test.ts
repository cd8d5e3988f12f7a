import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import pino from 'pino';
import { encodeRights } from '@rastro/fleet';
import { runServer } from '../run-server.ts';
import { readSettings } from '../settings/read-settings.ts';

const ADMIN = { email: 'admin@example.com', password: 'identity-test-password' };
const basic = (name: string, password: string): string =>
  `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}`;

/** The whole product, embedded, with one administrator. */
async function start(t: TestContext, environment: Record<string, string> = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'rastro-identity-'));
  const all = {
    PORT: '0',
    HOST: '127.0.0.1',
    DATA_DIR: folder,
    PROTOCOLS: '',
    ADMIN_EMAIL: ADMIN.email,
    ADMIN_PASSWORD: ADMIN.password,
    ...environment,
  };
  const server = await runServer(readSettings(all, null), pino({ level: 'silent' }));
  t.after(async () => {
    await server.close();
    rmSync(folder, { recursive: true });
  });
  const call = (method: string, path: string, body: unknown, headers: Record<string, string> = {}) =>
    fetch(`${server.url}/api${path}`, {
      method,
      headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
  const login = (email: string, password: string) =>
    fetch(`${server.url}/api/session`, { method: 'POST', body: new URLSearchParams({ email, password }) });
  const signIn = async (email = ADMIN.email, password = ADMIN.password): Promise<string> => {
    const reply = await login(email, password);
    assert.equal(reply.status, 200);
    return reply.headers.get('set-cookie')?.split(';')[0] ?? '';
  };
  const addUser = async (fields: object): Promise<number> => {
    const cookie = await signIn();
    const reply = await call(
      'POST',
      '/users',
      { name: 'Ana', password: 'ana-has-one', ...fields },
      { cookie },
    );
    assert.equal(reply.status, 200, await reply.clone().text());
    return ((await reply.json()) as { id: number }).id;
  };
  return { server, call, login, signIn, addUser };
}

test('[GATE-28] an open route is no oracle for passwords', async (t) => {
  const { call, addUser, login } = await start(t);
  await addUser({ email: 'ana@example.com' });
  const storage = async (authorization: string): Promise<readonly [number, unknown]> => {
    const reply = await call('GET', '/server', undefined, { authorization });
    const { storageSpace } = (await reply.json().catch(() => ({}))) as { storageSpace?: unknown };
    return [reply.status, storageSpace];
  };
  assert.deepEqual(await storage(basic('ana@example.com', 'wrong')), [200, null]);
  assert.deepEqual(await storage(basic('nobody@example.com', 'wrong')), [200, null]);
  const many = await Promise.all(
    Array.from({ length: 400 }, (_, i) => storage(basic(ADMIN.email, `wrong ${i}`))),
  );
  assert.equal(many.filter(([status]) => status === 200).length, 10);
  assert.equal((await storage(basic(ADMIN.email, ADMIN.password)))[0], 429, 'right or wrong: nobody looks');
  assert.equal((await login(ADMIN.email, ADMIN.password)).status, 429, 'it is one count with signing in');
  assert.equal((await login('ana@example.com', 'ana-has-one')).status, 200);
});

test('[GATE-28] what opened nothing goes no further, not even with a session beside it', async (t) => {
  const { call, addUser, signIn } = await start(t);
  await addUser({
    email: 'ana@example.com',
    userLimit: -1,
    attributes: { 'rastro.advancedPerms': encodeRights(['users.view']) },
  });
  const server = (await (await call('GET', '/server', undefined)).json()) as { attributes: object };
  const attributes = { ...server.attributes, 'rastro.enableAdvancedPerms': true };
  const put = await call('PUT', '/server', { ...server, attributes }, { cookie: await signIn() });
  assert.equal(put.status, 200);
  const cookie = await signIn('ana@example.com', 'ana-has-one');
  const other = { name: 'Bia', email: 'bia@example.com', password: 'bia-has-one' };
  assert.equal((await call('POST', '/users', other, { cookie })).status, 403);
  const both = { cookie, authorization: basic('ana@example.com', 'wrong') };
  const reply = await call('POST', '/users', other, both);
  assert.match(await reply.text(), /^Registration disabled/);
});

test('[GATE-26] four hundred sign-ins at once are ten, and e-mail and user name are one account', async (t) => {
  const { login, addUser } = await start(t);
  await addUser({ email: 'ana@example.com', login: 'ana' });
  const names = ['ana@example.com', 'ana', ' ANA '];
  const all = await Promise.all(
    Array.from({ length: 400 }, (_, i) =>
      login(names[i % 3] ?? '', `wrong ${i}`).then(({ status }) => status),
    ),
  );
  assert.equal(all.filter((status) => status === 401).length, 10);
  assert.equal(all.filter((status) => status === 429).length, 390);
  assert.equal((await login('ana', 'ana-has-one')).status, 429);
});

test('[GATE-26] forty right passwords at once come in, by form and by header', async (t) => {
  const { login, call, addUser: person } = await start(t);
  await person({ email: 'ana@example.com' });
  const forms = await Promise.all(Array.from({ length: 40 }, () => login('ana@example.com', 'ana-has-one')));
  assert.ok(forms.every(({ status }) => status === 200));
  const authorization = basic(ADMIN.email, ADMIN.password);
  const headers = await Promise.all(
    Array.from({ length: 40 }, () => call('GET', '/devices', undefined, { authorization })),
  );
  assert.ok(headers.every(({ status }) => status === 200));
});

test('[GATE-29] nobody pays for the guesses of others with his session, token or password', async (t) => {
  const { call, addUser: person, signIn, login } = await start(t);
  await person({ email: 'ana@example.com' });
  const cookie = await signIn();
  const token = await (await call('POST', '/session/token', undefined, { cookie })).text();
  const devices = async (headers: Record<string, string>) =>
    (await call('GET', '/devices', undefined, headers)).status;
  const bad = basic(ADMIN.email, 'wrong');
  for (let i = 0; i < 120; i++) await devices({ authorization: bad });
  for (let i = 0; i < 120; i++) await devices({ authorization: `Bearer wrong-${i}` });
  for (let i = 0; i < 110; i++) await login(`somebody${i}@example.com`, 'wrong');
  assert.equal(await devices({ authorization: bad }), 429);
  assert.equal(await devices({ cookie }), 200);
  assert.equal(await devices({ authorization: `Bearer ${token}` }), 200);
  assert.equal((await login('ana@example.com', 'ana-has-one')).status, 200);
});

test('[GATE-29] users that an administrator fails to make are no registrations', async (t) => {
  const { call, signIn, login } = await start(t);
  const cookie = await signIn();
  const bad = { name: 'x', email: 'x', password: 'x' };
  for (let i = 0; i < 120; i++) assert.equal((await call('POST', '/users', bad, { cookie })).status, 400);
  assert.equal((await login(ADMIN.email, ADMIN.password)).status, 200);
  for (let i = 0; i < 100; i++) assert.equal((await call('POST', '/users', bad)).status, 400);
  assert.equal((await call('POST', '/users', bad)).status, 429, 'those of nobody are');
  assert.equal((await login(ADMIN.email, ADMIN.password)).status, 200, 'and close no sign-in');
});

test('[GATE-30] no byte order mark, double name or depth gets another body to the handler than was judged', async (t) => {
  const { server: running, call, signIn, addUser: person } = await start(t);
  const rights = encodeRights(['geofences.create', 'geofences.view', 'geofences.edit']);
  await person({ email: 'ana@example.com', attributes: { 'rastro.advancedPerms': rights } });
  const admin = { cookie: await signIn() };
  const server = (await (await call('GET', '/server', undefined)).json()) as { attributes: object };
  await call('PUT', '/server', { ...server, attributes: { 'rastro.enableAdvancedPerms': true } }, admin);
  const ana = { cookie: await signIn('ana@example.com', 'ana-has-one') };
  const fence = '{"name":"Yard","area":"CIRCLE (0 0, 9)","attributes":{"lockOnExit":true}';
  for (const body of [`${fence}}`, `\u{feff}${fence}}`, `${fence},"attributes":{"lockOnEnter":true}}`]) {
    const reply = await call('POST', '/geofences', body, ana);
    assert.match(await reply.text(), /devices\.lock/, body.slice(0, 3));
  }
  const utf16 = await fetch(`${running.url}/api/geofences`, {
    method: 'POST',
    headers: { ...ana, 'content-type': 'application/json; charset=utf-16' },
    body: Buffer.from(`${fence}}`, 'utf16le'),
  });
  assert.equal(utf16.status, 400);
  const deep = `{"name":"x","attributes":${'['.repeat(20_000)}${']'.repeat(20_000)}}`;
  for (const path of ['/geofences', '/devices', '/users', '/permissions/bulk', '/notifications'])
    assert.equal((await call('POST', path, deep, admin)).status, 400, path);
  const huge = await call('POST', '/devices', '{"name":"x","uniqueId":"y","attributes":{"a":1e999}}', admin);
  assert.equal(huge.status, 400);
});

test('[GATE-31] address and body name the same thing', async (t) => {
  const { call, signIn } = await start(t);
  const headers = { cookie: await signIn() };
  const make = async (uniqueId: string) =>
    (await (await call('POST', '/devices', { name: uniqueId, uniqueId }, headers)).json()) as { id: number };
  const [one, two] = [await make('one'), await make('two')];
  const put = async (body: object) => (await call('PUT', `/devices/${one.id}`, body, headers)).status;
  assert.equal(await put({ ...two, name: 'renamed' }), 400);
  assert.equal(await put({ ...one, name: 'renamed' }), 200);
  const { id: _id, ...bare } = one;
  assert.equal(await put({ ...bare, name: 'again' }), 200);
  const names = (await (await call('GET', '/devices', undefined, headers)).json()) as { name: string }[];
  assert.deepEqual(
    names.map(({ name }) => name),
    ['again', 'two'],
  );
  const totals = (deviceId: number) =>
    call('PUT', `/devices/${one.id}/accumulators`, { deviceId, totalDistance: 5 }, headers);
  assert.match(await (await totals(two.id)).text(), /deviceId: the address names/);
});

test('[GATE-35] how one signs in is changed with the current password only, by oneself', async (t) => {
  const { call, login, addUser: person, signIn } = await start(t);
  const id = await person({ email: 'ana@example.com', attributes: { note: 1 } });
  const cookie = await signIn('ana@example.com', 'ana-has-one');
  const own = (await (await call('GET', `/users/${id}`, undefined, { cookie })).json()) as object;
  const put = async (fields: object, headers: Record<string, string> = { cookie }) =>
    (await call('PUT', `/users/${id}`, { ...own, ...fields }, headers)).status;
  const changes = [{ email: 'eva@example.com' }, { password: 'x7k2' }, { totpKey: 'ABCDEFGHIJKLMNOP' }];
  for (const change of changes) {
    assert.equal(await put(change), 403, JSON.stringify(change));
    assert.equal(await put({ ...change, currentPassword: 'wrong' }), 403);
  }
  assert.equal(
    await put({ name: 'Ana Clara', email: ' ANA@example.com' }),
    200,
    'the same address, another name',
  );
  assert.equal(await put({ password: 'x7k2', currentPassword: 'ana-has-one' }), 200);
  assert.equal((await login('ana@example.com', 'ana-has-one')).status, 401);
  const sent = { authorization: basic('ana@example.com', 'x7k2') };
  assert.equal(await put({ password: 'x7k3' }, sent), 200, 'a password in the header was said');
  const admin = { cookie: await signIn() };
  assert.equal(
    await put({ password: 'x7k4' }, admin),
    200,
    'who manages somebody does not know his password',
  );
  const impersonated = await call('GET', `/session/${id}`, undefined, admin);
  const asAna = { cookie: impersonated.headers.get('set-cookie')?.split(';')[0] ?? '' };
  assert.equal(await put({ password: 'x7k5' }, asAna), 403, 'nor does he who acts as somebody');
});

test('[GATE-35] a stolen session does not try passwords', async (t) => {
  const { call, addUser: person, signIn, login } = await start(t);
  const id = await person({ email: 'ana@example.com' });
  const cookie = await signIn('ana@example.com', 'ana-has-one');
  const own = (await (await call('GET', `/users/${id}`, undefined, { cookie })).json()) as object;
  const all = await Promise.all(
    Array.from({ length: 60 }, async (_, i) => {
      const body = { ...own, password: 'x7k2', currentPassword: `wrong ${i}` };
      return (await call('PUT', `/users/${id}`, body, { cookie })).status;
    }),
  );
  assert.equal(all.filter((status) => status === 403).length, 10);
  assert.equal(all.filter((status) => status === 429).length, 50);
  assert.equal((await login('ana@example.com', 'ana-has-one')).status, 429);
  assert.equal((await call('GET', '/devices', undefined, { cookie })).status, 200);
});

test('[GATE-52] one-time codes and a request for deletion ask for the current password', async (t) => {
  const { call, addUser: person, signIn } = await start(t);
  await person({ email: 'ana@example.com' });
  const cookie = await signIn('ana@example.com', 'ana-has-one');
  const ask = async (body: object, headers: Record<string, string> = { cookie }) =>
    (await call('POST', '/account/deletion', body, headers)).status;
  assert.equal(await ask({}), 400);
  assert.equal(await ask({ currentPassword: 'wrong' }), 403);
  const sent = { cookie, authorization: basic('ana@example.com', 'ana-has-one') };
  assert.equal(await ask({ currentPassword: 'wrong' }, sent), 403, 'a header says nothing here');
  assert.equal(await ask({ currentPassword: 'ana-has-one' }), 200);
  const totp = { key: 'ABCDEFGHIJKLMNOP', code: '000000', currentPassword: 'wrong' };
  assert.equal((await call('PUT', '/account/totp', totp, { cookie })).status, 403);
});
