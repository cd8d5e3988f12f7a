import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { OrderReport } from '@rastro/fleet/orders';
import type { ComparedStop, ComparisonPage, RouteComparison } from '@rastro/fleet/road-routes';
import type { SummaryItem } from '@rastro/fleet';
import { KINDS, startBothKinds, type BothKinds } from '../../test/both-kinds.ts';
import { eventually } from '../../test/eventually.ts';
import { company, DAY, makeRoute, orderOf, step } from '../../test/road-company.ts';
import type { UserClient } from '../../test/user-client.ts';

let both: BothKinds;
before(async () => {
  both = await startBothKinds();
});
after(() => both.close());

/** Stands at the depot, goes to the place that was planned second, and then to the first. */
const DRIVE: readonly (readonly [second: number, latitude: number, speed: number])[] = [
  [0, -23.5, 0],
  [60, -23.5, 0],
  [150, -23.5, 0],
  [180, -23.503, 30],
  [210, -23.507, 30],
  [240, -23.51, 0],
  [270, -23.51, 0],
  [400, -23.51, 0],
  [430, -23.513, 30],
  [460, -23.517, 30],
  [490, -23.52, 0],
  [520, -23.52, 0],
  [600, -23.52, 0],
  [640, -23.523, 30],
  [700, -23.53, 30],
];
async function report(uniqueId: string, begin: number) {
  const port = both.server('embedded').protocols['osmand'];
  for (const [second, latitude, speed] of DRIVE) {
    const time = begin / 1000 + second;
    const query = `id=${uniqueId}&lat=${latitude}&lon=-46.6&speed=${speed}&ignition=true&timestamp=${time}`;
    assert.equal((await fetch(`http://127.0.0.1:${port}/?${query}`)).status, 200);
  }
}
const comparison = (client: UserClient, id: number) =>
  client.json<RouteComparison>('GET', `/ext/routes/${id}/comparison`);
const compared = (client: UserClient, query = '') =>
  client.json<ComparisonPage>('GET', `/ext/routes/comparison${query}`);
const idsIn = ({ routes }: ComparisonPage) => routes.map(({ routeId }) => routeId);

