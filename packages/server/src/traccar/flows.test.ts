import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { HOUR_MS } from '@rastro/base';
import {
  isHiddenDevice,
  type Device,
  type Geofence,
  type NewShare,
  type Share,
  type User,
} from '@rastro/fleet';
import { makePng } from '@rastro/outgoing/testing';
import { withoutReference } from '../../../../tools/reference.ts';
import { eventually } from '../../test/eventually.ts';
import { BELOW_ID, RoleClient, type Reply, type Role } from '../../test/role-accounts.ts';
import { startRoleServers, type RoleServers } from '../../test/role-servers.ts';
import type { RunningServer } from '../run-server.ts';

let all: RoleServers;
const of = (server: RunningServer, role: Role): RoleClient => {
  const client = all.clientsOf(server).get(role);
  assert.ok(client);
  return client;
};
const codeOf = ({ status, text }: Reply): string =>
  status < 300 ? String(status) : `${status} ${text.split(' - ')[0]}`;

/** Does the same in front of the Traccar and at our own server; the outcomes must be the same. */
async function both(
  flow: (server: RunningServer) => Promise<readonly string[]>,
  expected: readonly string[],
): Promise<void> {
  assert.deepEqual(await flow(all.front), expected, 'in front of the Traccar');
  assert.deepEqual(await flow(all.embedded), expected, 'our own server');
}
let serial = 0;
const unique = (name: string): string => `${name}-${(serial += 1)}`;
const newUser = (more: object = {}) => {
  const name = unique('person');
  return { name, email: `${name}@example.com`, password: 'a path of their own', ...more };
};
async function newDevice(client: RoleClient): Promise<Device> {
  return client.json<Device>('POST', '/api/devices', { name: 'Truck', uniqueId: unique('truck') });
}

