import assert from 'node:assert/strict';
import { request } from 'node:http';
import { after, before, describe, test } from 'node:test';
import pino from 'pino';
import { encodeRights, RIGHTS, type Right } from '@rastro/fleet';
import { readSettings } from '../settings/read-settings.ts';
import { runServer, type RunningServer } from '../run-server.ts';
import { requireRules } from './route-table.ts';
import { ANCHOR, ANCHORED_ID, ANCHOR_ID, EXTENSION_BODIES } from '../../test/role-bodies.ts';
import { isRight, ROUTE_RULES, titleOf, type RouteRule } from '../../test/route-rules.ts';
import { cookieOf, startTrackingStub, type StubUser, type TrackingStub } from '../../test/tracking-stub.ts';

const SELF = 7;
const user = (attributes: StubUser['attributes'], administrator = false): StubUser => ({
  id: SELF,
  administrator,
  attributes,
});
const withRights = (...rights: readonly Right[]): StubUser =>
  user({ 'rastro.advancedPerms': encodeRights(rights) });
const GUEST = user({ isShared: true });
const ADMINISTRATOR = user({}, true);
const RESELLER = user({ 'rastro.reseller': true });
const QR_DRIVER = user({ 'rastro.isQrDriverId': 3 }, true);

/** With advanced permissions on, and without. */
let advanced: { stub: TrackingStub; server: RunningServer };
let plain: typeof advanced;
before(async () => {
  advanced = await start({ 'rastro.enableAdvancedPerms': true, 'rastro.enableBilling': true });
  plain = await start({});
});
after(async () => {
  for (const { stub, server } of [advanced, plain]) {
    await server.close();
    stub.close();
  }
});

async function start(attributes: StubUser['attributes']): Promise<typeof advanced> {
  const stub = await startTrackingStub(attributes);
  stub.save('/api/devices', { id: ANCHORED_ID });
  stub.save('/api/geofences', { ...ANCHOR, id: ANCHOR_ID });
  const environment = {
    PORT: '0',
    HOST: '127.0.0.1',
    TRACKING_SERVER_URL: stub.url,
    DATA_DIR: stub.folder,
    POSTCODE_URL: '',
  };
  return { stub, server: await runServer(readSettings(environment, null), pino({ level: 'silent' })) };
}

/** Calls a route as a user; `:id` is another account unless the rule is for oneself. */
async function ask({ server }: typeof advanced, rule: RouteRule, who: StubUser | null): Promise<number> {
  const id = rule.self === true ? SELF : rule.anchor === true ? ANCHOR_ID : 99;
  const query = rule.query === undefined ? '' : `?${rule.query}=2026-01-01T00:00:00Z`;
  const path = rule.path.replace(':id', String(id)).replace(':code', '01001000');
  const response = await fetch(`${server.url}${path}${query}`, {
    method: rule.method,
    headers: {
      ...(who ? { cookie: cookieOf(who) } : {}),
      ...(rule.sheet ? { accept: 'text/csv' } : {}),
      ...(EXTENSION_BODIES[rule.path] ? { 'content-type': 'application/json' } : {}),
    },
    // What a well-meant edit sends: the account as it is.
    ...(rule.method === 'GET' ? {} : { body: JSON.stringify(bodyFor(rule, id, who)) }),
  });
  // No account is configured for the server behind, and it has no invoice: the call came past the gateway.
  if (
    /^(Not set up|Billing not set up|Invoice unknown|Overview unknown|Wall unknown)/.test(
      await response.text(),
    )
  )
    return 200;
  // Of a postcode nobody here knows anything, and says so without a word.
  const mayBeEmpty = rule.path.endsWith('/:code') || rule.path.endsWith('/positions/overview');
  return mayBeEmpty && response.status === 204 ? 200 : response.status;
}

function bodyFor(rule: RouteRule, id: number, who: StubUser | null): object {
  if (rule.anchor === true) {
    return rule.path === '/api/permissions' ? { deviceId: ANCHORED_ID, geofenceId: ANCHOR_ID } : ANCHOR;
  }
  const own = EXTENSION_BODIES[rule.path];
  if (own) return own;
  if (rule.command === true) return { type: rule.access === 'devices.lock' ? 'engineStop' : 'engineResume' };
  if (rule.links !== undefined) return { deviceId: 1, [`${rule.links}Id`]: 2 };
  return { id, attributes: rule.self ? who?.attributes : {} };
}

/** Everything but the login, which the stub rejects by design. */
const rules = ROUTE_RULES.filter(({ method, path }) => !(method === 'POST' && path === '/api/session'));
const guestRules = rules.filter(({ guest }) => guest === true);
/** Lists that are empty for guests, instead of forbidden. */
const isEmptyForGuests = ({ method, path }: RouteRule): boolean =>
  guestRules.some((rule) => rule.method === method && rule.path === path);

