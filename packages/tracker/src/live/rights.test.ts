import assert from 'node:assert/strict';
import type { Server } from 'node:http';
import { afterEach, test } from 'node:test';
import { hiddenDevice } from '@rastro/fleet';
import { LiveClient, serveTracker } from '../../test/live-client.ts';
import { eventually, openTestTracker, type TestTracker } from '../../test/open-test-tracker.ts';

/** Published within two seconds, with a margin for a busy machine. */
const SOON_MS = 2000;
const open: { t: TestTracker; server: Server }[] = [];
afterEach(async () => {
  for (const { t, server } of open.splice(0)) {
    await t.dispose();
    server.closeAllConnections();
    server.close();
  }
});

async function stage() {
  const t = await openTestTracker();
  const { url, server } = await serveTracker(t.tracker);
  open.push({ t, server });
  const administrator = await t.signIn(await t.addUser({ administrator: true }));
  const userId = await t.addUser();
  const cookie = await t.signIn(userId);
  const call = async (method: string, path: string, body: object): Promise<{ id: number }> => {
    const reply = await t.api(method, path, administrator, body);
    assert.ok(reply.status < 300, `${method} ${path}: ${reply.text}`);
    return reply.json;
  };
  const watch = async () => {
    const client = await LiveClient.open(`${url}/api/socket`, { headers: { cookie } });
    client.frames.length = 0;
    return {
      client,
      devices: () => client.frames.flatMap(({ devices }) => (devices ?? []).map(({ id }) => id)),
      gone: () => client.frames.flatMap(({ gone }) => gone ?? []),
      changed: () => client.frames.flatMap(({ changed }) => changed ?? []),
    };
  };
  return { t, userId, call, watch };
}

test('[LIVE-10] a device that somebody may see from now on comes, one that he may not see any more goes', async () => {
  const { t, userId, call, watch } = await stage();
  const [mine, other] = [await t.addDevice('mine'), await t.addDevice('other')];
  await call('POST', '/permissions', { userId, deviceId: mine });
  const { devices, gone, changed } = await watch();
  await call('POST', '/permissions', { userId, deviceId: other });
  await eventually(() => devices().includes(other), SOON_MS);
  await call('DELETE', '/permissions', { userId, deviceId: mine });
  await eventually(() => gone().includes(mine), SOON_MS);
  await t.tracker.directory.devices.remove(other);
  await eventually(() => gone().includes(other), SOON_MS);
  assert.deepEqual(gone(), [mine, other]);
  assert.ok(!changed().includes('device'), 'devices come and go by themselves');
});

test('[LIVE-10] a device that is hidden goes', async () => {
  const { t, userId, call, watch } = await stage();
  const id = await t.addDevice('mine');
  await call('POST', '/permissions', { userId, deviceId: id });
  const { gone } = await watch();
  const device = t.tracker.directory.devices.get(id);
  assert.ok(device);
  await t.tracker.directory.devices.update(hiddenDevice(device));
  await eventually(() => gone().includes(id), SOON_MS);
});

test('[LIVE-10] a group that is linked, moved, filled or removed brings and takes its devices', async () => {
  const { t, userId, watch } = await stage();
  const { groups, devices: table, links } = t.tracker.directory;
  const plain = { groupId: 0, attributes: {} };
  const [top, deep] = [
    await groups.create({ ...plain, name: 'top' }),
    await groups.create({ ...plain, name: 'deep' }),
  ];
  const inside = await t.addDevice('inside', { groupId: deep.id });
  const free = await t.addDevice('free');
  const link = { ownerKind: 'user', ownerId: userId, propertyKind: 'group', propertyId: top.id };
  const { devices, gone, changed } = await watch();
  await links.change([link], []);
  await eventually(() => changed().includes('group'), SOON_MS);
  await groups.update({ ...deep, groupId: top.id });
  await eventually(() => devices().includes(inside), SOON_MS);
  const device = table.get(free);
  assert.ok(device);
  await table.update({ ...device, groupId: top.id });
  await eventually(() => devices().includes(free), SOON_MS);
  await table.update({ ...device, groupId: 0 });
  await eventually(() => gone().includes(free), SOON_MS);
  await groups.remove(top.id);
  await eventually(() => gone().includes(inside), SOON_MS);
});

test('[LIVE-11] whoever is concerned is told what to read again: account, server, links of his own', async () => {
  const { t, userId, call, watch } = await stage();
  const { client, changed, devices } = await watch();
  const user = t.tracker.directory.users.get(userId);
  assert.ok(user);
  await t.tracker.directory.users.update({ ...user, readonly: true });
  await eventually(() => changed().includes('session'), SOON_MS);
  const { attributes: _own, ...server } = t.tracker.directory.server;
  await t.tracker.directory.updateServer({ ...server, attributes: {}, readonly: true });
  await eventually(() => changed().includes('server'), SOON_MS);
  const { id: geofenceId } = await call('POST', '/geofences', {
    name: 'Yard',
    area: 'CIRCLE (-23.5 -46.6, 500)',
  });
  await call('POST', '/permissions', { userId, geofenceId });
  await eventually(() => changed().includes('geofence'), SOON_MS);
  const count = changed().length;
  await t.addUser();
  const device = await t.addDevice('foreign');
  // Frames keep the order of changes: a later one arrives after what must not arrive.
  await t.tracker.directory.updateServer({ ...server, attributes: {}, readonly: false });
  await eventually(() => changed().length > count, SOON_MS);
  assert.deepEqual(changed().slice(count), ['server'], 'what concerns others is not told');
  assert.ok(!devices().includes(device));
  client.socket.terminate();
});

test('[LIVE-12] a device that somebody edits arrives anew at whoever sees it', async () => {
  const { t, userId, call, watch } = await stage();
  const id = await t.addDevice('van');
  await call('POST', '/permissions', { userId, deviceId: id });
  const { devices, client } = await watch();
  const device = t.tracker.directory.devices.get(id);
  assert.ok(device);
  await t.tracker.directory.devices.update({ ...device, name: 'Van of Ana' });
  await eventually(() => devices().includes(id), SOON_MS);
  client.socket.terminate();
});
