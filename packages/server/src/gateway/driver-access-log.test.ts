import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { HOUR_MS, MINUTE_MS } from '@rastro/base';
import type { Device, Driver, AccessKind, AccessLogPage } from '@rastro/fleet';
import { openExtensionStorage, ACCESS_LOG_SPAN } from '@rastro/storage';
import { KINDS, startBothKinds, type BothKinds, type Kind } from '../../test/both-kinds.ts';
import { eventuallyEqual } from '../../test/eventually.ts';
import type { UserClient } from '../../test/user-client.ts';

let both: BothKinds;
before(async () => {
  both = await startBothKinds();
});
after(() => both.close());

const DRIVE_MINUTES = 20;
let made = 0;

/** A reseller who manages a customer with a van and two drivers; Rui reads. */
async function yardAt(kind: Kind) {
  const root = await both.root(kind);
  const sells = { userLimit: -1, attributes: { 'rastro.reseller': true } };
  const seller = await both.account(kind, root, 'seller', sells);
  const stranger = await both.account(kind, root, 'stranger', sells);
  const n = (made += 1);
  const van = await seller.client.json<Device>('POST', '/api/devices', {
    name: 'Van',
    uniqueId: `driven-${n}`,
  });
  const driver = (name: string): Promise<Driver> =>
    seller.client.json('POST', '/api/drivers', { name, uniqueId: `${name}-${n}` });
  const [eva, davi] = [await driver('Eva'), await driver('Davi')];
  const page = (of: Driver, query = '', who = seller.client): Promise<AccessLogPage> =>
    who.json('GET', `/ext/drivers/${of.id}/viewings${query}`);
  const seen = async (of: Driver, query = '', who = seller.client): Promise<readonly string[]> =>
    (await page(of, query, who)).lines.map(({ userName, kind: how }) => `${userName} ${how}`).toSorted();
  return { root, seller, stranger, van, eva, davi, page, seen };
}

/** Twenty minutes on the road, with who drives. */
async function drive({ uniqueId }: Device, driver: Driver, from: number): Promise<void> {
  for (let minute = 0; minute <= DRIVE_MINUTES; minute++) {
    const at = Math.floor((from + minute * MINUTE_MS) / 1000);
    const place = `lat=${-23.5 + minute * 0.01}&lon=-46.6&speed=35`;
    const query = `id=${uniqueId}&timestamp=${at}&driverUniqueId=${driver.uniqueId}&${place}`;
    const reply = await fetch(`http://127.0.0.1:${both.server('embedded').protocols['osmand']}/?${query}`);
    assert.equal(reply.status, 200);
  }
}

/** That Rui has read about the van in an hour that is over. */
const readBefore = (deviceId: number, at: number, kind: AccessKind) => async (folder: string) => {
  const storage = await openExtensionStorage({ folder });
  const bits = new Uint8Array(ACCESS_LOG_SPAN / 8);
  bits[(deviceId % ACCESS_LOG_SPAN) >> 3]! |= 1 << (deviceId & 7);
  await storage.addAccessLogEntries([
    {
      hour: Math.floor(at / HOUR_MS),
      readerId: 990_000 + deviceId,
      readerName: 'Rui',
      isGuest: false,
      kind,
      byToken: false,
      parts: [{ part: Math.floor(deviceId / ACCESS_LOG_SPAN), bits }],
    },
  ]);
  await storage.close();
};

const dataOf = async (who: UserClient, { id }: Driver): Promise<readonly { readonly readerName: string }[]> =>
  (await who.json<{ seenBy: [] }>('GET', `/ext/drivers/${id}/data`)).seenBy;

