import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { travelByHistory, USUAL_SPEEDS, type TravelTimes } from '@rastro/fleet/routing';
import { createSafeFetch } from '../safe-fetch.ts';
import {
  startGraphHopperSimulator,
  startOsrmSimulator,
  startValhallaSimulator,
  type RouterSimulator,
} from '../testing/index.ts';
import type { RouterDialect } from './dialect.ts';
import { createTravelTimes } from './travel-times.ts';

const START = Date.UTC(2026, 10, 28, 12);
const fetch = createSafeFetch({ allowPrivate: true, timeoutMs: 10_000, maxBytes: 2 ** 24 });
const place = (index: number) => ({ latitude: 41.1 + (index % 17) * 0.004, longitude: -8.7 + index * 0.003 });
const places = (count: number) => Array.from({ length: count }, (_, index) => place(index));
/** As the simulators drive. */
const meters = (from: number, to: number): number =>
  travelByHistory({ ...USUAL_SPEEDS, detour: 1.35 }, place(from), place(to)).meters;
const isNear = (value: number | undefined, expected: number): void =>
  assert.ok(Math.abs((value ?? NaN) / expected - 1) < 0.003, `${value} is not about ${expected}`);

const START_SIMULATOR: Readonly<Record<RouterDialect, () => Promise<RouterSimulator>>> = {
  osrm: startOsrmSimulator,
  valhalla: startValhallaSimulator,
  graphhopper: startGraphHopperSimulator,
};
for (const [dialect, start] of Object.entries(START_SIMULATOR) as [
  RouterDialect,
  typeof startOsrmSimulator,
][])
  describe(`travel times by ${dialect}`, () => {
    let router: RouterSimulator;
    let now = START;
    let times: TravelTimes;
    before(async () => {
      router = await start();
    });
    after(() => router.close());
    beforeEach(() => {
      now = START;
      router.fail(null);
      const limits = { routeMs: 400, matrixMs: 400 };
      times = createTravelTimes({ url: router.url, dialect }, { fetch, now: () => now, ...limits });
    });
    const count = dialect === 'graphhopper' ? 4 : 6;
    const asked = () => times.matrix(places(count), { at: now });

    test('[ROUTER-1] a matrix is asked in the dialect of the router, in seconds and meters', async () => {
      const matrix = await asked();
      assert.deepEqual([matrix.source, matrix.failure], ['router', null]);
      for (const [from, to] of [
        [0, 1],
        [3, 2],
        [0, count - 1],
      ] as const) {
        isNear(matrix.meters[from * count + to], meters(from, to));
        isNear(matrix.seconds[from * count + to], meters(from, to) / (30 / 3.6));
      }
      assert.deepEqual([matrix.seconds[0], matrix.meters[count + 1]], [0, 0]);
    });

    test('[ROUTER-2] a route has a leg to each place, and its line', async () => {
      const route = await times.route(places(4), { at: now });
      assert.equal(route.source, 'router');
      assert.equal(route.legs.length, 3);
      for (const [at, leg] of route.legs.entries()) {
        isNear(leg.meters, meters(at, at + 1));
        isNear(leg.seconds, meters(at, at + 1) / (30 / 3.6));
      }
      const last = route.line?.at(-1);
      assert.ok(last && Math.abs(last.latitude - place(3).latitude) < 1e-5);
      assert.ok(Math.abs(last.longitude - place(3).longitude) < 1e-5);
    });

    test('[ROUTER-3] each failure falls back to history within the deadline and says why', async () => {
      const reasons = {
        slow: 'slow',
        error: 'unreachable',
        garbage: 'unreachable',
        cut: 'unreachable',
        wrongSize: 'unreachable',
        allNull: 'noRoute',
        tooLarge: 'tooLarge',
        forbidden: 'refused',
      } as const;
      for (const [fault, reason] of Object.entries(reasons) as [keyof typeof reasons, string][]) {
        router.fail(fault);
        now += 60_000;
        const matrix = await asked();
        assert.deepEqual([fault, matrix.source, matrix.failure], [fault, 'history', reason]);
        const { seconds } = travelByHistory(USUAL_SPEEDS, place(0), place(1));
        assert.equal(matrix.seconds[1], seconds);
        if (fault === 'wrongSize' || fault === 'allNull') continue;
        now += 60_000;
        const route = await times.route(places(3), { at: now });
        assert.deepEqual([fault, route.source, route.failure], [fault, 'history', reason]);
        assert.deepEqual([route.line, route.legs.length], [null, 2]);
      }
      router.fail('noRoute');
      now += 60_000;
      const route = await times.route(places(3), { at: now });
      assert.deepEqual([route.source, route.failure], ['history', 'noRoute']);
    });

    test('[ROUTER-4] cells without a way are none, not zero', async () => {
      router.fail('nullCells', dialect === 'graphhopper' ? 1 : Infinity);
      const matrix = await asked();
      assert.equal(matrix.source, 'router');
      const none = matrix.seconds.reduce((sum, each) => sum + (each === Infinity ? 1 : 0), 0);
      assert.equal(none, dialect === 'graphhopper' ? 1 : count - 1);
      assert.equal(matrix.seconds[0], 0);
    });

    test('[ROUTER-5] what failed once is tried again, and a router that fails is left alone for half a minute', async () => {
      router.fail('error', 1);
      assert.equal((await asked()).source, 'router');
      now += 3_600_000;
      router.fail('error');
      const failed = await asked();
      assert.equal(failed.failure, 'unreachable');
      router.fail(null);
      const before = router.requests.length;
      now += 29_000;
      assert.equal((await asked()).failure, 'unreachable');
      assert.equal(router.requests.length, before);
      now += 1001;
      assert.equal((await asked()).source, 'router');
    });

    test('[ROUTER-6] an answer serves again for its places in the same hour', async () => {
      const first = await asked();
      const before = router.requests.length;
      const [a, b] = [place(2), place(0)];
      const again = await times.matrix([a, b], { at: now + 1000 });
      assert.equal(router.requests.length, before);
      assert.deepEqual([...again.seconds], [0, first.seconds[2 * count], first.seconds[2], 0]);
      await times.matrix([a, b], { at: now + 3_600_000 });
      assert.ok(router.requests.length > before);
    });
  });

