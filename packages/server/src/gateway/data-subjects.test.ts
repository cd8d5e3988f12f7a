import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Device, Driver, ErasurePreview, LogPage, User, AccessLogPage } from '@rastro/fleet';
import { openExtensionStorage } from '@rastro/storage';
import { eventually } from '../../test/eventually.ts';
import { KINDS, startBothKinds, type BothKinds, type Kind } from '../../test/both-kinds.ts';

let both: BothKinds;
before(async () => {
  both = await startBothKinds();
});
after(() => both.close());

let made = 0;
/** A reseller with a customer who has a vehicle and a driver, and another reseller. */
async function usersAt(kind: Kind) {
  const root = await both.root(kind);
  const sells = { userLimit: -1, attributes: { 'rastro.reseller': true } };
  const seller = await both.account(kind, root, 'seller', sells);
  const other = await both.account(kind, root, 'other', sells);
  const ana = await both.account(kind, seller.client, 'Ana Lima', {
    userLimit: 5,
    phone: '+55 11 98888-0000',
  });
  const n = (made += 1);
  const van = await ana.client.json<Device>('POST', '/api/devices', { name: 'Van', uniqueId: `person-${n}` });
  await root.json('POST', '/api/permissions', { userId: seller.id, deviceId: van.id });
  const data = async (who: typeof root, path = `/ext/users/${ana.id}/data`) => {
    const { status, text } = await who.call('GET', path);
    return status === 200 ? (JSON.parse(text) as Record<string, unknown>) : status;
  };
  const erase = (who: typeof root, name: string, path = `/ext/users/${ana.id}/erasure`) =>
    who.call('POST', path, { name });
  return { root, seller, other, ana, van, data, erase };
}

