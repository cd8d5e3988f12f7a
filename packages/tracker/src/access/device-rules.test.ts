import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { hiddenDevice } from '@rastro/fleet';
import { openTestTracker, type TestTracker } from '../../test/open-test-tracker.ts';

let t: TestTracker;
let boss: string;
before(async () => {
  t = await openTestTracker();
  boss = await t.signIn(await t.addUser({ administrator: true }));
});
after(() => t.dispose());

type Device = { readonly id: number; readonly uniqueId: string; readonly name: string };
let serial = 0;
async function owned(fields: object = {}) {
  const id = await t.addUser({ userLimit: -1, ...fields });
  const cookie = await t.signIn(id);
  const body = { name: 'Van', uniqueId: `r${++serial}` };
  const device = (await t.api('POST', '/devices', cookie, body)).json as Device;
  const write = async (as: string, change: object): Promise<string> =>
    (await t.api('PUT', `/devices/${device.id}`, as, { ...device, ...change })).text;
  return { id, cookie, device, write };
}
const END = '2040-01-01T00:00:00.000+00:00';
const LATER = '2041-01-01T00:00:00.000+00:00';

test('[ACCESS-3] a device goes on when he who stopped it says so, or somebody above him', async () => {
  const { cookie, write, device } = await owned();
  const refused = /^Stopped above/;
  assert.match(await write(cookie, { disabled: true }), /"disabled":true/);
  assert.match(await write(cookie, { disabled: false }), /"disabled":false/, 'his own doing');
  assert.doesNotMatch(await write(boss, { disabled: true }), /stoppedBy/);
  assert.match(await write(cookie, {}), refused);
  assert.match(await write(cookie, { disabled: true, name: 'Bus' }), /"name":"Bus"/);
  await write(boss, { expirationTime: END });
  for (const expirationTime of [null, LATER]) assert.match(await write(cookie, { expirationTime }), refused);
  assert.match(await write(cookie, { expirationTime: '2039-01-01T00:00:00Z' }), /2039/, 'sooner he may');
  assert.match(await write(cookie, { expirationTime: END }), refused, 'and not back');
  await write(boss, {});
  await write(cookie, { expirationTime: END });
  await write(boss, { expirationTime: '2038-01-01T00:00:00Z' });
  assert.match(await write(cookie, { expirationTime: END }), refused, 'who tightened it last is above him');
  await t.restart();
  boss = await t.signIn([...t.tracker.directory.users.inOrder()].find((u) => u.administrator)?.id ?? 0);
  assert.match(await write(boss, { ...device }), /"expirationTime":null/);
});

test('[ACCESS-100] an administrator who disables what its user has disabled takes the stop over, and the user is told why', async () => {
  const { cookie, write } = await owned();
  await write(cookie, { disabled: true });
  await write(boss, { disabled: true, name: 'Bus' });
  assert.match(
    await write(cookie, { disabled: false, name: 'Bus' }),
    /"disabled":false/,
    'an edit is no stop',
  );
  await write(cookie, { disabled: true });
  await write(boss, { disabled: true });
  assert.match(await write(cookie, { disabled: false }), /^Stopped above - Somebody above this account/);
  await write(cookie, { disabled: true, name: 'Van 2' });
  assert.match(await write(cookie, { disabled: false, name: 'Van 2' }), /^Stopped above/);
  assert.match(await write(boss, { disabled: false }), /"disabled":false/);
});

test('[ACCESS-3] a manager lets go on what somebody he manages has stopped', async () => {
  const { id, cookie, write, device } = await owned();
  const otherId = await t.addUser();
  const other = await t.signIn(otherId);
  const owner = { ownerKind: 'user', ownerId: otherId };
  await t.tracker.directory.links.change(
    [
      { ...owner, propertyKind: 'device', propertyId: device.id },
      { ownerKind: 'user', ownerId: id, propertyKind: 'managedUser', propertyId: otherId },
    ],
    [],
  );
  await write(other, { disabled: true });
  assert.match(await write(cookie, { disabled: false }), /"disabled":false/);
  await write(cookie, { disabled: true });
  assert.match(await write(other, { disabled: false }), /^Stopped above/);
});

