import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Device, Group } from '@rastro/fleet';
import { monthOf, readCivilDate } from '@rastro/fleet/billing';
import type { Budget, BudgetPage } from '@rastro/fleet/costs';
import { KINDS, startBothKinds, type BothKinds, type Kind } from '../../test/both-kinds.ts';
import type { UserClient } from '../../test/user-client.ts';

let both: BothKinds;
before(async () => {
  both = await startBothKinds();
});
after(() => both.close());

let made = 0;
/** A company with two vans, of which one is in a group below another, a clerk who sees one, and another company. */
async function company(kind: Kind) {
  const root = await both.root(kind);
  const acme = await both.account(kind, root, 'acme', { userLimit: -1 });
  const clerk = await both.account(kind, acme.client, 'clerk');
  const other = await both.account(kind, root, 'other');
  const group = (name: string, groupId = 0): Promise<Group> =>
    acme.client.json<Group>('POST', '/api/groups', { name, groupId });
  const north = await group('North');
  const port = await group('Port', north.id);
  const van = (name: string, groupId: number): Promise<Device> =>
    acme.client.json<Device>('POST', '/api/devices', {
      name,
      groupId,
      uniqueId: `budget-${kind}-${(made += 1)}`,
    });
  const [van1, van2] = [await van('Van 1', port.id), await van('Van 2', 0)];
  await acme.client.json('POST', '/api/permissions', { userId: clerk.id, deviceId: van1.id });
  return { acme, clerk, other, north, van1, van2 };
}
const today = (): string => new Date().toISOString().slice(0, 10);
const spend = (client: UserClient, { id: deviceId }: Device, cents: number, kind = 'fuel') =>
  client.json('POST', '/ext/costs', { deviceId, kind, cents, from: today(), to: today() });
const BUDGET = { name: 'All costs', span: 'month', cents: 100_000 };
const set = (client: UserClient, more: object = {}) =>
  client.json<Budget>('POST', '/ext/costs/budgets', { ...BUDGET, ...more });
const pageOf = (client: UserClient, query = '') =>
  client.json<BudgetPage>('GET', `/ext/costs/budgets${query}`);
const spentOf = async (client: UserClient) =>
  Object.fromEntries((await pageOf(client)).budgets.map((each) => [each.name, each.spentCents]));

for (const kind of KINDS)
  describe(`${kind} server`, () => {
    test('[LEDGER-14] a budget counts the costs of its vehicles and its kind in the month or year that is under way', async () => {
      const { acme, north, van1, van2 } = await company(kind);
      await spend(acme.client, van1, 30_000);
      await spend(acme.client, van1, 5000, 'tolls');
      await spend(acme.client, van2, 60_000);
      await acme.client.json('POST', '/ext/costs', {
        deviceId: van1.id,
        kind: 'fuel',
        cents: 99,
        from: '2020-01-01',
        to: '2020-01-01',
      });
      await set(acme.client);
      await set(acme.client, { name: 'Fuel', kind: 'fuel', span: 'year' });
      await set(acme.client, { name: 'North', groupId: north.id });
      await set(acme.client, { name: 'Van 2', deviceId: van2.id, cents: 60_000 });
      assert.deepEqual(await spentOf(acme.client), {
        'All costs': 95_000,
        Fuel: 90_000,
        North: 35_000,
        'Van 2': 60_000,
      });
      const { budgets, hasEvents } = await pageOf(acme.client, '?text=van');
      const [one] = budgets;
      const month = monthOf(readCivilDate(today()) ?? '2026-01-01');
      assert.deepEqual(
        [budgets.length, one?.alert, one?.from, one?.subjectName],
        [1, 'over', `${month}-01`, 'Van 2'],
      );
      assert.equal(hasEvents, kind === 'embedded');
    });

    test('[LEDGER-15] whoever sees some of the vehicles has budgets of these alone, and nobody those of another', async () => {
      const { acme, clerk, other, north, van1, van2 } = await company(kind);
      const whole = await set(acme.client);
      const own = await set(clerk.client, { name: 'Mine', deviceId: van1.id });
      await set(acme.client, { name: 'Van 2', deviceId: van2.id });
      assert.deepEqual(Object.keys(await spentOf(clerk.client)), ['Mine']);
      assert.deepEqual(Object.keys(await spentOf(acme.client)), ['All costs', 'Mine', 'Van 2']);
      assert.deepEqual(await spentOf(other.client), {});
      const post = async (client: UserClient, more: object) =>
        (await client.call('POST', '/ext/costs/budgets', { ...BUDGET, ...more })).status;
      assert.equal(await post(clerk.client, {}), 403);
      assert.equal(await post(clerk.client, { deviceId: van2.id }), 404);
      assert.equal(await post(other.client, { groupId: north.id }), 404);
      const wrong = [
        { cents: 0 },
        { name: ' ' },
        { span: 'day' },
        { kind: 'gold' },
        { deviceId: van1.id, groupId: north.id },
      ];
      for (const more of wrong) assert.equal(await post(acme.client, more), 400, JSON.stringify(more));
      const path = (id: number) => `/ext/costs/budgets/${id}`;
      const change = { ...BUDGET, deviceId: van1.id, name: 'More', id: own.id, version: 1 };
      assert.equal((await other.client.call('PUT', path(own.id), change)).status, 404);
      const another = { ...change, id: whole.id };
      assert.equal((await clerk.client.call('PUT', path(whole.id), another)).status, 404);
      assert.equal((await clerk.client.call('DELETE', path(whole.id))).status, 404);
      assert.equal((await clerk.client.call('PUT', path(own.id), change)).status, 200);
      assert.equal((await clerk.client.call('PUT', path(own.id), change)).status, 409);
      assert.equal((await clerk.client.call('DELETE', path(own.id))).status, 204);
      assert.deepEqual(Object.keys(await spentOf(acme.client)), ['All costs', 'Van 2']);
    });

    test('[LEDGER-15] an administrator sees the budgets of a company that may not sign in, with what they cost', async () => {
      const { acme, north, van1 } = await company(kind);
      const root = await both.root(kind);
      await acme.client.json('POST', '/ext/costs/budgets', { ...BUDGET, name: 'Locked', groupId: north.id });
      await spend(acme.client, van1, 3000);
      const path = `/api/users/${acme.id}`;
      await root.json('PUT', path, { ...(await root.json<object>('GET', path)), disabled: true });
      const { budgets } = await root.json<BudgetPage>('GET', '/ext/costs/budgets?text=locked');
      const own = budgets.filter(({ ownerId }) => ownerId === acme.id);
      assert.deepEqual(
        own.map(({ name, spentCents }) => [name, spentCents]),
        [['Locked', 3000]],
      );
    });
  });
