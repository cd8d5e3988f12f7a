import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import type { Device, Driver } from '@rastro/fleet';
import type { RoadOrderDetail } from '@rastro/fleet/orders';
import type {
  DayPlanAnswer,
  LiveRoute,
  RoadRouteDetail,
  RoutePage,
  RouteTimes,
} from '@rastro/fleet/road-routes';
import { eventually } from '../../test/eventually.ts';
import { KINDS, startBothKinds, type BothKinds, type Kind } from '../../test/both-kinds.ts';
import type { UserClient } from '../../test/user-client.ts';

let both: BothKinds;
before(async () => {
  both = await startBothKinds();
});
after(() => both.close());

let made = 0;
const DAY = '2026-12-01';
const DEPOT = { latitude: -23.5, longitude: -46.6 };
const placeAt = (step: number) => ({ latitude: -23.5 - step / 100, longitude: -46.6 });

/** A company with a dispatcher, who sees one of two vans, and orders at places a kilometre apart. */
async function company(kind: Kind, count = 3) {
  const root = await both.root(kind);
  const acme = await both.account(kind, root, 'acme', { userLimit: -1 });
  const dispatcher = await both.account(kind, acme.client, 'dispatcher');
  const van = async (name: string): Promise<Device> =>
    acme.client.json<Device>('POST', '/api/devices', { name, uniqueId: `route-${kind}-${(made += 1)}` });
  const [van1, van2] = [await van('Van 1'), await van('Van 2')];
  await acme.client.json('POST', '/api/permissions', { userId: dispatcher.id, deviceId: van1.id });
  const orders: RoadOrderDetail[] = [];
  for (let at = 1; at <= count; at++)
    orders.push(
      await acme.client.json<RoadOrderDetail>('POST', '/ext/orders', {
        customer: `Loja ${at}`,
        place: placeAt(at),
        load: 10,
      }),
    );
  return { acme, dispatcher, van1, van2, ids: orders.map(({ id }) => id) };
}
const routeBody = (deviceId: number, orderIds: readonly number[], more: object = {}) => ({
  day: DAY,
  deviceId,
  beginsAt: `${DAY}T08:00:00Z`,
  start: DEPOT,
  end: DEPOT,
  orderIds,
  ...more,
});
const makeRoute = (client: UserClient, deviceId: number, orderIds: readonly number[], more: object = {}) =>
  client.json<RoadRouteDetail>('POST', '/ext/routes', routeBody(deviceId, orderIds, more));
const orderOf = (client: UserClient, id: number) => client.json<RoadOrderDetail>('GET', `/ext/orders/${id}`);
const routeOf = (client: UserClient, id: number) => client.json<RoadRouteDetail>('GET', `/ext/routes/${id}`);
const step = (client: UserClient, id: number, kind: string, more: object = {}) =>
  client.json('POST', `/ext/orders/${id}/steps`, { id: randomUUID(), kind, ...more });