describe('role × route', () => {
  for (const rule of rules.filter((each) => isRight(each.access))) {
    test(`[GATE-1] ${titleOf(rule)}`, async () => {
      const right = rule.access as Right;
      const all = RIGHTS.filter((other) => other !== right);
      assert.equal(await ask(advanced, rule, ADMINISTRATOR), 200, 'an administrator may');
      assert.equal(await ask(advanced, rule, withRights(right)), 200, 'whoever has the right may');
      assert.equal(await ask(advanced, rule, withRights(...all)), 403, 'all other rights are not this one');
      assert.equal(await ask(advanced, rule, user({})), 403, 'no rights');
      assert.equal(await ask(advanced, rule, GUEST), isEmptyForGuests(rule) ? 200 : 403, 'a guest');
      assert.equal(await ask(advanced, rule, QR_DRIVER), 403, 'a QR driver, even as administrator');
      assert.equal(await ask(advanced, rule, null), rule.signedIn ? 200 : 401, 'nobody');
    });
    test(`[GATE-2] without advanced permissions all but guests may: ${titleOf(rule)}`, async () => {
      assert.equal(await ask(plain, rule, user({})), 200);
      assert.equal(await ask(plain, rule, GUEST), isEmptyForGuests(rule) ? 200 : 403);
      assert.equal(await ask(plain, rule, QR_DRIVER), 403);
    });
  }
  for (const rule of rules.filter(
    ({ access, guest, watcher }) => access === 'session' && !guest && !watcher,
  )) {
    test(`[GATE-1] ${titleOf(rule)}`, async () => {
      for (const who of [ADMINISTRATOR, user({}), GUEST]) assert.equal(await ask(advanced, rule, who), 200);
      assert.equal(await ask(advanced, rule, QR_DRIVER), rule.qrDriver ? 200 : 403, 'a QR driver');
      assert.equal(await ask(advanced, rule, null), 401);
    });
  }
  for (const rule of rules.filter(({ access }) => access === 'administrator')) {
    test(`[GATE-1] ${titleOf(rule)}`, async () => {
      assert.equal(await ask(advanced, rule, ADMINISTRATOR), 200);
      assert.equal(await ask(advanced, rule, withRights(...RIGHTS)), 403);
      assert.equal(await ask(advanced, rule, GUEST), 403);
      assert.equal(await ask(advanced, rule, QR_DRIVER), 403);
      assert.equal(await ask(advanced, rule, null), 401);
    });
  }
  for (const rule of rules.filter(({ access }) => access === 'brands')) {
    test(`[GATE-1] ${titleOf(rule)}`, async () => {
      // The body names no theme, picture or domain: callers with the right get that error instead.
      for (const who of [ADMINISTRATOR, RESELLER])
        assert.ok([200, 400, 404].includes(await ask(advanced, rule, who)));
      for (const who of [withRights(...RIGHTS), GUEST, QR_DRIVER, { ...RESELLER, readonly: true }])
        assert.equal(await ask(advanced, rule, who), 403);
      assert.equal(await ask(advanced, rule, null), 401);
    });
  }
  for (const rule of rules.filter(({ access }) => access === 'public')) {
    test(`[GATE-1] ${titleOf(rule)}`, async () => {
      // It reaches the tracking server, which has no session for nobody; no picture has such a name.
      const isNothing = ['/api/session', '/ext/assets/custom/:file'].includes(rule.path);
      // What is sent is no message of a payment provider.
      const isMessage = rule.path === '/ext/webhooks/:provider/:id';
      const reached = isMessage ? 400 : rule.method === 'GET' && isNothing ? 404 : 200;
      assert.equal(await ask(advanced, rule, null), reached);
    });
  }
});

test('[GATE-41] a guest gets empty lists of what he is never shown, and nothing else of it', async () => {
  assert.ok(guestRules.length >= 10);
  for (const { path } of guestRules) {
    const list = await fetch(`${plain.server.url}${path}`, { headers: { cookie: cookieOf(GUEST) } });
    assert.deepEqual([list.status, await list.text()], [200, '[]'], path);
    const one = await fetch(`${plain.server.url}${path}/1`, { headers: { cookie: cookieOf(GUEST) } });
    await one.text();
    if (!path.endsWith('/orders')) assert.equal(one.status, 403, path);
  }
});

