import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openTestTracker, type TestTracker } from '../../test/open-test-tracker.ts';

let t: TestTracker;
let boss: string;
before(async () => {
  t = await openTestTracker();
  boss = await t.signIn(await t.addUser({ administrator: true }));
});
after(() => t.dispose());

/** One line `Code in words - explanation`, without internals. */
function assertClear(text: string, what: string): void {
  assert.match(text, /^[A-Z][A-Za-z0-9 ]+ - .+$/, what);
  assert.doesNotMatch(text, /\n|\bat \S+:\d+|node_modules|\.ts\b|sqlite/i, what);
}

test('[API-38] bodies that cannot be read are refused in one clear line', async () => {
  const send = (payload: string, type = 'application/json') =>
    t.api('POST', '/devices', boss, payload, { 'content-type': type });
  const cases: readonly (readonly [string, string, number])[] = [
    ['{"name":', 'application/json', 400],
    ['', 'application/json', 400],
    ['{"name":"a","uniqueId":"b","__proto__":{"administrator":true}}', 'application/json', 400],
    ['[]', 'application/json', 400],
    ['null', 'application/json', 400],
    ['"text"', 'application/json', 400],
    ['name=a&uniqueId=b', 'text/plain', 415],
    ['<device/>', 'application/xml', 415],
    ['{}', 'nonsense', 415],
    [`{"name":"${'x'.repeat(10 * 1_048_576)}"}`, 'application/json', 413],
  ];
  for (const [payload, type, expected] of cases) {
    const { status, text } = await send(payload, type);
    const what = `${type} ${payload.slice(0, 40)}`;
    assert.equal(status, expected, what);
    assertClear(text, what);
  }
  assert.equal((await t.api('GET', '/devices', boss)).status, 200, 'and the server lives');
});

test('[API-39] unknown fields and absurd values are refused by the name of the field', async () => {
  const good = { name: 'Truck', uniqueId: 'x' };
  const cases: readonly (readonly [object, RegExp])[] = [
    [{ ...good, wheels: 4 }, /wheels/],
    [{ ...good, name: '' }, /^Invalid data - name: /],
    [{ ...good, name: '   ' }, /^Invalid data - name: /],
    [{ ...good, name: 'x'.repeat(129) }, /^Invalid data - name: /],
    [{ ...good, name: 5 }, /^Invalid data - name: /],
    [{ uniqueId: 'x' }, /^Invalid data - name: /],
    [{ ...good, uniqueId: null }, /^Invalid data - uniqueId: /],
    [{ ...good, groupId: -1 }, /^Invalid data - groupId: /],
    [{ ...good, groupId: 'abc' }, /^Invalid data - groupId: /],
    [{ ...good, disabled: 'perhaps' }, /^Invalid data - disabled: /],
    [{ ...good, expirationTime: 'never' }, /^Invalid data - expirationTime: /],
    [{ ...good, expirationTime: 1e300 }, /^Invalid data - expirationTime: /],
    [{ ...good, attributes: [] }, /^Invalid data - attributes: /],
    [{ ...good, attributes: 'x' }, /^Invalid data - attributes: /],
    [{ ...good, attributes: { long: 'x'.repeat(5000) } }, /^Invalid data - attributes: /],
    [{ ...good, contact: 'x'.repeat(513) }, /^Invalid data - contact: /],
  ];
  for (const [body, expected] of cases) {
    const { status, text } = await t.api('POST', '/devices', boss, body);
    assert.equal(status, 400, JSON.stringify(body).slice(0, 80));
    assert.match(text, expected);
    assertClear(text, text);
  }
  const user = { name: 'Bia', email: 'bia@example.com', password: 'a password' };
  const users: readonly (readonly [object, RegExp])[] = [
    [{ ...user, email: 'x' }, /email/],
    [{ ...user, name: 'ab' }, /name/],
    [{ ...user, password: 'abc' }, /password/],
    [{ ...user, password: null }, /password/],
    [{ ...user, password: 'x'.repeat(2000) }, /password/],
    [{ ...user, latitude: 91 }, /latitude/],
    [{ ...user, zoom: 'near' }, /zoom/],
    [{ ...user, passwordHash: 'x' }, /passwordHash/],
  ];
  for (const [body, expected] of users) {
    const { status, text } = await t.api('POST', '/users', boss, body);
    assert.equal(status, 400, JSON.stringify(body).slice(0, 80));
    assert.match(text, expected);
    assertClear(text, text);
  }
  assert.equal(t.tracker.directory.devices.size, 0);
});

test('[API-40] fields that a client merely echoes are dropped, texts that mean numbers are read', async () => {
  const body = {
    name: 'A',
    uniqueId: 'echo',
    status: 'online',
    motionStreak: true,
    groupId: '',
    disabled: 'true',
  };
  const made = (await t.api('POST', '/devices', boss, body)).json as Record<string, unknown>;
  assert.deepEqual([made['status'], made['groupId'], made['disabled']], ['offline', 0, true]);
  const server = { registration: 1, zoom: '7', latitude: '-23.5', version: '9', whatever: true };
  const saved = (await t.api('PUT', '/server', boss, server)).json as Record<string, unknown>;
  assert.deepEqual(
    [saved['registration'], saved['zoom'], saved['latitude'], saved['version']],
    [true, 7, -23.5, 'test'],
  );
});