describe('in front of a real Traccar and at our own server', { skip: withoutReference }, () => {
  before(async () => {
    all = await startRoleServers({ 'rastro.safeDeletion': true });
  });
  after(() => all?.close());

  test('[GATE-103] a JSON write with a session counts, and the session goes on', () =>
    both(
      async (server) => {
        const user = of(server, 'user');
        const device = await user.json<Device>('GET', '/api/devices/1');
        const outcomes = [];
        for (const name of ['Van of Ana', 'Van'])
          outcomes.push(codeOf(await user.call('PUT', '/api/devices/1', { json: { ...device, name } })));
        outcomes.push(codeOf(await user.call('GET', '/api/session')));
        return outcomes;
      },
      ['200', '200', '200'],
    ));

  test('[DELEG-11] a manager gives accounts limits up to the own ones, and no more accounts than allowed', () =>
    both(
      async (server) => {
        const account = newUser({ userLimit: 2, deviceLimit: 5 });
        await of(server, 'administrator').json('POST', '/api/users', account);
        const manager = new RoleClient(server.url);
        assert.equal((await manager.signIn(account.email, account.password)).status, 200);
        const made: User = await manager.json('POST', '/api/users', newUser({ deviceLimit: 3 }));
        assert.deepEqual([made.deviceLimit, made.userLimit], [3, 0]);
        const write = (change: object) =>
          manager.call('PUT', `/api/users/${made.id}`, { json: { ...made, ...change } });
        const outcomes = [
          await manager.call('POST', '/api/users', { json: newUser({ deviceLimit: 6 }) }),
          await manager.call('POST', '/api/users', { json: newUser({ deviceLimit: -1 }) }),
          await write({ deviceLimit: 5, name: 'Eva' }),
          await write({ deviceLimit: 50 }),
          await write({ administrator: true }),
          await manager.call('POST', '/api/users', { json: newUser() }),
          await manager.call('POST', '/api/users', { json: newUser() }),
        ];
        const now = await manager.json<User>('GET', `/api/users/${made.id}`);
        assert.deepEqual([now.deviceLimit, now.name, now.administrator], [5, 'Eva', false]);
        outcomes.push(await manager.call('DELETE', `/api/users/${made.id}`));
        const left = await manager.json<readonly User[]>('GET', '/api/users');
        return [...outcomes.map(codeOf), String(left.length)];
      },
      [
        '400 Limit above own',
        '400 Limit above own',
        '200',
        '400 Limit above own',
        '400 Administrator access required',
        '200',
        '400 Manager user limit reached',
        '204',
        '1',
      ],
    ));

  test('[DEVFORM-7] a safe deletion hides a device from all but administrators, and its tracker can be registered again', () =>
    both(
      async (server) => {
        const user = of(server, 'user');
        const device = await newDevice(user);
        const outcomes = [codeOf(await user.call('DELETE', `/api/devices/${device.id}`))];
        const hidden = await of(server, 'administrator').json<Device>('GET', `/api/devices/${device.id}`);
        assert.ok(isHiddenDevice(hidden) && hidden.disabled);
        const again = { name: 'Truck', uniqueId: device.uniqueId };
        outcomes.push(codeOf(await user.call('POST', '/api/devices', { json: again })));
        // A Traccar words this as many other things.
        outcomes.push(String((await of(server, 'readonly').call('DELETE', '/api/devices/1')).status));
        return outcomes;
      },
      ['204', '200', '400'],
    ));

  test('[ANCHOR-1] an anchor is set, seen and taken away', () =>
    both(
      async (server) => {
        const user = of(server, 'user');
        const { id: deviceId } = await newDevice(user);
        const attributes = { isAnchor: true, deviceId };
        const anchor = { name: 'Anchor', area: 'CIRCLE (-23.5 -46.6, 150)', attributes };
        const { id } = await user.json<Geofence>('POST', '/api/geofences', anchor);
        const linked = await user.call('POST', '/api/permissions', { json: { deviceId, geofenceId: id } });
        const seen = await user.json<readonly Geofence[]>('GET', `/api/geofences?deviceId=${deviceId}`);
        assert.deepEqual(
          seen.map((each) => [each.id, each.attributes['isAnchor']]),
          [[id, true]],
        );
        const removed = await user.call('DELETE', `/api/geofences/${id}`);
        const left = await user.json<readonly Geofence[]>('GET', `/api/geofences?deviceId=${deviceId}`);
        return [codeOf(linked), codeOf(removed), String(left.length)];
      },
      ['204', '204', '0'],
    ));

  test('[QR-7] a driver gets an access, checks in and out by it, and does nothing else', () =>
    both(
      async (server) => {
        const manager = of(server, 'manager');
        const access = { username: unique('dana'), password: 'keys in the drawer' };
        const given = await manager.call('PUT', '/ext/drivers/1/qr-access', { json: access });
        const driver = new RoleClient(server.url);
        const signedIn = await driver.signIn(access.username, access.password);
        const inside = await driver.call('POST', '/ext/qr-driver', { json: { id: 1 } });
        const list = await manager.json<readonly { readonly driverId: number }[]>('GET', '/ext/qr-check-ins');
        assert.equal(list[0]?.driverId, 1);
        const outcomes = [given, signedIn, inside, await driver.call('GET', '/api/devices')];
        outcomes.push(await driver.call('POST', '/ext/qr-driver', { json: { id: 0 } }));
        outcomes.push(await manager.call('DELETE', '/ext/drivers/1/qr-access'));
        await eventually(async () => (await driver.call('GET', '/ext/qr-driver')).status === 401);
        return outcomes.map(codeOf);
      },
      ['200', '200', '200', '403 Drivers only check in', '200', '200'],
    ));

  test('[ACTING-1] a manager signs in as an account below, and comes back', () =>
    both(
      async (server) => {
        const manager = new RoleClient(server.url);
        await manager.signIn('manager@example.com');
        const opened = await manager.openAccount(BELOW_ID);
        const who = await manager.json<User>('GET', '/api/session');
        const actor = await manager.json<{ readonly name: string }>('GET', '/api/session/actor');
        const back = await manager.goBack();
        const again = await manager.json<User>('GET', '/api/session');
        const nobody = await manager.call('GET', '/api/session/actor');
        const above = await manager.call('GET', '/api/session/1');
        return [
          codeOf(opened),
          who.name,
          actor.name,
          codeOf(back),
          again.name,
          codeOf(nobody),
          codeOf(above),
        ];
      },
      ['200', 'below', 'manager', '200', 'manager', '204', '400 User access denied'],
    ));

  test('[SHARE-16] a share is made, extended and ended; its guest sees what is shared, and nothing else', () =>
    both(
      async (server) => {
        const user = of(server, 'user');
        const inHours = (hours: number): string => new Date(Date.now() + hours * HOUR_MS).toISOString();
        const wanted = { deviceIds: [1], expiration: inHours(1) };
        const share = await user.json<NewShare>('POST', '/api/shares', wanted);
        const guest = new RoleClient(server.url);
        const opened = await guest.openShare(share.token);
        const seen = await guest.json<readonly Device[]>('GET', '/api/devices');
        const extended = await user.call('PUT', `/api/shares/${share.id}`, {
          json: { expiration: inHours(2) },
        });
        const list = await user.json<readonly Share[]>('GET', '/api/shares');
        assert.ok(list.some(({ id }) => id === share.id));
        const others = await of(server, 'manager').json<readonly Share[]>('GET', '/api/shares');
        assert.ok(!others.some(({ id }) => id === share.id));
        const rejected = await guest.call('GET', '/api/users');
        const ended = await user.call('DELETE', `/api/shares/${share.id}`);
        await eventually(async () => (await guest.call('GET', '/api/devices')).status === 401);
        return [opened, extended, rejected, ended].map(codeOf).concat(seen.map(({ name }) => name));
      },
      ['200', '200', '403 Right missing', '204', 'Van'],
    ));

  test('[DELEG-24] a manager of managers has the whole tree below, and nobody beside it', () =>
    both(
      async (server) => {
        const administrator = of(server, 'administrator');
        const [top, middle] = [newUser({ userLimit: 5, deviceLimit: 9 }), newUser({ userLimit: 2 })];
        const { id: topId } = await administrator.json<User>('POST', '/api/users', top);
        const manager = new RoleClient(server.url);
        await manager.signIn(top.email, top.password);
        const van = await newDevice(manager);
        const below = await manager.json<User>('POST', '/api/users', middle);
        const inMiddle = new RoleClient(server.url);
        await inMiddle.signIn(middle.email, middle.password);
        const account = newUser();
        const deep = await inMiddle.json<User>('POST', '/api/users', account);
        const { id: besideId } = await administrator.json<User>('POST', '/api/users', newUser());
        const list = await manager.json<readonly User[]>('GET', '/api/users');
        assert.deepEqual(new Set(list.map(({ id }) => id)), new Set([below.id, deep.id]));
        const link = { userId: deep.id, deviceId: van.id };
        const outcomes = [
          await manager.call('GET', `/api/users/${deep.id}`),
          await manager.call('PUT', `/api/users/${deep.id}`, { json: { ...deep, name: 'Deep' } }),
          await manager.call('PUT', `/api/users/${deep.id}`, { json: { ...deep, administrator: true } }),
          await manager.call('POST', '/api/permissions', { json: link }),
          // Somebody else's vehicle.
          await manager.call('POST', '/api/permissions', { json: { ...link, deviceId: 1 } }),
          await manager.call('GET', `/api/users/${besideId}`),
          await manager.call('DELETE', `/api/users/${besideId}`),
          await inMiddle.call('GET', `/api/users/${topId}`),
        ];
        const owner = new RoleClient(server.url);
        await owner.signIn(account.email, account.password);
        const seen = await owner.json<readonly Device[]>('GET', '/api/devices');
        const asManager = await manager.json<readonly Device[]>('GET', `/api/devices?userId=${deep.id}`);
        assert.deepEqual(
          [seen, asManager].map((devices) => devices.map(({ id }) => id)),
          [[van.id], [van.id]],
        );
        outcomes.push(await manager.call('DELETE', '/api/permissions', { json: link }));
        outcomes.push(await manager.openAccount(deep.id));
        outcomes.push(await manager.goBack());
        outcomes.push(await manager.call('DELETE', `/api/users/${deep.id}`));
        outcomes.push(await administrator.call('GET', `/api/users/${deep.id}`));
        return outcomes.map(({ status }) => String(status));
      },
      ['200', '200', '400', '204', '400', '400', '400', '400', '204', '200', '200', '204', '404'],
    ));

  test('[GATE-116] links are listed to whoever sees both ends, under the names that they have everywhere', () =>
    both(
      async (server) => {
        const user = of(server, 'user');
        const [device, group] = [
          await newDevice(user),
          await user.json<{ readonly id: number }>('POST', '/api/groups', { name: unique('group') }),
        ];
        const fence = { name: 'Yard', area: 'CIRCLE (-23.5 -46.6, 150)' };
        const { id: geofenceId } = await user.json<Geofence>('POST', '/api/geofences', fence);
        for (const owner of [{ deviceId: device.id }, { groupId: group.id }])
          await user.call('POST', '/api/permissions', { json: { ...owner, geofenceId } });
        const list = async (role: Role, query: string): Promise<string> =>
          (await of(server, role).call('GET', `/api/permissions?${query}`)).text;
        const [ofGroups, ofDevices] = [
          `groupId=0&geofenceId=${geofenceId}`,
          `deviceId=0&geofenceId=${geofenceId}`,
        ];
        assert.deepEqual(JSON.parse(await list('user', ofGroups)), [{ groupId: group.id, geofenceId }]);
        assert.deepEqual(JSON.parse(await list('administrator', ofDevices)), [
          { deviceId: device.id, geofenceId },
        ]);
        return [await list('reseller', ofGroups), await list('reseller', ofDevices)];
      },
      ['[]', '[]'],
    ));

  test('[GATE-117] a picture of a vehicle is stored as its pixels alone; what is none is rejected', () =>
    both(
      async (server) => {
        const user = of(server, 'user');
        const { id } = await newDevice(user);
        const send = (type: string, bytes: Uint8Array) =>
          user.call('POST', `/api/devices/${id}/image`, { bytes, headers: { 'content-type': type } });
        const stored = await send('image/png', makePng(8, 8));
        const outcomes = [
          await send('image/svg+xml', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')),
          await send('image/png', Buffer.from('GIF89a')),
          await send('image/png', Buffer.alloc(500_001)),
        ];
        return [`${stored.status} ${stored.text}`, ...outcomes.map(codeOf)];
      },
      [
        '200 device.webp',
        '415 Unsupported content type',
        '400 Unsupported image type',
        '400 Image size limit exceeded',
      ],
    ));

  test('[LIVENEWS-3] an open browser learns of links, rights and removals as at our own server, and of nothing else', () =>
    both(async (server) => {
      const administrator = of(server, 'administrator');
      const account = newUser();
      const { id: userId } = await administrator.json<User>('POST', '/api/users', account);
      const beside = newUser();
      await administrator.json<User>('POST', '/api/users', beside);
      const [own, other] = [new RoleClient(server.url), new RoleClient(server.url)];
      await own.signIn(account.email, account.password);
      await other.signIn(beside.email, beside.password);
      const device = await newDevice(administrator);
      const [live, idle] = [await own.openSocket(), await other.openSocket()];
      try {
        const link = { userId, deviceId: device.id };
        const learns = (what: string) =>
          eventually(async () => live.texts.some((text) => text.includes(what)));
        await learns('"positions"');
        await administrator.call('POST', '/api/permissions', { json: link });
        await learns(`"uniqueId":"${device.uniqueId}"`);
        await administrator.call('DELETE', '/api/permissions', { json: link });
        await learns(`{"gone":[${device.id}]}`);
        const user = await administrator.json<User>('GET', `/api/users/${userId}`);
        await administrator.call('PUT', `/api/users/${userId}`, { json: { ...user, name: 'Renamed' } });
        await learns('"changed":["session"]');
        const news = idle.texts.filter((text) => /uniqueId|gone|session/.test(text));
        return news;
      } finally {
        live.close();
        idle.close();
      }
    }, []));

  test('[GATE-107] nothing of all that is an error in the log', () => {
    assert.deepEqual(all.logged, []);
  });
});