test('[GATE-70] a driver who signed in to check in gets nothing but what his check-in needs', async () => {
  const open = new Set(
    rules.filter(({ qrDriver }) => qrDriver).map(({ method, path }) => `${method} ${path}`),
  );
  assert.deepEqual(
    open,
    new Set([
      'DELETE /api/session',
      'GET /ext/qr-driver',
      'POST /ext/qr-driver',
      'GET /ext/qr-driver/score',
      'POST /ext/qr-driver/contests',
      'GET /ext/qr-driver/hours',
      'POST /ext/qr-driver/hours/signatures',
      'GET /ext/qr-driver/stops',
      'POST /ext/qr-driver/steps',
      'POST /ext/qr-driver/stops/:id/pictures/:picture',
      'GET /ext/qr-driver/inspections',
      'POST /ext/qr-driver/inspections',
      'POST /ext/qr-driver/inspections/:key/pictures/:picture',
    ]),
  );
  const closed = rules.filter(({ access, qrDriver }) => access !== 'public' && !qrDriver);
  for (const rule of closed) assert.equal(await ask(plain, rule, QR_DRIVER), 403, titleOf(rule));
  const status = await new Promise<number | undefined>((resolve, reject) => {
    const headers = { cookie: cookieOf(QR_DRIVER), connection: 'Upgrade', upgrade: 'websocket' };
    const asked = request(`${plain.server.url}/api/socket`, { headers }, ({ statusCode }) =>
      resolve(statusCode),
    );
    asked.on('error', reject).end();
  });
  assert.equal(status, 403, 'nor the live fleet');
});

test('[GATE-3] the own account needs another right than foreign ones', async () => {
  const put = (self?: true): RouteRule => ({
    method: 'PUT',
    path: '/api/users/:id',
    access: 'session',
    qrDriver: false,
    route: { area: 'users', summary: '', access: 'session' },
    ...(self ? { self } : {}),
  });
  assert.equal(await ask(advanced, put(true), withRights('users.selfEdit')), 200);
  assert.equal(await ask(advanced, put(), withRights('users.selfEdit')), 403);
  assert.equal(await ask(advanced, put(), withRights('users.edit')), 200);
});

test('[GATE-4] a write whose body names another account than its address is no write on oneself', async () => {
  const response = await fetch(`${advanced.server.url}/api/users/${SELF}`, {
    method: 'PUT',
    headers: { cookie: cookieOf(withRights('users.selfEdit')) },
    body: JSON.stringify({ id: 2, attributes: {} }),
  });
  assert.equal(response.status, 403);
  assert.match(await response.text(), /users\.edit/);
});

test('[GATE-24] a link that gives a right to somebody does not pass as one between things', async () => {
  const link = async (body: unknown): Promise<number> => {
    const response = await fetch(`${advanced.server.url}/api/permissions`, {
      method: 'POST',
      headers: { cookie: cookieOf(withRights('geofences.edit')) },
      body: JSON.stringify(body),
    });
    return response.status;
  };
  assert.equal(await link({ groupid: 1, GeofenceId: 2 }), 200, 'case does not matter');
  const bulk = [{ deviceId: 1, geofenceId: 2 }];
  assert.equal(await link(bulk), 200);
  for (const body of [
    { userId: 1, geofenceId: 2 },
    { geofenceId: 2, deviceId: 1 },
    { deviceId: 1, geofenceId: 2, userId: 3 },
    { deviceId: 1, driverId: 2 },
    [...bulk, { userId: 1, deviceId: 2 }],
    [],
    null,
  ])
    assert.equal(await link(body), 403, JSON.stringify(body));
});

test('[GATE-5] a route of the tracking server without a rule stops the start', () => {
  assert.throws(() => requireRules([{ method: 'GET', path: '/secrets' }]), /GET \/api\/secrets/);
  requireRules([{ method: 'GET', path: '/server' }]);
});

test('[GATE-6] a path outside the table does not reach the tracking server', async () => {
  const before = advanced.stub.asked.length;
  const response = await fetch(`${advanced.server.url}/api/secrets`, {
    headers: { cookie: cookieOf(ADMINISTRATOR) },
  });
  assert.equal(response.status, 404);
  assert.equal(advanced.stub.asked.length, before);
});

test('[GATE-42] who may only look sends no command, nor writes a rule that does, unless the right is his by name', async () => {
  const ask = async (at: typeof advanced, path: string, body: object, who: StubUser): Promise<number> => {
    const response = await fetch(`${at.server.url}/api${path}`, {
      method: 'POST',
      headers: { cookie: cookieOf(who) },
      body: JSON.stringify(body),
    });
    await response.text();
    return response.status;
  };
  const lock = advanced.stub.save('/api/commands', { id: 43, type: 'engineStop' });
  plain.stub.save('/api/commands', { id: 43, type: 'engineStop' });
  const rule = { type: 'alarm', notificators: 'command', commandId: lock };
  for (const flag of ['readonly', 'deviceReadonly']) {
    const looker = { ...user({}), [flag]: true };
    for (const body of [{ type: 'engineStop' }, { type: 'custom' }])
      assert.equal(await ask(plain, '/commands/send', body, looker), 403);
    assert.equal(await ask(plain, '/notifications', rule, looker), 403);
    const named = { ...withRights('devices.lock', 'notifications.create'), [flag]: true };
    assert.equal(await ask(advanced, '/commands/send', { type: 'engineStop' }, named), 200);
    assert.equal(await ask(advanced, '/notifications', rule, named), 200);
  }
});

