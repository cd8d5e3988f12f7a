import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import pino from 'pino';
import { encodeRights, type Right } from '@rastro/fleet';
import { runServer, type RunningServer } from '../run-server.ts';
import { readSettings } from '../settings/read-settings.ts';
import { cookieOf, startTrackingStub, type TrackingStub } from '../../test/tracking-stub.ts';

const VAN = 1;
const FOREIGN = 2;
const ANCHOR = 10;
const FOREIGN_ANCHOR = 11;
const YARD = 12;
const LOCK = 13;
const anchorOf = (deviceId: number | string) => ({
  name: 'Van',
  area: 'CIRCLE (-23.5 -46.6, 150)',
  calendarId: 0,
  attributes: { isAnchor: true, deviceId },
});

let stub: TrackingStub;
let server: RunningServer;
before(async () => {
  stub = await startTrackingStub({ 'rastro.enableAdvancedPerms': true });
  stub.save('/api/devices', { id: VAN });
  stub.hide(`/api/devices/${FOREIGN}`);
  stub.save('/api/geofences', { ...anchorOf(VAN), id: ANCHOR });
  stub.save('/api/geofences', { ...anchorOf(FOREIGN), id: FOREIGN_ANCHOR });
  stub.save('/api/geofences', { id: YARD, attributes: {} });
  stub.save('/api/geofences', { id: LOCK, attributes: { lockOnExit: true } });
  const environment = { PORT: '0', HOST: '127.0.0.1', TRACKING_SERVER_URL: stub.url, DATA_DIR: stub.folder };
  server = await runServer(readSettings(environment, null), pino({ level: 'silent' }));
});
after(async () => {
  await server.close();
  stub.close();
});

