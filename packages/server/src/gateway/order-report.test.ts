import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import type { OrderPage, OrderReport } from '@rastro/fleet/orders';
import type { RoadRouteDetail } from '@rastro/fleet/road-routes';
import { KINDS, startBothKinds, type BothKinds } from '../../test/both-kinds.ts';
import { company, DAY, makeRoute, orderOf, placeAt, routeBody } from '../../test/road-company.ts';
import type { UserClient } from '../../test/user-client.ts';

let both: BothKinds;
before(async () => {
  both = await startBothKinds();
});
after(() => both.close());

const reportOf = (client: UserClient, query = ''): Promise<OrderReport> =>
  client.json<OrderReport>('GET', `/ext/orders/report${query}`);
const step = (client: UserClient, id: number, kind: string, more: object = {}) =>
  client.call('POST', `/ext/orders/${id}/steps`, { id: randomUUID(), kind, ...more });

for (const kind of KINDS)
  describe(`${kind} server`, () => {
    test('[ROADORDER-9] orders are added up with their plan, those that the reader sees, and of nobody else', async () => {
      const { acme, dispatcher, van1, van2, ids } = await company(both, kind, 4);
      const other = await both.account(kind, await both.root(kind), 'neighbor');
      const [first = 0, second = 0, third = 0, fourth = 0] = ids;
      const { orders: _, ...route } = await acme.client.json<RoadRouteDetail>(
        'POST',
        '/ext/routes',
        routeBody(van1.id, [first, second]),
      );
      const now = Date.now();
      assert.equal((await step(acme.client, first, 'arrive')).status, 200);
      assert.equal((await step(acme.client, first, 'done')).status, 200);
      assert.equal((await step(acme.client, second, 'fail', { reason: 'closed' })).status, 200);
      await step(acme.client, third, 'assign', { deviceId: van2.id });
      const all = await reportOf(acme.client, '?by=vehicle');
      assert.deepEqual(
        [all.total.orders, all.total.done, all.total.failed, all.total.open, all.hiddenGroups],
        [4, 1, 1, 2, 0],
      );
      assert.deepEqual(all.reasons, [{ reason: 'closed', count: 1 }]);
      assert.deepEqual(
        all.groups.map(({ key, name, orders }) => [Number(key), name, orders]),
        [
          [van1.id, 'Van 1', 2],
          [0, '', 1],
          [van2.id, 'Van 2', 1],
        ],
      );
      const planned = Date.parse(route.stops[0]?.arrivesAt ?? '');
      assert.equal(new Date(planned).toISOString().slice(0, 10), DAY);
      assert.equal(all.total.compared, 1);
      assert.ok(Math.abs(all.total.delaySeconds - (now - planned) / 1000) < 60, 'arrival against the plan');
      const seen = await reportOf(dispatcher.client, '?by=vehicle');
      assert.deepEqual(
        seen.groups.map(({ name, orders }) => [name, orders]),
        [
          ['Van 1', 2],
          ['', 1],
        ],
      );
      assert.equal((await reportOf(acme.client, `?deviceId=${van2.id}`)).total.orders, 1);
      assert.deepEqual((await reportOf(other.client)).groups, []);
      assert.equal((await step(acme.client, fourth, 'cancel')).status, 200);
      assert.equal((await reportOf(acme.client, '?by=customer')).total.cancelled, 1);
    });

    test('[ROADORDER-9] a report is of at most a year, in a zone that exists, and over orders of its period', async () => {
      const { acme } = await company(both, kind, 1);
      for (const wrong of [
        '?zone=Mars/City',
        '?by=color',
        '?from=2026-01-02T00:00:00Z&to=2026-01-01T00:00:00Z',
        '?from=2020-01-01T00:00:00Z&to=2026-01-01T00:00:00Z',
      ])
        assert.equal((await acme.client.call('GET', `/ext/orders/report${wrong}`)).status, 400, wrong);
      const past = '?from=2020-01-01T00:00:00Z&to=2020-12-31T00:00:00Z';
      assert.equal((await reportOf(acme.client, past)).total.orders, 0);
      const { groups } = await reportOf(acme.client, '?zone=America/Sao_Paulo');
      assert.deepEqual([groups.length, groups[0]?.orders], [1, 1]);
    });

    test('[ROADORDER-10] late orders of some days are listed and counted; those that may be late as their vehicle goes', async () => {
      const { acme, dispatcher, van1, van2, ids } = await company(both, kind, 4);
      const [first = 0, second = 0, third = 0, fourth = 0] = ids;
      const { client } = acme;
      const now = Date.now();
      const windows = [
        [first, now - 60_000],
        [second, now + 3_600_000],
        [third, now + 60_000],
        [fourth, now - 60_000],
      ] as const;
      for (const [id, to] of windows) {
        const { version } = await orderOf(client, id);
        const body = { customer: `Shop ${id}`, place: placeAt(9), minutes: 1, version };
        const window = { from: new Date(now - 7_200_000).toISOString(), to: new Date(to).toISOString() };
        await client.json('PUT', `/ext/orders/${id}`, { ...body, ...window });
      }
      // Nine kilometers away in a minute: it will be late, and the other one not.
      const beginsAt = new Date(now + 30_000).toISOString();
      await makeRoute(client, van1.id, [third, second], { beginsAt, day: beginsAt.slice(0, 10) });
      await step(client, fourth, 'assign', { deviceId: van2.id });
      const period = `from=${new Date(now - 86_400_000).toISOString()}&to=${new Date(now + 3_600_000).toISOString()}`;
      const late = (more = '', reader = client) =>
        reader.json<OrderPage>('GET', `/ext/orders?${period}&risk=late${more}`);
      const found = ({ orders }: OrderPage) => orders.map(({ id }) => id).toSorted((a, b) => a - b);
      const all = await late();
      assert.deepEqual(found(all), [first, third, fourth]);
      assert.deepEqual(
        all.counts.filter(({ count }) => count > 0),
        [
          { state: 'planned', count: 1 },
          { state: 'assigned', count: 2 },
        ],
      );
      assert.deepEqual(found(await late('&state=planned')), [first]);
      assert.deepEqual(found(await late(`&deviceId=${van2.id}`)), [fourth]);
      assert.deepEqual(found(await late('', dispatcher.client)), [first, third]);
      const page = await late('&limit=2');
      const rest = await late(`&limit=2&after=${encodeURIComponent(page.next ?? '')}`);
      assert.deepEqual(
        [...found(page), ...found(rest)].toSorted((a, b) => a - b),
        found(all),
      );
      assert.equal(rest.next, null);
      const atRisk = await client.json<OrderPage>('GET', `/ext/orders?${period}&risk=atRisk`);
      assert.deepEqual(found(atRisk), []);
      for (const wrong of [
        'risk=late',
        `${period}&risk=maybe`,
        'risk=late&from=2026-01-01T00:00:00Z&to=2026-02-01T00:00:00Z',
      ])
        assert.equal((await client.call('GET', `/ext/orders?${wrong}`)).status, 400, wrong);
    });
  });
