import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import pino from 'pino';
import {
  encodeRights,
  hiddenDevice,
  isHiddenDevice,
  type Attributes,
  type Device,
  type Right,
} from '@rastro/fleet';
import { readSettings } from '../settings/read-settings.ts';
import { runServer, type RunningServer } from '../run-server.ts';

const PASSWORD = 'device-writes-password';
const ADMIN = { ADMIN_EMAIL: 'admin@example.com', ADMIN_PASSWORD: PASSWORD };
const folder = mkdtempSync(join(tmpdir(), 'rastro-device-writes-'));
let embedded: RunningServer;
/** Another gateway before the same tracking server. */
let front: RunningServer;
let admin: Asker;
type Asker = (method: string, path: string, body?: object, at?: RunningServer) => Promise<Response>;

const start = (environment: Record<string, string>): Promise<RunningServer> =>
  runServer(
    readSettings({ PORT: '0', HOST: '127.0.0.1', PROTOCOLS: '', ...environment }, null),
    pino({ level: 'silent' }),
  );
before(async () => {
  embedded = await start({ DATA_DIR: join(folder, 'embedded'), ...ADMIN });
  admin = await signIn(ADMIN.ADMIN_EMAIL);
  const settings = (await (await admin('GET', '/server')).json()) as object;
  const attributes = { 'rastro.safeDeletion': true, 'rastro.enableAdvancedPerms': true };
  assert.equal((await admin('PUT', '/server', { ...settings, attributes })).status, 200);
  front = await start({ TRACKING_SERVER_URL: embedded.url, DATA_DIR: join(folder, 'front') });
});
after(async () => {
  await front.close();
  await embedded.close();
  rmSync(folder, { recursive: true });
});

