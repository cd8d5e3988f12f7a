import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Device } from '@rastro/fleet';
import type { PurchasePage, VehiclePurchase } from '@rastro/fleet/costs';
import { KINDS, startBothKinds, type BothKinds, type Kind } from '../../test/both-kinds.ts';
import type { UserClient } from '../../test/user-client.ts';

let both: BothKinds;
before(async () => {
  both = await startBothKinds();
});
after(() => both.close());

let made = 0;
/** A company with two vans, a clerk who sees one, a reseller above it, and another company. */
async function company(kind: Kind) {
  const root = await both.root(kind);
  const attributes = { 'rastro.reseller': true };
  const reseller = await both.account(kind, root, 'seller', { userLimit: -1, attributes });
  const acme = await both.account(kind, reseller.client, 'acme', { userLimit: -1 });
  const clerk = await both.account(kind, acme.client, 'clerk');
  const other = await both.account(kind, root, 'other');
  const van = async (name: string): Promise<Device> =>
    acme.client.json<Device>('POST', '/api/devices', { name, uniqueId: `bought-${kind}-${(made += 1)}` });
  const [van1, van2] = [await van('Van 1'), await van('Van 2')];
  await acme.client.json('POST', '/api/permissions', { userId: clerk.id, deviceId: van1.id });
  return { reseller, acme, clerk, other, van1, van2 };
}
const BOUGHT = { version: 0, day: '2024-01-15', cents: 20_000_000, residualCents: 8_000_000, months: 60 };
const path = ({ id }: Device): string => `/ext/costs/purchases/${id}`;
const put = (client: UserClient, van: Device, more: object = {}) =>
  client.call('PUT', path(van), { ...BOUGHT, ...more });
const listOf = async (client: UserClient, query = '') =>
  (await client.json<PurchasePage>('GET', `/ext/costs/purchases${query}`)).purchases;
const namesOf = async (client: UserClient, query = '') =>
  (await listOf(client, query)).map(({ deviceName }) => deviceName);

for (const kind of KINDS)
  describe(`${kind} server`, () => {
    test('[LEDGER-19] a purchase is of the company; its people see those of their vehicles', async () => {
      const { reseller, acme, clerk, other, van1, van2 } = await company(kind);
      const first = await put(clerk.client, van1);
      assert.equal(first.status, 200, first.text);
      const { ownerId, version }: VehiclePurchase = JSON.parse(first.text);
      assert.deepEqual([ownerId, version], [acme.id, 1], 'the clerk writes the books of the company');
      assert.equal((await put(acme.client, van2)).status, 200);
      assert.deepEqual(await namesOf(clerk.client), ['Van 1']);
      for (const { client } of [acme, reseller]) assert.deepEqual(await namesOf(client), ['Van 1', 'Van 2']);
      assert.deepEqual(await namesOf(acme.client, '?text=van%202'), ['Van 2']);
      assert.deepEqual(await namesOf(other.client), []);
      assert.equal((await put(clerk.client, van2)).status, 404);
      assert.equal((await put(other.client, van1)).status, 404);
      assert.equal((await put(other.client, van1, { ownerId: acme.id, version: 1 })).status, 404);
      assert.equal((await other.client.call('DELETE', `${path(van1)}?ownerId=${acme.id}`)).status, 404);
      const theirs = { ownerId: acme.id, version: 1, cents: 21_000_000 };
      assert.equal((await put(reseller.client, van1, theirs)).status, 200, 'who answers for them changes it');
      assert.equal((await put(reseller.client, van2, { ownerId: clerk.id })).status, 404);
      const page = await acme.client.json<PurchasePage>('GET', '/ext/costs/purchases?limit=1');
      const next = `?limit=1&after=${encodeURIComponent(page.next ?? '')}`;
      assert.deepEqual(await namesOf(acme.client, next), ['Van 2']);
      await acme.client.call('DELETE', `/api/devices/${van2.id}`);
      assert.deepEqual(await namesOf(acme.client), ['Van 1', 'Van 2'], 'the books outlive the vehicle');
      assert.equal((await acme.client.call('DELETE', path(van2))).status, 204);
      assert.equal((await acme.client.call('DELETE', path(van2))).status, 404);
    });

    test('[LEDGER-19] of two who change it the second is told; what cannot be is refused', async () => {
      const { acme, van1 } = await company(kind);
      const [one, two] = await Promise.all([put(acme.client, van1), put(acme.client, van1)]);
      assert.deepEqual(
        [one.status, two.status].toSorted((a, b) => a - b),
        [200, 409],
      );
      assert.equal((await put(acme.client, van1, { version: 7 })).status, 409);
      const sale = { day: '2025-01-01', cents: 15_000_000 };
      assert.equal((await put(acme.client, van1, { version: 1, sale })).status, 200);
      assert.deepEqual((await listOf(acme.client))[0]?.sale, sale);
      for (const [more, field] of [
        [{ residualCents: 20_000_001 }, 'residualCents'],
        [{ months: 0 }, 'months'],
        [{ cents: 0 }, 'cents'],
        [{ sale: { day: '2024-01-14', cents: 1 } }, 'sale'],
        [{ day: '2024-02-30' }, 'day'],
      ] as const) {
        const { status, text } = await put(acme.client, van1, { version: 2, ...more });
        assert.deepEqual([status, text.includes(field)], [400, true], text);
      }
    });
  });
