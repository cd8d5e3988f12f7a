import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { optimise, planOver, type PlanOptimiser, type RoutingProblem } from '@rastro/fleet/routing';
import { createSafeFetch } from '../safe-fetch.ts';
import { startVroomSimulator, type RouterSimulator } from '../testing/index.ts';
import { createPlanOptimiser } from './plan-optimiser.ts';

const fetch = createSafeFetch({ allowPrivate: true, timeoutMs: 10_000, maxBytes: 2 ** 24 });
const [JOBS, VEHICLES, SHIFT_S] = [20, 3, 36_000];

/** Places on a circle around the depot, with decimals in times and loads. */
function circle(count = JOBS): RoutingProblem {
  const xy = Array.from({ length: count + 1 }, (_, at) => {
    const angle = (at * 2.4) % (2 * Math.PI);
    return at === 0 ? [0, 0] : [Math.cos(angle) * (200 + at * 9), Math.sin(angle) * (200 + at * 9)];
  });
  const seconds = xy.flatMap(([ax = 0, ay = 0]) =>
    xy.map(([bx = 0, by = 0]) => Math.hypot(ax - bx, ay - by)),
  );
  const jobs = Array.from({ length: count }, (_, at) => ({
    place: at + 1,
    service: 60,
    load: 1.5,
    from: 0,
    to: SHIFT_S,
    vehicle: at === 4 ? 2 : null,
  }));
  const vehicle = { start: 0, end: 0, capacity: count, from: 0, to: SHIFT_S, first: [] };
  const vehicles = Array.from({ length: VEHICLES }, (_, at) => ({
    ...vehicle,
    first: at === 1 ? [7, 3] : [],
  }));
  return { places: count + 1, seconds, jobs, vehicles };
}
const routesOf = (plan: Awaited<ReturnType<PlanOptimiser['optimise']>>['plan']) =>
  plan.routes.map(({ stops }) => stops.map(({ job }) => job));

let vroom: RouterSimulator;
let now = Date.UTC(2026, 10, 28);
before(async () => {
  vroom = await startVroomSimulator();
});
after(() => vroom.close());
beforeEach(() => vroom.fail(null));
const withVroom = (t: { after(end: () => Promise<void>): void }, serviceMs = 300): PlanOptimiser => {
  const optimiser = createPlanOptimiser(vroom.url, { fetch, now: () => now, serviceMs });
  t.after(() => optimiser.close());
  return optimiser;
};

test('[OPTIMISER-1] our optimiser runs in a thread, says how far it is, and repeats its plan', async (t) => {
  const optimiser = createPlanOptimiser(null, { fetch, now: () => now });
  t.after(() => optimiser.close());
  const problem = circle();
  const shares: number[] = [];
  let turns = 0;
  const counting = setInterval(() => turns++, 1);
  const found = await optimiser.optimise(problem, {
    seed: 3,
    rounds: 30_000,
    onProgress: (share) => shares.push(share),
  });
  clearInterval(counting);
  assert.deepEqual([found.optimiser, found.failure], ['builtIn', null]);
  assert.deepEqual(found.plan, optimise(problem, { seed: 3, rounds: 30_000 }));
  assert.ok(turns > 1, 'the loop had its turns');
  assert.equal(shares[0], 0);
  assert.ok(shares.length > 10 && shares.every((share, at) => share < 1 && share >= (shares[at - 1] ?? 0)));
});

test('[OPTIMISER-2] a search that is cancelled gives the best plan so far, what is no problem is rejected', async (t) => {
  const optimiser = createPlanOptimiser(null, { fetch, now: () => now });
  t.after(() => optimiser.close());
  const problem = circle();
  const cancel = new AbortController();
  const long = optimiser.optimise(problem, {
    rounds: 1e12,
    signal: cancel.signal,
    onProgress: () => cancel.abort(),
  });
  const next = optimiser.optimise(problem, { rounds: 10 });
  const { plan } = await long;
  assert.ok(planOver(problem, routesOf(plan)));
  assert.deepEqual(plan.unserved, []);
  assert.deepEqual((await next).plan, optimise(problem, { rounds: 10 }));
  const early = await optimiser.optimise(problem, { rounds: 1e12, signal: AbortSignal.abort() });
  assert.ok(planOver(problem, routesOf(early.plan)));
  await assert.rejects(optimiser.optimise({ ...problem, places: 3 }), RangeError);
});

test('[OPTIMISER-3] VROOM gets our travel times and its plan our times', async (t) => {
  const problem = circle();
  const { plan, optimiser, failure } = await withVroom(t).optimise(problem);
  assert.deepEqual([optimiser, failure], ['service', null]);
  const routes = routesOf(plan);
  assert.deepEqual(planOver(problem, routes), plan);
  assert.deepEqual(routes[1]?.slice(0, 2), [7, 3]);
  assert.ok(routes[2]?.includes(4));
  const sent = JSON.parse(vroom.requests.at(-1)?.body.toString() ?? '');
  assert.equal(sent.jobs.length, JOBS - 2);
  assert.deepEqual(sent.jobs[0], {
    id: 1,
    location_index: 1,
    service: 60,
    delivery: [1500],
    time_windows: [[0, SHIFT_S]],
  });
  assert.deepEqual(sent.vehicles[1].start_index, 4);
  assert.deepEqual(sent.vehicles[1].capacity, [(JOBS - 3) * 1000]);
  assert.equal(sent.matrices.car.durations[0][1], Math.ceil(Number(problem.seconds[1])));
});

test('[OPTIMISER-4] a VROOM that fails, or whose plan breaks something, is replaced by our optimiser', async (t) => {
  const problem = circle();
  const reasons = {
    slow: 'slow',
    error: 'unreachable',
    garbage: 'unreachable',
    cut: 'unreachable',
    nullCells: 'unreachable',
    tooLarge: 'tooLarge',
    forbidden: 'refused',
  } as const;
  for (const [fault, reason] of Object.entries(reasons) as [keyof typeof reasons, string][]) {
    vroom.fail(fault);
    const found = await withVroom(t).optimise(problem, { rounds: 100 });
    assert.deepEqual([fault, found.optimiser, found.failure], [fault, 'builtIn', reason]);
    assert.deepEqual(found.plan, optimise(problem, { rounds: 100 }));
  }
  await assert.rejects(withVroom(t).optimise({ ...problem, places: 3 }), RangeError);
});

test('[OPTIMISER-5] whoever leaves while VROOM searches gets a plan, and VROOM is asked again', async (t) => {
  const problem = circle();
  const optimiser = withVroom(t, 20_000);
  const cancel = new AbortController();
  vroom.fail('slow');
  const leaving = optimiser.optimise(problem, { signal: cancel.signal });
  setTimeout(() => cancel.abort(), 30);
  const { plan, failure } = await leaving;
  assert.equal(failure, null);
  assert.ok(planOver(problem, routesOf(plan)));
  vroom.fail(null);
  assert.equal((await optimiser.optimise(problem)).optimiser, 'service');
  now += 1;
});
