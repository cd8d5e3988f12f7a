import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { RoadOrderDetail } from '@rastro/fleet/orders';
import type { DayPlanAnswer, RoutePage } from '@rastro/fleet/road-routes';
import { KINDS, startBothKinds, type BothKinds } from '../../test/both-kinds.ts';
import { eventually } from '../../test/eventually.ts';
import {
  company,
  DAY,
  DEPOT,
  makeRoute,
  orderOf,
  placeAt,
  routeBody,
  routeOf,
  step,
  stopsOf,
} from '../../test/road-company.ts';
import type { UserClient } from '../../test/user-client.ts';

let both: BothKinds;
before(async () => {
  both = await startBothKinds();
});
after(() => both.close());

const vehicle = (deviceId: number, more: object = {}) => ({
  deviceId,
  beginsAt: `${DAY}T08:00:00Z`,
  endsBy: `${DAY}T18:00:00Z`,
  start: DEPOT,
  end: DEPOT,
  ...more,
});
const plan = (client: UserClient, vehicles: readonly object[], orderIds: readonly number[]) =>
  client.json<DayPlanAnswer>('POST', '/ext/routes/plan', { day: DAY, vehicles, orderIds });
/** The plan of a user when its search is over. */
async function planned(client: UserClient): Promise<DayPlanAnswer> {
  let found: DayPlanAnswer = { plan: null, orders: [] };
  await eventually(async () => {
    found = await client.json<DayPlanAnswer>('GET', '/ext/routes/plan');
    return found.plan?.state === 'done';
  });
  return found;
}

for (const kind of KINDS)
  describe(`${kind} server`, () => {
    test('[ROADROUTE-6] a plan changes nothing until it is saved, then it is saved once', async () => {
      const { acme, van1, van2, ids } = await company(both, kind, 6);
      const client = acme.client;
      assert.deepEqual(await client.json('GET', '/ext/routes/plan'), { plan: null, orders: [] });
      const old = await makeRoute(client, van1.id, ids.slice(0, 2), { note: 'Early' });
      const begun = await plan(client, [vehicle(0, { routeId: old.id }), vehicle(van2.id)], ids.slice(2));
      assert.equal(begun.plan?.state, 'running');
      const { plan: done, orders } = await planned(client);
      assert.deepEqual([done?.share, done?.result?.unplanned, orders.length], [1, [], 6]);
      const stops = done?.result?.routes.flatMap(({ orderIds }) => orderIds) ?? [];
      assert.deepEqual(
        stops.toSorted((a, b) => a - b),
        ids,
      );
      assert.deepEqual(stopsOf(await routeOf(client, old.id)), ids.slice(0, 2));
      const save = () => client.call('POST', '/ext/routes/plan/save', { id: done?.id });
      const saves = [await save(), await save()];
      assert.deepEqual(
        saves.map(({ status }) => status),
        [201, 200],
      );
      const { plan: saved } = await client.json<DayPlanAnswer>('GET', '/ext/routes/plan');
      assert.equal(saved?.state, 'saved');
      const page = await client.json<RoutePage>('GET', `/ext/routes?from=${DAY}&to=${DAY}`);
      assert.equal(page.routes.length, saved?.result?.routes.length);
      for (const { routeId, orderIds, stops: times, endsAt } of saved?.result?.routes ?? []) {
        const route = await routeOf(client, routeId);
        assert.deepEqual([stopsOf(route), route.stops, route.endsAt], [orderIds, times, endsAt]);
        for (const id of orderIds) assert.equal((await orderOf(client, id)).routeId, routeId);
      }
      assert.equal((await routeOf(client, old.id)).note, 'Early');
    });

    test('[ROADROUTE-7] what has begun stays, and an order on no route says why', async () => {
      const { acme, van1, van2, ids } = await company(both, kind, 4);
      const [first = 0, second = 0, third = 0, fourth = 0] = ids;
      const client = acme.client;
      const somewhere = await client.json<RoadOrderDetail>('POST', '/ext/orders', {
        customer: 'Somewhere',
        place: { address: 'Rua das Flores, 12' },
      });
      const missed = await client.json<RoadOrderDetail>('POST', '/ext/orders', {
        customer: 'Too early',
        place: placeAt(3),
        to: '2026-12-01T06:00:00Z',
      });
      const route = await makeRoute(client, van1.id, [third, second, first, somewhere.id]);
      await step(client, third, 'done');
      await step(client, first, 'start');
      const vehicles = [vehicle(0, { routeId: route.id }), vehicle(van2.id, { capacity: 10 })];
      await plan(client, vehicles, [fourth, missed.id]);
      const { plan: done } = await planned(client);
      const planOfVan = done?.result?.routes.find(({ routeId }) => routeId === route.id);
      assert.deepEqual(planOfVan?.orderIds.slice(0, 2), [third, first]);
      assert.equal(planOfVan?.orderIds.at(-1), somewhere.id, 'its place is not known');
      assert.deepEqual(done?.result?.unplanned, [{ orderId: missed.id, reason: 'outOfTime' }]);
      assert.equal((await client.call('POST', '/ext/routes/plan/save', { id: done?.id })).status, 201);
      assert.equal((await orderOf(client, missed.id)).state, 'planned');
      assert.equal((await orderOf(client, first)).state, 'underWay');
    });

    test('[ROADROUTE-8] a plan is outdated when something has changed, and nobody else sees it', async () => {
      const { acme, dispatcher, van1, van2, ids } = await company(both, kind);
      const client = acme.client;
      const route = await makeRoute(client, van1.id, ids.slice(0, 1));
      const save = (id: string | undefined) => client.call('POST', '/ext/routes/plan/save', { id });
      await plan(client, [vehicle(0, { routeId: route.id })], ids);
      const first = (await planned(client)).plan?.id;
      assert.deepEqual(await dispatcher.client.json('GET', '/ext/routes/plan'), { plan: null, orders: [] });
      assert.equal(
        (await dispatcher.client.call('POST', '/ext/routes/plan/save', { id: first })).status,
        404,
      );
      const note = { ...routeBody(van1.id, ids.slice(0, 1)), note: 'Other', version: 1 };
      assert.equal((await client.call('PUT', `/ext/routes/${route.id}`, note)).status, 200);
      assert.equal((await save(first)).status, 409);
      await plan(client, [vehicle(van2.id)], ids.slice(1));
      assert.equal((await save(first)).status, 404);
      const second = (await planned(client)).plan?.id;
      assert.equal((await client.call('DELETE', `/ext/orders/${ids[2] ?? 0}`)).status, 204);
      assert.equal((await save(second)).status, 409);
      assert.equal((await orderOf(client, ids[1] ?? 0)).routeId, 0, 'nothing of it is saved');
      const refused = async (from: UserClient, vehicles: readonly object[], orderIds: readonly number[]) =>
        (await from.call('POST', '/ext/routes/plan', { day: DAY, vehicles, orderIds })).status;
      assert.equal(await refused(dispatcher.client, [vehicle(van2.id)], []), 404);
      assert.equal(await refused(client, [vehicle(van1.id), vehicle(van1.id)], []), 400);
      assert.equal(await refused(client, [vehicle(0)], []), 400);
      const other = await both.account(kind, await both.root(kind), 'other');
      assert.equal(await refused(other.client, [vehicle(0, { routeId: route.id })], []), 404);
      assert.equal((await client.call('DELETE', '/ext/routes/plan')).status, 204);
      assert.deepEqual(await client.json('GET', '/ext/routes/plan'), { plan: null, orders: [] });
    });
  });