async function signIn(email: string): Promise<Asker> {
  const form = new URLSearchParams({ email, password: PASSWORD });
  const reply = await fetch(`${embedded.url}/api/session`, { method: 'POST', body: form });
  const cookie = reply.headers.get('set-cookie')?.split(';')[0] ?? '';
  return (method, path, body, at = embedded) =>
    fetch(`${at.url}/api${path}`, {
      method,
      headers: { cookie, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
}
let serial = 0;
async function userWith(...rights: readonly Right[]): Promise<Asker> {
  const email = `person${serial++}@example.com`;
  const attributes = { 'rastro.advancedPerms': encodeRights(rights) };
  const body = { name: 'Person', email, password: PASSWORD, deviceLimit: -1, attributes };
  assert.equal((await admin('POST', '/users', body)).status, 200);
  return signIn(email);
}
async function newDevice(ask: Asker, attributes: Attributes = {}): Promise<Device> {
  const body = { name: 'Van', uniqueId: `unit-${serial++}`, attributes };
  return (await (await ask('POST', '/devices', body)).json()) as Device;
}
const read = async (ask: Asker, id: number): Promise<Device> =>
  (await (await ask('GET', `/devices/${id}`)).json()) as Device;

test('[DEVFORM-7] a safe deletion hides, before an embedded and an external tracking server', async () => {
  for (const at of [() => embedded, () => front]) {
    const ask = await userWith('devices.create', 'devices.edit', 'devices.delete');
    const device = await newDevice(ask, { plate: 'ABC-1234' });
    assert.equal((await ask('DELETE', `/devices/${device.id}`, undefined, at())).status, 204);
    const hidden = await read(admin, device.id);
    const gone = await ask('GET', `/devices/${device.id}`);
    assert.match(await gone.text(), /^Device access denied/, 'for whom it was');
    assert.ok(isHiddenDevice(hidden));
    assert.equal(hidden.disabled, true);
    assert.deepEqual(hidden.attributes, { plate: 'ABC-1234', deletedUniqueId: device.uniqueId });
    assert.equal((await admin('DELETE', `/devices/${device.id}`, undefined, at())).status, 204);
    assert.deepEqual(await read(admin, device.id), hidden, 'once');
    const again = await ask('POST', '/devices', { name: 'Van', uniqueId: device.uniqueId });
    assert.equal(again.status, 200, 'its tracker may be registered again');
  }
});

test('[DEVFORM-7] hiding asks who may, and what is not there is not there', async () => {
  const owner = await userWith('devices.create', 'devices.edit', 'devices.delete');
  const device = await newDevice(owner);
  const stranger = await userWith('devices.delete');
  assert.match(await (await stranger('DELETE', `/devices/${device.id}`)).text(), /^Device access denied/);
  const reader = await userWith('devices.edit');
  assert.equal((await reader('DELETE', `/devices/${device.id}`)).status, 403);
  assert.equal((await admin('DELETE', '/devices/99999')).status, 404);
  assert.deepEqual(await read(owner, device.id), device);
});

test('[DEVFORM-23] nobody hides a device by writing its identifier', async () => {
  const owner = await userWith('devices.create', 'devices.edit');
  const device = await newDevice(owner);
  const hiding = { ...device, uniqueId: hiddenDevice(device).uniqueId, disabled: true };
  const refused = await owner('PUT', `/devices/${device.id}`, hiding);
  assert.match(await refused.text(), /^Right missing - devices\.delete/);
  for (const uniqueId of ['deleted-1-abc', ' deleted-1-abc']) {
    for (const ask of [owner, admin]) {
      const edit = await ask('PUT', `/devices/${device.id}`, { ...device, uniqueId, disabled: true });
      assert.match(await edit.text(), /^Invalid data - uniqueId/);
      const made = await ask('POST', '/devices', { name: 'X', uniqueId });
      assert.match(await made.text(), /^Invalid data - uniqueId/);
    }
  }
});

test('[GATE-43] what a check-in does to vehicles is given by whoever could do it', async () => {
  const without = await userWith('drivers.create', 'drivers.edit', 'drivers.view');
  const driver = { name: 'Eva', uniqueId: `driver-${serial++}` };
  const made = await without('POST', '/drivers', driver);
  const { id } = (await made.json()) as { id: number };
  for (const [name, right, value] of [
    ['qrUnlock', 'devices.unlock', true],
    ['qrLockAfter', 'devices.lock', 60],
    ['qrAccess', 'users.create', true],
    ['qrUsername', 'users.create', 'eva'],
  ] as const) {
    const attributes = { [`rastro.${name}`]: value };
    const edit = { id, ...driver, attributes };
    assert.equal((await without('PUT', `/drivers/${id}`, edit)).status, 403, name);
    const other = { name: 'Ana', uniqueId: `driver-${serial++}`, attributes };
    assert.equal((await without('POST', '/drivers', other)).status, 403, name);
    const may = await userWith('drivers.create', right);
    assert.equal((await may('POST', '/drivers', other)).status, 200, name);
  }
  const plain = { id, ...driver, attributes: { 'rastro.licenceNumber': '1' } };
  assert.equal((await without('PUT', `/drivers/${id}`, plain)).status, 200);
});

test('[DEVFORM-8] billing and install data are written, and dropped, only with their right', async () => {
  const without = await userWith('devices.create', 'devices.edit');
  const plain = await newDevice(without, { plate: 'ABC-1234' });
  for (const name of ['monthlyValue', 'install.date', 'install.company']) {
    const refused = await without('PUT', `/devices/${plain.id}`, { ...plain, attributes: { [name]: 1 } });
    assert.match(await refused.text(), /^Right missing - devices\.editOwnBilling/, name);
    const created = await without('POST', '/devices', {
      name: 'N',
      uniqueId: name,
      attributes: { [name]: 1 },
    });
    assert.equal(created.status, 403);
  }
  const billed = { monthlyValue: 4990, 'install.company': 'Auto Elétrica' };
  assert.equal((await admin('PUT', `/devices/${plain.id}`, { ...plain, attributes: billed })).status, 200);
  const write = async (ask: Asker, attributes: Attributes): Promise<number> =>
    (await ask('PUT', `/devices/${plain.id}`, { ...plain, attributes })).status;
  assert.equal(await write(without, { ...billed, plate: 'BRA2E19' }), 200, 'the rest is free');
  assert.equal(await write(without, {}), 403, 'dropping is changing');
  assert.equal(await write(without, { ...billed, monthlyValue: 1 }), 403);
});