test('[VIEW-11] of two drivers of a vehicle each is told who saw it in his own hours, and its history since', async () => {
  const { root, seller, stranger, van, eva, davi, page, seen } = await yardAt('embedded');
  const now = Date.now();
  const [hers, his] = [now - 9 * HOUR_MS, now - 5 * HOUR_MS];
  await drive(van, eva, hers);
  await drive(van, davi, his);
  const days = `?from=${new Date(now - 24 * HOUR_MS).toISOString()}`;
  assert.deepEqual((await page(eva, days)).driven, { vehicles: 1, byCheckInsAlone: false });
  assert.deepEqual(await seen(eva, days), []);
  const middle = (DRIVE_MINUTES / 2) * MINUTE_MS;
  await both.restart('embedded', readBefore(van.id, hers + middle, 'live'));
  assert.deepEqual([await seen(eva, days), await seen(davi, days)], [['Rui live'], []]);
  await both.restart('embedded', readBefore(van.id, hers + 2 * HOUR_MS, 'history'));
  await both.restart('embedded', readBefore(van.id, hers + 2 * HOUR_MS, 'live'));
  assert.deepEqual([await seen(eva, days), await seen(davi, days)], [['Rui history', 'Rui live'], []]);
  await both.restart('embedded', readBefore(van.id, his + middle, 'latest'));
  await both.restart('embedded', readBefore(van.id, his + 2 * HOUR_MS, 'export'));
  const since = ['Rui export', 'Rui history', 'Rui live'];
  assert.deepEqual([await seen(eva, days), await seen(davi, days)], [since, ['Rui export', 'Rui latest']]);
  const again = await both.root('embedded');
  assert.deepEqual(await seen(davi, days, again), ['Rui export', 'Rui latest'], 'to an administrator of any');
  assert.deepEqual((await page(davi, `${days}&to=${new Date(now - 6 * HOUR_MS).toISOString()}`)).driven, {
    vehicles: 0,
    byCheckInsAlone: false,
  });
  const first = await page(eva, `${days}&limit=2`);
  assert.equal((await page(eva, `${days}&limit=2&after=${first.next}`)).lines.length, 1);
  const readers = (await dataOf(seller.client, eva)).map(({ readerName }) => readerName);
  assert.deepEqual(readers, ['Rui', 'Rui', 'Rui']);
  const statusOf = async (who: UserClient): Promise<number> =>
    (await who.call('GET', `/ext/drivers/${eva.id}/viewings`)).status;
  assert.equal(await statusOf(stranger.client), 404);
  const plain = await both.account('embedded', root, 'plain');
  await root.json('POST', '/api/permissions', { userId: plain.id, driverId: eva.id });
  assert.equal(await statusOf(plain.client), 403, 'who looks after nobody');
});

test('[VIEW-11] a score of driving that somebody read is in the log of each driver of these vehicles', async () => {
  const { seller, van, eva, davi, seen } = await yardAt('embedded');
  const now = Date.now();
  await drive(van, eva, now - 3 * HOUR_MS);
  const [from, to] = [now - 24 * HOUR_MS, now].map((at) => new Date(at).toISOString());
  const lines = await seller.client.json<readonly { readonly driverName: string | null }[]>(
    'GET',
    `/api/reports/scores?by=driver&from=${from}&to=${to}`,
  );
  assert.equal(lines[0]?.driverName, 'Eva');
  await eventuallyEqual(() => seen(eva), ['seller score']);
  assert.deepEqual(await seen(davi), []);
});

for (const kind of KINDS)
  describe(`${kind} server`, () => {
    test('[VIEW-12] who checked in drives, in front of any server; where drives are not told that is said', async () => {
      const { seller, van, eva, davi, page, seen } = await yardAt(kind);
      const login = { username: `eva-${kind}`, password: 'a yard full of keys' };
      await seller.client.json('PUT', `/ext/drivers/${eva.id}/qr-access`, login);
      const phone = await both.signIn(kind, login.username, login.password);
      await phone.json('POST', '/ext/qr-driver', { id: van.id });
      await seller.client.call('GET', `/api/positions?deviceId=${van.id}`);
      await eventuallyEqual(() => seen(eva), ['seller latest']);
      assert.deepEqual((await page(eva)).driven, { vehicles: 1, byCheckInsAlone: kind === 'external' });
      assert.deepEqual([await seen(davi), (await page(davi)).driven?.vehicles], [[], 0]);
      assert.equal((await dataOf(seller.client, eva)).length, 1);
    });
  });
