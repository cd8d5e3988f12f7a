import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import type { Driver } from '@rastro/fleet';
import type { RoadOrderDetail } from '@rastro/fleet/orders';
import type { RoutePage, RouteTimes } from '@rastro/fleet/road-routes';
import { KINDS, startBothKinds, type BothKinds } from '../../test/both-kinds.ts';
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

for (const kind of KINDS)
  describe(`${kind} server`, () => {
    test('[ROADROUTE-1] a route assigns its orders, says when each is reached, and is seen with its vehicle', async () => {
      const { acme, dispatcher, van1, van2, ids } = await company(both, kind);
      const uniqueId = `route-driver-${kind}-${randomUUID()}`;
      await acme.client.json<Driver>('POST', '/api/drivers', { name: 'Ana', uniqueId });
      const route = await makeRoute(acme.client, van1.id, ids, { driverUniqueId: uniqueId });
      assert.deepEqual([route.version, route.ownerId, route.load], [1, acme.id, 30]);
      assert.deepEqual([route.deviceName, route.driverName, stopsOf(route)], ['Van 1', 'Ana', ids]);
      const times = [
        route.beginsAt,
        ...route.stops.map(({ arrivesAt }) => arrivesAt ?? ''),
        route.endsAt ?? '',
      ];
      assert.ok(times.every((time, at) => at === 0 || time > (times[at - 1] ?? '')));
      assert.ok((route.meters ?? 0) > 6000 && (route.meters ?? 0) < 20_000);
      assert.deepEqual(route.travel, { source: 'history', failure: null });
      for (const id of ids) {
        const { state, deviceId, driverName, routeId } = await orderOf(acme.client, id);
        assert.deepEqual([state, deviceId, driverName, routeId], ['assigned', van1.id, 'Ana', route.id]);
      }
      const hidden = await makeRoute(acme.client, van2.id, []);
      const seen = async (client: UserClient) =>
        (await client.json<RoutePage>('GET', `/ext/routes?from=${DAY}&to=${DAY}`)).routes;
      assert.deepEqual(
        (await seen(dispatcher.client)).map(({ id }) => id),
        [route.id],
      );
      assert.deepEqual(
        (await seen(acme.client)).map(({ id, progress }) => [id, progress.open]),
        [
          [route.id, 3],
          [hidden.id, 0],
        ],
      );
      assert.equal((await dispatcher.client.call('GET', `/ext/routes/${hidden.id}`)).status, 404);
      const other = await both.account(kind, await both.root(kind), 'other');
      for (const [method, body] of [
        ['GET', undefined],
        ['PUT', { ...routeBody(van1.id, ids), version: 1 }],
        ['DELETE', undefined],
      ] as const)
        assert.equal((await other.client.call(method, `/ext/routes/${route.id}`, body)).status, 404);
    });

    test('[ROADROUTE-2] an order is a stop of one route at most, and the route that it leaves has new times', async () => {
      const { acme, van1, van2, ids } = await company(both, kind);
      const [first = 0, second = 0, third = 0] = ids;
      const one = await makeRoute(acme.client, van1.id, ids);
      const two = await makeRoute(acme.client, van2.id, [second]);
      const left = await routeOf(acme.client, one.id);
      assert.deepEqual([stopsOf(left), stopsOf(two), left.version], [[first, third], [second], 2]);
      assert.ok((left.endsAt ?? '') < (one.endsAt ?? ''));
      assert.equal((await orderOf(acme.client, second)).deviceId, van2.id);
      await step(acme.client, first, 'assign', { deviceId: van2.id });
      assert.deepEqual(stopsOf(await routeOf(acme.client, one.id)), [third]);
      assert.equal((await orderOf(acme.client, first)).routeId, 0);
      const { steps: _, version, ...order } = await orderOf(acme.client, third);
      const { reference, customer, from, to, minutes, load, contact, note } = order;
      const content = { reference, customer, from, to, minutes, load, contact, note, place: placeAt(9) };
      await acme.client.json('PUT', `/ext/orders/${third}`, { ...content, version });
      const far = await routeOf(acme.client, one.id);
      assert.ok((far.meters ?? 0) > 15_000, 'the order is further away now');
      assert.equal((await acme.client.call('DELETE', `/ext/orders/${third}`)).status, 204);
      assert.deepEqual([stopsOf(await routeOf(acme.client, one.id))], [[]]);
    });

    test('[ROADROUTE-3] orders that leave are assigned to nobody; those that have begun stay', async () => {
      const { acme, van1, van2, ids } = await company(both, kind);
      const [first = 0, second = 0, third = 0] = ids;
      const route = await makeRoute(acme.client, van1.id, ids);
      await step(acme.client, first, 'done');
      const change = (deviceId: number, orderIds: readonly number[], version: number) =>
        acme.client.call('PUT', `/ext/routes/${route.id}`, { ...routeBody(deviceId, orderIds), version });
      assert.equal((await change(van1.id, [second], 1)).status, 409);
      assert.equal((await change(van1.id, [first, third], 1)).status, 200);
      const { state, deviceId, routeId } = await orderOf(acme.client, second);
      assert.deepEqual([state, deviceId, routeId], ['planned', 0, 0]);
      assert.equal((await change(van2.id, [first, third], 2)).status, 200);
      assert.deepEqual(
        [(await orderOf(acme.client, first)).deviceId, (await orderOf(acme.client, third)).deviceId],
        [van1.id, van2.id],
      );
      await step(acme.client, third, 'start');
      assert.equal((await change(van1.id, [first, third], 3)).status, 409);
      assert.equal((await acme.client.call('DELETE', `/ext/routes/${route.id}`)).status, 409);
    });

    test('[ROADROUTE-4] of two who change one the second is told; a route that is removed leaves its orders', async () => {
      const { acme, van1, ids } = await company(both, kind);
      const route = await makeRoute(acme.client, van1.id, ids);
      await step(acme.client, ids[0] ?? 0, 'done');
      const change = () =>
        acme.client.call('PUT', `/ext/routes/${route.id}`, { ...routeBody(van1.id, ids), version: 1 });
      const changes = await Promise.all([change(), change()]);
      assert.deepEqual(
        changes.map(({ status }) => status).toSorted((a, b) => a - b),
        [200, 409],
      );
      assert.equal((await acme.client.call('DELETE', `/ext/routes/${route.id}`)).status, 204);
      assert.equal((await acme.client.call('GET', `/ext/routes/${route.id}`)).status, 404);
      const states = await Promise.all(ids.map((id) => orderOf(acme.client, id)));
      assert.deepEqual(
        states.map(({ state, routeId }) => [state, routeId]),
        [
          ['done', 0],
          ['planned', 0],
          ['planned', 0],
        ],
      );
    });

    test('[ROADROUTE-5] times are told before anything is saved, a geofence is a place, companies do not mix', async () => {
      const { acme, dispatcher, van1, van2, ids } = await company(both, kind);
      const yard = await acme.client.json<{ readonly id: number }>('POST', '/api/geofences', {
        name: 'Yard',
        area: 'CIRCLE (-23.52 -46.6, 100)',
      });
      const inYard = await acme.client.json<RoadOrderDetail>('POST', '/ext/orders', {
        customer: 'Yard',
        place: { geofenceId: yard.id },
        to: `${DAY}T08:01:00Z`,
      });
      const times = await acme.client.json<RouteTimes>('POST', '/ext/routes/times', {
        beginsAt: `${DAY}T08:00:00Z`,
        start: DEPOT,
        orderIds: [...ids.toReversed(), inYard.id],
      });
      assert.equal(times.stops.length, 4);
      assert.deepEqual([times.stops.at(-1)?.isLate, times.stops.at(0)?.isLate], [true, false]);
      assert.equal((await orderOf(acme.client, inYard.id)).state, 'planned');
      const unknown = await acme.client.json<RoadOrderDetail>('POST', '/ext/orders', {
        customer: 'Somewhere',
        place: { address: 'Rua das Flores, 12' },
      });
      const route = await makeRoute(acme.client, van1.id, [unknown.id, ...ids]);
      assert.deepEqual([route.endsAt, route.meters], [null, null]);
      const root = await both.root(kind);
      const foreign = await root.json<RoadOrderDetail>('POST', '/ext/orders', {
        customer: 'Other',
        place: placeAt(1),
      });
      const refused = async (client: UserClient, body: object) =>
        (await client.call('POST', '/ext/routes', body)).status;
      assert.equal(await refused(root, routeBody(van1.id, [foreign.id, ...ids])), 409);
      assert.equal(await refused(acme.client, routeBody(van1.id, [foreign.id])), 404);
      assert.equal(await refused(dispatcher.client, routeBody(van2.id, [])), 404);
      assert.equal(await refused(acme.client, routeBody(van1.id, [ids[0] ?? 0, ids[0] ?? 0])), 400);
      assert.equal(await refused(acme.client, { ...routeBody(van1.id, []), beginsAt: null }), 400);
      assert.equal(
        await refused(acme.client, routeBody(van1.id, [], { start: { geofenceId: 999_999 } })),
        404,
      );
    });
  });