for (const kind of KINDS)
  describe(`${kind} server`, () => {
    test('[PERSON-1] all that is kept about somebody is a file for those who look after him, and nobody else', async () => {
      const { root, seller, other, ana, van, data } = await usersAt(kind);
      await ana.client.call('GET', `/api/positions?deviceId=${van.id}`);
      await ana.client.json('PUT', '/ext/events/acknowledged', { add: [7], remove: [] });
      const found = await data(seller.client);
      assert.ok(typeof found === 'object');
      assert.equal((found['account'] as User).phone, '+55 11 98888-0000');
      assert.deepEqual(found['vehicles'], [{ id: van.id, name: 'Van' }]);
      assert.deepEqual(found['acknowledgedEvents'], { ids: [7] });
      assert.deepEqual(found['invoices'], []);
      assert.doesNotMatch(JSON.stringify(found), /argon2|passwordHash/);
      assert.equal(typeof (await data(root)), 'object');
      assert.equal(await data(other.client), 404);
      assert.equal(await data(ana.client, `/ext/users/${seller.id}/data`), 404);
      const log = await root.json<LogPage>('GET', `/ext/server/logs?actionType=export&objectType=user`);
      const lines = log.lines.filter(({ objectId }) => objectId === ana.id);
      assert.deepEqual(
        new Set(lines.map(({ userId }) => userId)).has(seller.id),
        true,
        'and that is in the log',
      );
    });

    test('[PERSON-2] what erasing would do is told before; who has people below is not erased, nor who acts', async () => {
      const { root, seller, other, ana, van, erase } = await usersAt(kind);
      const bia = await both.account(kind, ana.client, 'bia');
      const preview = async () => seller.client.json<ErasurePreview>('GET', `/ext/users/${ana.id}/erasure`);
      assert.deepEqual(await preview(), {
        name: 'Ana Lima',
        people: 1,
        devices: 1,
        invoices: 0,
        checkIns: 0,
      });
      const refused = await erase(seller.client, 'Ana Lima');
      assert.deepEqual([refused.status, refused.text.startsWith('People below')], [409, true]);
      await root.call('DELETE', `/api/users/${bia.id}`);
      for (const [who, name, status] of [
        [seller.client, 'ana lima', 400],
        [other.client, 'Ana Lima', 404],
      ] as const)
        assert.equal((await erase(who, name)).status, status);
      const own = await erase(seller.client, 'seller', `/ext/users/${seller.id}/erasure`);
      assert.equal(own.status, 409);
      const me = await root.json<User>('GET', '/api/session');
      assert.equal((await erase(root, me.name, `/ext/users/${me.id}/erasure`)).status, 409);
      assert.equal((await seller.client.call('GET', `/api/devices/${van.id}`)).status, 200);
    });

    test('[PERSON-3] who is erased is out, and his name is in nothing that stays; that it was done is in the log', async () => {
      const { root, seller, ana, van, erase } = await usersAt(kind);
      await ana.client.call('GET', `/api/positions?deviceId=${van.id}`);
      const user = await seller.client.json<User>('GET', `/api/users/${ana.id}`);
      await seller.client.json('PUT', `/api/users/${ana.id}`, { ...user, phone: '+55 11 97777-0000' });
      const move = { deviceIds: [van.id], to: 'stock' };
      await seller.client.json('POST', '/ext/stock/movements', move);
      assert.equal((await erase(seller.client, 'Ana Lima')).status, 204);
      assert.equal((await ana.client.call('GET', '/api/session')).status, 404);
      assert.notEqual((await seller.client.call('GET', `/api/users/${ana.id}`)).status, 200);
      const seen = await seller.client.json<AccessLogPage>('GET', `/ext/devices/${van.id}/viewings`);
      assert.ok(seen.lines.some(({ userName }) => userName === `#${ana.id}`));
      const log = await root.json<LogPage>('GET', '/ext/server/logs?limit=500');
      const about = log.lines.filter(
        ({ objectId, objectType }) => objectType === 'user' && objectId === ana.id,
      );
      assert.ok(about.some(({ actionType, userId }) => actionType === 'erase' && userId === seller.id));
      assert.doesNotMatch(JSON.stringify(log), /97777|98888/);
      assert.equal((await seller.client.call('GET', `/api/devices/${van.id}`)).status, 200, 'vehicles stay');
    });

    test('[PERSON-4] a driver is exported and erased: login, check-in and name', async () => {
      const { seller, ana, van, data, erase } = await usersAt(kind);
      const body = { name: 'Davi Reis', uniqueId: `drv-${kind}` };
      const driver = await ana.client.json<Driver>('POST', '/api/drivers', body);
      const login = { username: `davi-${kind}`, password: 'a yard full of keys' };
      await ana.client.json('PUT', `/ext/drivers/${driver.id}/qr-access`, login);
      const phone = await both.signIn(kind, login.username, login.password);
      await phone.json('POST', '/ext/qr-driver', { id: van.id });
      const path = `/ext/drivers/${driver.id}`;
      const found = await data(ana.client, `${path}/data`);
      assert.ok(typeof found === 'object');
      assert.equal((found['checkIns'] as readonly unknown[]).length, 1);
      assert.deepEqual(found['access'], { username: login.username });
      assert.equal(await data(seller.client, `${path}/data`), 404, 'not his driver');
      assert.equal((await erase(ana.client, 'Davi', `${path}/erasure`)).status, 400);
      assert.equal((await erase(ana.client, 'Davi Reis', `${path}/erasure`)).status, 204);
      assert.notEqual((await phone.call('GET', '/ext/qr-driver')).status, 200);
      assert.notEqual((await ana.client.call('GET', `/api/drivers/${driver.id}`)).status, 200);
      const from = new Date(Date.now() - 86_400_000).toISOString();
      const past = await ana.client.call('GET', `/ext/qr-check-ins?from=${from}`);
      assert.match(past.text, new RegExp(`"driverName":"#${driver.id}"`));
      assert.doesNotMatch(past.text, /Davi/);
    });

    test('[PERSON-5] an erasure that was interrupted is gone on with', async () => {
      const { ana, seller } = await usersAt(kind);
      const erasure = { subject: 'user', id: ana.id, by: seller.id, address: '192.0.2.1' };
      await both.restart(kind, async (folder) => {
        const storage = await openExtensionStorage({ folder });
        await storage.commit({
          put: [{ kind: 'erasure', key: `user/${ana.id}`, body: erasure, replaces: null }],
          cursors: [{ name: 'persons.erase', instant: 0 }],
        });
        await storage.close();
      });
      const root = await both.root(kind);
      await eventually(async () => (await root.call('GET', `/api/users/${ana.id}`)).status !== 200, 30_000);
    });
  });