for (const kind of KINDS)
  describe(`${kind} server`, () => {
    test('[ROADROUTE-14] a stop has its place, times, work and way, as planned and as they went', async () => {
      const begin = Math.floor(Date.now() / 1000) * 1000 - 900_000;
      const { acme, van1, ids } = await company(both, kind, 3);
      const { client } = acme;
      const [first = 0, second = 0, third = 0] = ids;
      await report(van1.uniqueId, begin);
      const beginsAt = new Date(begin).toISOString();
      const frame = { beginsAt, day: beginsAt.slice(0, 10) };
      const { id, stops } = await makeRoute(client, van1.id, [second, first, third], frame);
      await eventually(async () => (await orderOf(client, second)).state === 'arrived');
      await step(client, first, 'done', { at: new Date(begin + 390_000).toISOString() });
      const legs = async () => (await comparison(client, id)).total.measured === 2;
      await eventually(legs, 40_000);
      const route = await comparison(client, id);
      const at = (iso: string | null) => (iso === null ? null : (Date.parse(iso) - begin) / 1000);
      const line = (stop: ComparedStop | undefined) =>
        stop && [
          stop.plannedPlace,
          stop.actualPlace,
          at(stop.arrivedAt),
          stop.workSeconds,
          stop.drivenSeconds,
        ];
      assert.deepEqual(route.stops.map(line), [
        [1, 2, 490, 110, 90],
        [2, 1, 240, 160, 90],
        [3, null, null, null, null],
      ]);
      for (const [where, stop] of route.stops.slice(0, 2).entries()) {
        const plan = stops[where];
        const delay = (Date.parse(stop.arrivedAt ?? '') - Date.parse(plan?.arrivesAt ?? '')) / 1000;
        assert.deepEqual([stop.delaySeconds, stop.plannedMeters], [Math.round(delay), plan?.meters]);
        // The same as the report of the same period.
        const [from, to] = where === 0 ? [400, 490] : [150, 240];
        const period = [from, to].map((s) => new Date(begin + s * 1000).toISOString());
        const query = `deviceId=${van1.id}&from=${period[0]}&to=${period[1]}`;
        const [summary] = await client.json<SummaryItem[]>('GET', `/api/reports/summary?${query}`);
        assert.equal(stop.drivenMeters, Math.round(summary?.distance ?? -1));
        assert.ok(Math.abs((stop.drivenMeters ?? 0) - 1113) < 30, `${stop.drivenMeters} m`);
      }
      const { total } = route;
      const { total: added } = await client.json<OrderReport>('GET', '/ext/orders/report');
      assert.deepEqual(
        [total.stops, total.reached, total.compared, total.delaySeconds, total.driven, total.drivenSeconds],
        [3, 2, added.compared, added.delaySeconds, 2, 180],
      );
      assert.deepEqual((await compared(client)).routes, [route]);
    });

    test('[ROADROUTE-15] lines are narrowed by day, vehicle, group, driver, customer and words; nobody else sees them', async () => {
      const { acme, dispatcher, van1, van2, ids } = await company(both, kind, 4);
      const { client } = acme;
      const neighbor = await both.account(kind, await both.root(kind), 'neighbor');
      const [first = 0, second = 0, third = 0, fourth = 0] = ids;
      const group = await client.json<{ id: number }>('POST', '/api/groups', { name: 'South' });
      await client.json('PUT', `/api/devices/${van2.id}`, { ...van2, groupId: group.id });
      const one = await makeRoute(client, van1.id, [first, second]);
      const other = await makeRoute(client, van2.id, [third], { day: '2026-12-02' });
      assert.deepEqual(idsIn(await compared(client)), [one.id, other.id]);
      assert.deepEqual(idsIn(await compared(client, '?sort=vehicle&descending=true')), [other.id, one.id]);
      assert.deepEqual(idsIn(await compared(client, `?from=${DAY}&to=${DAY}`)), [one.id]);
      assert.deepEqual(idsIn(await compared(client, `?deviceId=${van2.id}`)), [other.id]);
      assert.deepEqual(idsIn(await compared(client, `?groupId=${group.id}`)), [other.id]);
      assert.deepEqual(idsIn(await compared(client, '?driver=nobody')), []);
      const { routes } = await compared(client, '?customer=LOJA%202');
      assert.deepEqual(
        routes.map(({ stops, total }) => [stops.map(({ orderId }) => orderId), total.stops]),
        [[[second], 1]],
      );
      assert.equal(routes[0]?.stops[0]?.plannedPlace, 2);
      assert.deepEqual(idsIn(await compared(client, '?text=van%20loja%203')), [other.id]);
      const page = await compared(client, '?limit=1');
      assert.deepEqual(idsIn(page), [one.id]);
      assert.deepEqual(idsIn(await compared(client, `?limit=1&after=${page.next}`)), [other.id]);
      assert.equal((await client.call('GET', '/ext/routes/comparison?after=x')).status, 400);
      assert.deepEqual(idsIn(await compared(dispatcher.client)), [one.id]);
      assert.equal((await dispatcher.client.call('GET', `/ext/routes/${other.id}/comparison`)).status, 404);
      assert.deepEqual(idsIn(await compared(neighbor.client)), []);
      // The sums of orders are narrowed the same.
      const sums = async (query: string) =>
        (await client.json<OrderReport>('GET', `/ext/orders/report?${query}`)).total.orders;
      assert.deepEqual(
        [
          await sums(`groupId=${group.id}`),
          await sums('customer=loja%204'),
          await sums('driver=nobody'),
          await sums(`groupId=${group.id}&deviceId=${van1.id}`),
        ],
        [1, 1, 0, 3],
      );
      assert.ok(fourth > 0);
    });
  });