test('[CMD-30] a lock hidden in a saved command, or in a rule that sends it, needs the right to lock', async () => {
  const lock = advanced.stub.save('/api/commands', { id: 41, type: 'engineStop' });
  const custom = advanced.stub.save('/api/commands', { id: 42, type: 'custom' });
  const ask = async (
    method: string,
    path: string,
    body: unknown,
    ...rights: readonly Right[]
  ): Promise<number> => {
    const response = await fetch(`${advanced.server.url}/api${path}`, {
      method,
      headers: { cookie: cookieOf(withRights(...rights)) },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
    await response.text();
    return response.status;
  };
  const send = (body: unknown, ...rights: readonly Right[]) => ask('POST', '/commands/send', body, ...rights);
  assert.equal(await send({ id: lock, type: 'custom', deviceId: 1 }, 'devices.sendCommand'), 403);
  assert.equal(await send({ id: `${lock}`, deviceId: 1 }, 'devices.sendCommand'), 403, 'as a text');
  assert.equal(await send({ id: lock + 0.5, deviceId: 1 }, 'devices.sendCommand'), 403, 'as a fraction');
  assert.equal(await send({ id: lock, deviceId: 1 }, 'devices.lock'), 200);
  assert.equal(await send({ id: custom, type: 'engineStop', deviceId: 1 }, 'devices.sendCommand'), 200);
  assert.equal(await send({ id: custom, deviceId: 1 }, 'devices.lock'), 403);
  assert.equal(await send({ type: 'engineStop' }, 'devices.sendCommand', 'devices.unlock'), 403);
  assert.equal(await send({ type: 'anchorDisable' }, 'devices.unlock'), 200);
  for (const body of ['not json', '[]', '{"id":"x","type":"custom"}'])
    assert.equal(await send(body, ...RIGHTS), 400, `${body} might be read by the other side`);

  const text = (data: string) => ({ type: 'custom', deviceId: 1, attributes: { data } });
  assert.equal(await send(text('Relay,1#'), 'devices.sendCommand'), 403, 'a lock in a custom text');
  assert.equal(await send(text('Relay,1#'), 'devices.lock'), 200);
  assert.equal(await send(text('HFYD,123456#'), 'devices.sendCommand', 'devices.lock'), 403);
  assert.equal(await send(text('STATUS#'), 'devices.sendCommand'), 200);
  const hidden = advanced.stub.save('/api/commands', { id: 43, ...text('setdigout 1') });
  assert.equal(await send({ id: hidden, deviceId: 1 }, 'devices.sendCommand'), 403);
  assert.equal(await send({ id: hidden, deviceId: 1 }, 'devices.lock'), 200);
  const output = { type: 'outputControl', deviceId: 1, attributes: { index: 1, data: '1' } };
  assert.equal(await send(output, 'devices.sendCommand'), 403);

  const rule = { type: 'alarm', notificators: 'command', commandId: lock };
  assert.equal(await ask('POST', '/notifications', rule, 'notifications.create'), 403);
  assert.equal(await ask('POST', '/notifications', rule, 'notifications.create', 'devices.lock'), 200);
  assert.equal(await ask('POST', '/notifications', rule, 'devices.lock'), 403);
  assert.equal(await ask('PUT', '/notifications/3', { ...rule, id: 3 }, 'notifications.edit'), 403);
  assert.equal(await ask('POST', '/notifications', { ...rule, commandId: 0 }, 'notifications.create'), 200);
  const edited = { id: custom, type: 'engineStop', description: 'x' };
  assert.equal(await ask('PUT', `/commands/${custom}`, edited, 'commands.edit'), 403);
  assert.equal(await ask('PUT', `/commands/${custom}`, edited, 'commands.edit', 'devices.lock'), 200);
  const worded = { id: custom, ...text('Relay,1#'), description: 'x' };
  assert.equal(await ask('PUT', `/commands/${custom}`, worded, 'commands.edit'), 403);
  for (const saved of [edited, worded]) {
    const made = { ...saved, id: 0, description: 'new' };
    assert.equal(await ask('POST', '/commands', made, 'commands.create'), 403, 'made, the same holds');
    assert.equal(await ask('POST', '/commands', made, 'commands.create', 'devices.lock'), 200);
  }
  assert.equal(await ask('POST', '/commands', { type: 'positionSingle' }, 'commands.create'), 200);
});