const stopsOf = ({ stops }: RoadRouteDetail): readonly number[] => stops.map(({ orderId }) => orderId);

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
    test('[ROADROUTE-1] a route assigns its orders, says when each is reached, and is seen with its vehicle', async () => {
      const { acme, dispatcher, van1, van2, ids } = await company(kind);
      const uniqueId = `route-driver-${kind}-${(made += 1)}`;
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
      const { acme, van1, van2, ids } = await company(kind);
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
      const { acme, van1, van2, ids } = await company(kind);
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
      const { acme, van1, ids } = await company(kind);
      const route = await makeRoute(acme.client, van1.id, ids);
      await step(acme.client, ids[0] ?? 0, 'done');
      const change = () =>
        acme.client.call('PUT', `/ext/routes/${route.id}`, { ...routeBody(van1.id, ids), version: 1 });
      const both = await Promise.all([change(), change()]);
      assert.deepEqual(
        both.map(({ status }) => status).toSorted((a, b) => a - b),
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
      const { acme, dispatcher, van1, van2, ids } = await company(kind);
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

    test('[ROADROUTE-6] a plan changes nothing until it is saved, then it is saved once', async () => {
      const { acme, van1, van2, ids } = await company(kind, 6);
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
      const { acme, van1, van2, ids } = await company(kind, 4);
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
      const { acme, dispatcher, van1, van2, ids } = await company(kind);
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

/** A van that reports where it is, each so many seconds after a moment. */
async function report(
  uniqueId: string,
  begin: number,
  records: readonly (readonly [second: number, latitude: number, speed: number])[],
) {
  const port = both.server('embedded').protocols['osmand'];
  for (const [second, latitude, speed] of records) {
    const time = Math.floor(begin / 1000) + second;
    const query = `id=${uniqueId}&lat=${latitude}&lon=-46.6&speed=${speed}&ignition=true&timestamp=${time}`;
    assert.equal((await fetch(`http://127.0.0.1:${port}/?${query}`)).status, 200);
  }
}

test('[ROADROUTE-11] a stop is arrived at and left by its fence, and the next ones are expected from where the van is', async () => {
  const begin = Date.now() - 600_000;
  const opened = await Promise.all(
    KINDS.map(async (kind) => {
      const { acme, dispatcher, van1, van2, ids } = await company(kind);
      const [first = 0, second = 0, third = 0] = ids;
      const { client } = acme;
      // A place 1.1 km on is passed by, the first one is stood at.
      await report(van1.uniqueId, begin, [
        [0, -23.5, 30],
        [60, -23.51, 0],
        [90, -23.51, 0],
        [400, -23.51, 0],
        [430, -23.513, 30],
        [460, -23.517, 30],
        [520, -23.52, 30],
        [560, -23.524, 30],
      ]);
      const frame = {
        beginsAt: new Date(begin).toISOString(),
        day: new Date(begin).toISOString().slice(0, 10),
      };
      const route = await makeRoute(client, van1.id, ids, frame);
      const silent = await makeRoute(client, van2.id, [], frame);
      return { client, dispatcher, first, second, third, route, silent };
    }),
  );
  for (const { client, dispatcher, first, second, third, route, silent } of opened) {
    await eventually(async () => (await orderOf(client, first)).state === 'arrived');
    const order = await orderOf(client, first);
    const at = (seconds: number): string =>
      new Date(Math.floor(begin / 1000) * 1000 + seconds * 1000).toISOString();
    const arrived = order.steps.at(-1);
    assert.deepEqual([order.arrivedAt, arrived?.by, arrived?.kind], [at(60), 'fence', 'arrive']);
    const live = await client.json<LiveRoute>('GET', `/ext/routes/${route.id}/live`);
    assert.deepEqual(
      live.stops.map(({ arrivedAt, leftAt }) =>
        [arrivedAt, leftAt].map((time) => time && new Date(time).toISOString()),
      ),
      [
        [at(60), at(400)],
        [null, null],
        [null, null],
      ],
    );
    const [, next, last] = live.stops;
    assert.deepEqual([live.isSilent, live.stops[0]?.expected], [false, null]);
    assert.ok(next?.expected && last?.expected);
    assert.ok(next.expected.from <= next.expected.at && next.expected.at < last.expected.at);
    assert.ok(last.expected.to > last.expected.at && (live.endsAt ?? '') > last.expected.at);
    // The window of the third has passed: it is late before the van is there.
    const { steps: _, version, ...third0 } = await orderOf(client, third);
    const { reference, customer, minutes, load, contact, note, place } = third0;
    const window = { from: null, to: new Date(begin).toISOString() };
    await client.json('PUT', `/ext/orders/${third}`, {
      reference,
      customer,
      minutes,
      load,
      contact,
      note,
      place,
      ...window,
      version,
    });
    const late = await client.json<LiveRoute>('GET', `/ext/routes/${route.id}/live`);
    assert.deepEqual(
      late.stops.map(({ risk }) => risk),
      ['none', 'none', 'late'],
    );
    assert.equal((await orderOf(client, second)).state, 'assigned', 'it was driven past');
    const nothing = await client.json<LiveRoute>('GET', `/ext/routes/${silent.id}/live`);
    assert.deepEqual([nothing.positionAt, nothing.isSilent, nothing.stops], [null, true, []]);
    assert.equal((await dispatcher.client.call('GET', `/ext/routes/${silent.id}/live`)).status, 404);
  }
});
