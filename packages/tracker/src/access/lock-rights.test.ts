import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { encodeRights, type Right } from '@rastro/fleet';
import { openTestTracker, type TestTracker } from '../../test/open-test-tracker.ts';

let t: TestTracker;
let boss: string;
before(async () => {
  t = await openTestTracker();
  boss = await t.signIn(await t.addUser({ administrator: true }));
  const { server } = t.tracker.directory;
  await t.tracker.directory.updateServer({ ...server, attributes: { 'rastro.enableAdvancedPerms': true } });
});
after(() => t.dispose());

const link = (owner: string, ownerId: number, property: string, propertyId: number) =>
  t.tracker.directory.links.change([{ ownerKind: owner, ownerId, propertyKind: property, propertyId }], []);
const made = async (path: string, body: object): Promise<number> =>
  ((await t.api('POST', path, boss, body)).json as { id: number }).id;

/** A user with two groups, of which the lower one carries something that acts, and a device outside. */
async function scene(...rights: readonly Right[]) {
  const id = await t.addUser({ attributes: { 'rastro.advancedPerms': encodeRights(rights) } });
  const cookie = await t.signIn(id);
  const upper = await made('/groups', { name: 'Upper' });
  const lower = await made('/groups', { name: 'Lower', groupId: upper });
  const device = await t.addDevice(`w${id}`);
  await link('user', id, 'group', upper);
  await link('user', id, 'device', device);
  const move = (groupId: number) =>
    t.api('PUT', `/devices/${device}`, cookie, { id: device, name: 'Van', uniqueId: `w${id}`, groupId });
  return { id, cookie, upper, lower, device, move };
}
const FENCE = { name: 'Yard', area: 'CIRCLE (0 0, 100)', attributes: { lockOnExit: true } };

test('[FENCELOCK-12] what comes under a geofence that stops engines needs the right to lock', async () => {
  const fence = await made('/geofences', FENCE);
  const { cookie, upper, lower, device, move, id } = await scene('devices.edit', 'geofences.edit');
  await link('group', upper, 'geofence', fence);
  assert.match((await move(lower)).text, /^Right missing - devices.lock/, 'by a group above');
  const child = { name: 'Child', uniqueId: `c${id}`, groupId: lower };
  assert.equal((await t.api('POST', '/devices', cookie, child)).status, 403);
  const own = await made('/groups', { name: 'Own' });
  await link('user', id, 'group', own);
  assert.equal((await move(own)).status, 200);
  const under = await t.api('PUT', `/groups/${own}`, cookie, { id: own, name: 'Own', groupId: lower });
  assert.equal(under.status, 403, 'a group with its devices');
  await link('user', id, 'geofence', fence);
  const direct = await t.api('POST', '/permissions', cookie, { deviceId: device, geofenceId: fence });
  assert.equal(direct.status, 403);
  const may = await scene('devices.edit', 'devices.lock');
  await link('group', may.upper, 'geofence', fence);
  assert.equal((await may.move(may.lower)).status, 200);
});

test('[DELEG-8] a link that lets a rule act on a vehicle needs the right of its command', async () => {
  const command = await made('/commands', { description: 'Stop', type: 'engineStop', attributes: {} });
  const rule = { type: 'alarm', notificators: 'command', commandId: command, attributes: { alarms: 'sos' } };
  const notification = await made('/notifications', rule);
  const { cookie, lower, device, move, id } = await scene('devices.edit', 'notifications.edit');
  await link('user', id, 'notification', notification);
  const pair = { deviceId: device, notificationId: notification };
  assert.equal((await t.api('POST', '/permissions', cookie, pair)).status, 400);
  await link('group', lower, 'notification', notification);
  assert.equal((await move(lower)).status, 400);
  const may = await scene('devices.edit', 'devices.lock');
  await link('user', may.id, 'notification', notification);
  const theirs = { deviceId: may.device, notificationId: notification };
  assert.equal((await t.api('POST', '/permissions', may.cookie, theirs)).status, 204);
});