async function call(method: string, path: string, body: unknown, ...rights: readonly Right[]) {
  const attributes = { 'rastro.advancedPerms': encodeRights(rights) };
  const response = await fetch(`${server.url}/api${path}`, {
    method,
    headers: { cookie: cookieOf({ id: 7, administrator: false, attributes }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: response.status, text: await response.text() };
}
const status = async (...args: Parameters<typeof call>): Promise<number> => (await call(...args)).status;

test('[ANCHOR-1] the toggle creates, links and deletes the anchor of a vehicle that one sees', async () => {
  assert.equal(await status('POST', '/geofences', { id: -1, ...anchorOf(VAN) }, 'anchor.toggle'), 200);
  assert.equal(await status('POST', '/geofences', anchorOf(String(VAN)), 'anchor.toggle'), 200);
  assert.equal(
    await status('POST', '/permissions', { deviceId: VAN, geofenceId: ANCHOR }, 'anchor.toggle'),
    200,
  );
  assert.equal(await status('DELETE', `/geofences/${ANCHOR}`, undefined, 'anchor.toggle'), 200);
});

test('[ANCHOR-1] it is good for nothing else', async () => {
  const plain = anchorOf(VAN);
  for (const body of [
    anchorOf(FOREIGN),
    anchorOf(0),
    { ...plain, area: 'CIRCLE (-23.5 -46.6, 151)' },
    { ...plain, area: 'POLYGON ((0 0, 0 1, 1 1))' },
    { ...plain, area: 'nonsense' },
    { ...plain, calendarId: 4 },
    { ...plain, attributes: { deviceId: VAN } },
    { ...plain, attributes: { isAnchor: false, deviceId: VAN } },
    { ...plain, attributes: { ...plain.attributes, lockOnExit: true } },
    { ...plain, attributes: { ...plain.attributes, speedLimit: 1 } },
    [plain],
    null,
  ])
    assert.equal(await status('POST', '/geofences', body, 'anchor.toggle'), 403, JSON.stringify(body));
  for (const id of [FOREIGN_ANCHOR, YARD])
    assert.equal(await status('DELETE', `/geofences/${id}`, undefined, 'anchor.toggle'), 403);
  for (const body of [
    { deviceId: VAN, geofenceId: YARD },
    { deviceId: VAN, geofenceId: FOREIGN_ANCHOR },
    { deviceId: FOREIGN, geofenceId: FOREIGN_ANCHOR },
    { groupId: VAN, geofenceId: ANCHOR },
    { geofenceId: ANCHOR, deviceId: VAN },
    { deviceId: VAN, geofenceId: ANCHOR, userId: 7 },
    { userId: 7, geofenceId: ANCHOR },
    [{ deviceId: VAN, geofenceId: ANCHOR }],
  ])
    assert.equal(await status('POST', '/permissions', body, 'anchor.toggle'), 403, JSON.stringify(body));
  assert.equal(await status('PUT', `/geofences/${ANCHOR}`, { ...plain, id: ANCHOR }, 'anchor.toggle'), 403);
  assert.equal(await status('GET', '/geofences', undefined, 'anchor.toggle'), 403);
});

test('[ANCHOR-2] rights about geofences do not replace it', async () => {
  const all = ['geofences.view', 'geofences.create', 'geofences.edit', 'geofences.delete'] as const;
  const refused = await call('POST', '/geofences', anchorOf(VAN), ...all);
  assert.deepEqual([refused.status, refused.text], [403, 'Right missing - anchor.toggle']);
  assert.equal(await status('DELETE', `/geofences/${ANCHOR}`, undefined, ...all), 403);
  assert.equal(await status('DELETE', `/geofences/${YARD}`, undefined, ...all), 200);
  assert.equal(
    await status('DELETE', `/geofences/${FOREIGN_ANCHOR}`, undefined, ...all),
    200,
    'of no vehicle',
  );
});

test('[ANCHOR-3] the right to see anchors shows the anchors alone', async () => {
  const seen = await call('GET', '/geofences?anchors=true', undefined, 'anchor.view');
  assert.equal(seen.status, 200);
  const ids = (JSON.parse(seen.text) as { id: number }[]).map(({ id }) => id);
  assert.deepEqual(ids, [ANCHOR, FOREIGN_ANCHOR]);
  assert.equal(await status('GET', '/geofences', undefined, 'anchor.view'), 403);
  assert.equal(await status('GET', '/geofences?anchors=true', undefined, 'geofences.view'), 403);
});

test('[FENCELOCK-11] whoever lets a geofence stop engines must be able to stop them himself', async () => {
  const rights = ['geofences.create', 'geofences.edit'] as const;
  const fence = (attributes: object) => ({ id: YARD, name: 'Yard', area: 'CIRCLE (0 0, 1)', attributes });
  for (const attributes of [{ lockOnEnter: true }, { lockOnExit: 'true' }, { lockOnExit: 1 }]) {
    for (const [method, path] of [
      ['POST', '/geofences'],
      ['PUT', `/geofences/${YARD}`],
    ] as const) {
      const refused = await call(method, path, fence(attributes), ...rights);
      assert.deepEqual([refused.status, refused.text], [403, 'Right missing - devices.lock']);
      assert.equal(await status(method, path, fence(attributes), ...rights, 'devices.lock'), 200);
    }
  }
  const open = { ...fence({ lockOnExit: false }), id: LOCK };
  assert.equal(await status('PUT', `/geofences/${LOCK}`, open, ...rights), 200);
  assert.equal(await status('POST', '/geofences', fence({ lockOnEnter: true }), 'devices.lock'), 403);
});

test('[FENCELOCK-11] linking a geofence that stops engines needs the right to stop them, also among others', async () => {
  const one = (pair: object, ...rights: readonly Right[]) =>
    status('POST', '/permissions', pair, 'geofences.edit', 'users.edit', ...rights);
  assert.equal(await one({ deviceId: VAN, geofenceId: YARD }), 200);
  assert.equal(await one({ deviceId: VAN, geofenceId: LOCK }), 403);
  assert.equal(await one({ groupid: 3, GeofenceId: String(LOCK) }), 403);
  assert.equal(await one({ deviceId: VAN, geofenceId: LOCK }, 'devices.lock'), 200);
  assert.equal(await one({ userId: 7, geofenceId: LOCK }), 200, 'somebody who sees it is not stopped');
  const many = (pairs: object, ...rights: readonly Right[]) =>
    status('POST', '/permissions/bulk', pairs, 'geofences.edit', ...rights);
  const links = [YARD, LOCK].map((geofenceId) => ({ deviceId: VAN, geofenceId }));
  assert.equal(await many(links), 403);
  assert.equal(await many(links, 'devices.lock'), 200);
  assert.equal(
    await many([
      { deviceId: VAN, geofenceId: YARD },
      { deviceId: 5, geofenceId: YARD },
    ]),
    200,
  );
  assert.equal(await status('DELETE', '/permissions/bulk', links, 'geofences.edit'), 200);
});

test('[ANCHOR-6] what a call names is looked up in the embedded server, too', async (context) => {
  const folder = mkdtempSync(join(tmpdir(), 'rastro-anchor-'));
  context.after(() => rmSync(folder, { recursive: true }));
  const admin = { email: 'admin@example.com', password: 'anchor-test-password' };
  const environment = {
    PORT: '0',
    HOST: '127.0.0.1',
    DATA_DIR: folder,
    PROTOCOLS: '',
    ADMIN_EMAIL: admin.email,
    ADMIN_PASSWORD: admin.password,
  };
  const own = await runServer(readSettings(environment, null), pino({ level: 'silent' }));
  context.after(() => own.close());
  const signIn = async (login: Record<string, string>): Promise<string> => {
    const answer = await fetch(`${own.url}/api/session`, {
      method: 'POST',
      body: new URLSearchParams(login),
    });
    assert.equal(answer.status, 200);
    return answer.headers.get('set-cookie')?.split(';')[0] ?? '';
  };
  const ask = async (cookie: string, method: string, path: string, body?: object) => {
    const answer = await fetch(`${own.url}/api${path}`, {
      method,
      headers: { cookie, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    return { status: answer.status, json: (text.startsWith('{') ? JSON.parse(text) : {}) as { id: number } };
  };
  const boss = await signIn(admin);
  const settings = (await ask(boss, 'GET', '/server')).json as unknown as { attributes: object };
  const attributes = { ...settings.attributes, 'rastro.enableAdvancedPerms': true };
  assert.equal((await ask(boss, 'PUT', '/server', { ...settings, attributes })).status, 200);
  const account = { name: 'Ana', email: 'ana@example.com', password: 'ana-has-a-password' };
  const rights = encodeRights(['anchor.toggle', 'devices.sendCommand']);
  const user = await ask(boss, 'POST', '/users', {
    ...account,
    attributes: { 'rastro.advancedPerms': rights },
  });
  const { id: deviceId } = (await ask(boss, 'POST', '/devices', { name: 'Van', uniqueId: '1' })).json;
  const { id: otherId } = (await ask(boss, 'POST', '/devices', { name: 'Bus', uniqueId: '2' })).json;
  await ask(boss, 'POST', '/permissions', { userId: user.json.id, deviceId });
  const saved = await ask(boss, 'POST', '/commands', {
    description: 'Where',
    type: 'positionSingle',
    textChannel: false,
    attributes: {},
  });
  await ask(boss, 'POST', '/permissions', { userId: user.json.id, commandId: saved.json.id });
  await ask(boss, 'POST', '/permissions', { deviceId, commandId: saved.json.id });

  const ana = await signIn(account);
  const anchor = await ask(ana, 'POST', '/geofences', { id: -1, ...anchorOf(deviceId) });
  assert.equal(anchor.status, 200);
  const link = await ask(ana, 'POST', '/permissions', { deviceId, geofenceId: anchor.json.id });
  assert.equal(link.status, 204);
  assert.equal((await ask(ana, 'DELETE', `/geofences/${anchor.json.id}`)).status, 204);
  assert.equal((await ask(ana, 'POST', '/geofences', anchorOf(otherId))).status, 403, 'not hers');
  const sent = await ask(ana, 'POST', '/commands/send', { id: saved.json.id, deviceId });
  assert.equal(sent.status, 202, 'it waits for the vehicle');
});