test('[DEVFORM-21] an identifier of hidden devices is made by hiding a device alone', async () => {
  const { cookie, write, device } = await owned();
  for (const as of [cookie, boss]) {
    const body = { name: 'Free', uniqueId: `deleted-1-${++serial}` };
    assert.match((await t.api('POST', '/devices', as, body)).text, /^Invalid data - uniqueId/);
    assert.match(await write(as, { uniqueId: 'deleted-1-abc' }), /^Invalid data - uniqueId/);
    const { uniqueId } = hiddenDevice({ ...device, attributes: {}, disabled: false });
    assert.match(await write(as, { uniqueId, disabled: false }), /^Invalid data - uniqueId/);
  }
});

test('[DEVFORM-22] a hidden device is in no list, but that of an administrator who asks for all', async () => {
  const { id, cookie, write, device } = await owned();
  const group = await t.tracker.directory.groups.create({ name: 'G', groupId: 0, attributes: {} });
  const link = { ownerKind: 'user', ownerId: id, propertyKind: 'group', propertyId: group.id };
  await t.tracker.directory.links.change([link], []);
  const hidden = hiddenDevice({ ...device, groupId: group.id, attributes: {}, disabled: false });
  assert.match(await write(cookie, hidden), /"uniqueId":"deleted-/);
  const ids = async (as: string, query = ''): Promise<readonly number[]> =>
    ((await t.api('GET', `/devices${query}`, as)).json as Device[]).map((each) => each.id);
  for (const query of ['', `?id=${device.id}`, `?userId=${id}`, `?uniqueId=${hidden.uniqueId}`])
    assert.ok(!(await ids(cookie, query)).includes(device.id), query);
  assert.ok(!(await ids(boss, `?userId=${id}`)).includes(device.id));
  assert.ok((await ids(boss, '?all=true')).includes(device.id));
  for (const path of [`/devices/${device.id}`, `/positions?deviceId=${device.id}`])
    assert.match((await t.api('GET', path, cookie)).text, /^Device access denied/, path);
});

test('[DEVFORM-22] what a hidden device has sent is in no position, report or command of a group', async () => {
  const { id, cookie, write, device } = await owned();
  const { directory } = t.tracker;
  const group = await directory.groups.create({ name: 'G', groupId: 0, attributes: {} });
  const other = await t.addDevice(`r${++serial}`, { groupId: group.id });
  const owner = { ownerKind: 'user', ownerId: id, propertyKind: 'group', propertyId: group.id };
  await directory.links.change([owner], []);
  await write(cookie, { groupId: group.id });
  const gate = `http://127.0.0.1:${await t.port('osmand')}/`;
  const now = Math.floor(Date.now() / 1000);
  for (const uniqueId of [device.uniqueId, directory.devices.get(other)?.uniqueId ?? '']) {
    for (const step of [0, 1]) {
      const sent = `?id=${uniqueId}&lat=${-23 - step / 100}&lon=-46&speed=20&timestamp=${now - 60 + step * 30}`;
      assert.equal((await fetch(gate + sent, { method: 'POST' })).status, 200);
    }
  }
  const period = `from=${new Date((now - 3600) * 1000).toISOString()}&to=${new Date((now + 60) * 1000).toISOString()}`;
  const asked = [
    '/positions',
    ...['route', 'summary', 'events', 'combined'].flatMap((type) =>
      ['', `&deviceId=${device.id}&deviceId=${other}`, `&groupId=${group.id}`].map(
        (filter) => `/reports/${type}?${period}${filter}`,
      ),
    ),
  ];
  const json = { accept: 'application/json' };
  const devicesIn = async (path: string): Promise<readonly number[]> => {
    const items = (await t.api('GET', path, cookie, undefined, json)).json as { deviceId: number }[];
    return [...new Set(items.map(({ deviceId }) => deviceId))].toSorted((a, b) => a - b);
  };
  const both = [device.id, other].toSorted((a, b) => a - b);
  for (const path of asked) assert.deepEqual(await devicesIn(path), both, path);
  await write(cookie, hiddenDevice({ ...device, groupId: group.id, attributes: {}, disabled: false }));
  for (const path of asked) assert.deepEqual(await devicesIn(path), [other], path);
  for (const as of [cookie, boss]) {
    const body = { type: 'custom', attributes: { data: 'status' } };
    const reply = await t.api('POST', `/commands/send?groupId=${group.id}`, as, body);
    const held = reply.json as { deviceId: number }[];
    assert.deepEqual(
      held.map(({ deviceId }) => deviceId),
      [other],
    );
  }
});