test('[API-41] addresses and numbers that are none get a clear answer', async () => {
  for (const path of [
    '/devices/abc',
    '/devices/1.5',
    '/devices/99999999999999999999',
    '/users/%00',
    '/events/x',
  ]) {
    const { status, text } = await t.api('GET', path, boss);
    assert.equal(status, 400, path);
    assertClear(text, path);
  }
  for (const path of ['/nothing', '/devices/1/2/3', '/../etc/passwd', '/devices/%', '/%zz']) {
    const { status, text } = await t.api('GET', path, boss);
    assert.ok(status === 404 || status === 400, path);
    assertClear(text, path);
  }
  const method = await t.api('DELETE', '/server', boss);
  assert.equal(method.status, 405);
  assertClear(method.text, 'a method that is none');
});

/** Open to nobody in particular: docs/reference/tracking-api.md §1.2. */
const PUBLIC = [
  'GET /server',
  'GET /health',
  'GET /openapi.json',
  'GET /docs',
  'GET /docs.css',
  'GET /session',
  'POST /session',
  'POST /session/password',
  'GET /session/openid/auth',
  'GET /session/openid/callback',
  'POST /password/reset',
  'POST /password/update',
  'POST /users',
  'POST /users/totp',
];

test('[API-42] every route but the public ones asks who is there', async () => {
  const open = new Set(PUBLIC);
  const closed = t.tracker.routes.filter(({ method, path }) => !open.has(`${method} ${path}`));
  assert.ok(closed.length > 20, `${closed.length} routes`);
  for (const { method, path } of closed) {
    const reply = await t.api(method, path.replace(':id', '1'), undefined, method === 'GET' ? undefined : {});
    assert.equal(reply.status, 401, `${method} ${path}`);
    assertClear(reply.text, path);
  }
});

test('[API-43] the server record is for everybody to read and for administrators to write', async () => {
  const cookie = await t.signIn(await t.addUser());
  const server = (await t.api('GET', '/server')).json as Record<string, unknown>;
  assert.deepEqual([server['id'], server['version'], server['newServer']], [1, 'test', false]);
  assert.match((await t.api('PUT', '/server', cookie, {})).text, /^Administrator access required - /);
  const zones = (await t.api('GET', '/server/timezones', cookie)).json as readonly string[];
  assert.ok(zones.includes('America/Sao_Paulo'));
  assert.equal((await t.api('GET', '/health')).text, 'OK');
});

test('[API-65] time zones that nobody knows are refused wherever they would be kept; every name is known', async () => {
  const zones = (await t.api('GET', '/server/timezones', boss)).json as readonly string[];
  for (const name of [
    'Asia/Kolkata',
    'America/Argentina/Buenos_Aires',
    'Europe/Kyiv',
    'UTC',
    'Asia/Calcutta',
  ])
    assert.ok(zones.includes(name), name);
  const user = { name: 'Eva', email: 'zoned@example.com', password: 'a password' };
  const places: readonly (readonly ['POST' | 'PUT', string, object])[] = [
    ['POST', '/users', user],
    ['POST', '/devices', { name: 'Van', uniqueId: 'zoned-van' }],
    ['POST', '/groups', { name: 'Vans' }],
    ['PUT', '/server', {}],
  ];
  for (const [method, path, fields] of places) {
    for (const name of ['timezone', 'decoder.timezone']) {
      for (const wrong of ['Mars/Base', 'SystemV/EST5', 5]) {
        const { status, text } = await t.api(method, path, boss, {
          ...fields,
          attributes: { [name]: wrong },
        });
        assert.equal(status, 400, `${path} ${name} ${wrong}`);
        assert.match(text, /^Unknown time zone - .*timezone: is no time zone like America/);
        assertClear(text, path);
      }
    }
    const attributes = { timezone: 'America/Argentina/Buenos_Aires', 'decoder.timezone': 'GMT-3' };
    assert.equal((await t.api(method, path, boss, { ...fields, attributes })).status, 200, path);
  }
  assert.equal((await t.api('PUT', '/server', boss, { attributes: { timezone: '' } })).status, 200, 'none');
});

test('[API-63] nothing that nobody sees tells two accounts or names apart', async () => {
  const boss = await t.signIn(await t.addUser({ administrator: true }));
  const make = (fields: object) =>
    t.api('POST', '/users', boss, {
      name: 'Eva Lima',
      email: 'eva@example.com',
      password: 'a password',
      ...fields,
    });
  assert.equal((await make({ login: 'eva' })).status, 200);
  const unseen = [
    '\u0000',
    '\u200b',
    '\u2060',
    '\u00ad',
    '\u202e',
    '\u3164',
    '\u034f',
    '\ufeff',
    '\u{e0041}',
    '\u0007',
  ];
  for (const sign of unseen) {
    const middle = `e${sign}va`;
    for (const fields of [
      { email: `${middle}@example.com` },
      { email: `x${Math.random()}@example.com`, login: middle },
      { email: `x${Math.random()}@example.com`, name: `${middle} Lima` },
    ])
      assert.equal((await make(fields)).status, 400, JSON.stringify(fields));
    assert.equal((await t.api('POST', '/groups', boss, { name: middle })).status, 400, JSON.stringify(sign));
    const device = { name: 'A', uniqueId: `12${sign}3` };
    assert.equal((await t.api('POST', '/devices', boss, device)).status, 400, JSON.stringify(sign));
  }
  const wide = await make({ email: '\uff45va@example.com' });
  assert.match(wide.text, /^Already in use/, 'a wide letter is the same letter');
  const names = ['Zoë Ångström', 'میخواهم', '李小龍', 'Família 👨‍👩‍👧', 'Ünal'];
  for (const name of names)
    assert.equal((await make({ name, email: `u${Math.random()}@example.com` })).status, 200, name);
  const note = { name: 'B', uniqueId: '77', contact: 'one\ntwo' };
  assert.equal((await t.api('POST', '/devices', boss, note)).status, 200, 'lines are text');
});