test('[ROUTER-7] a matrix beyond the limit of a router is asked in parts, and one that is too large not at all', async (t) => {
  for (const [dialect, start] of [
    ['osrm', startOsrmSimulator],
    ['valhalla', startValhallaSimulator],
  ] as const) {
    const router = await start();
    t.after(() => router.close());
    const times = createTravelTimes({ url: router.url, dialect }, { fetch, now: () => START });
    const matrix = await times.matrix(places(120), { at: START });
    assert.deepEqual([matrix.source, router.requests.length], ['router', 9]);
    for (const [from, to] of [
      [0, 119],
      [119, 3],
      [49, 50],
      [75, 20],
    ] as const)
      isNear(matrix.meters[from * 120 + to], meters(from, to));
    const tooLarge = await times.matrix(places(501), { at: START });
    assert.deepEqual([tooLarge.source, tooLarge.failure, router.requests.length], ['history', 'tooLarge', 9]);
  }
});

test('[ROUTER-8] without a router travel is by history, as fast as the fleet that asks', async () => {
  const times = createTravelTimes(null, { fetch, now: () => START });
  const speeds = { detour: 2, bands: [{ straightM: 1000, speedMs: 10 }] };
  const own = await times.matrix(places(3), { at: START, speeds });
  assert.deepEqual([own.source, own.failure], ['learnt', null]);
  assert.equal(own.seconds[1], travelByHistory(speeds, place(0), place(1)).seconds);
  const usual = await times.route(places(3), { at: START });
  assert.deepEqual(usual.legs[1], travelByHistory(USUAL_SPEEDS, place(1), place(2)));
  const one = await times.matrix(places(1), { at: START });
  assert.deepEqual([...one.seconds], [0]);
});

test('[ROUTER-9] nobody listens, and a key in the address stays in it', async () => {
  const router = await startOsrmSimulator();
  const times = createTravelTimes(
    { url: `${router.url}/?key=abc`, dialect: 'osrm' },
    { fetch, now: () => START },
  );
  const route = await times.route(places(2), { at: START });
  assert.equal(route.source, 'router');
  assert.match(router.requests[0]?.target ?? '', /^\/route\/v1\/driving\/[^?]+\?key=abc&overview=full/);
  await router.close();
  const matrix = await times.matrix(places(2), { at: START });
  assert.deepEqual([matrix.source, matrix.failure], ['history', 'unreachable']);
});
