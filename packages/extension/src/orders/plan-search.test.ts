import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { systemClock } from '@rastro/base';
import type { DayPlan } from '@rastro/fleet/road-routes';
import { optimise, type PlanOptimiser, type PlanRequest } from '@rastro/fleet/routing';
import { openExtensionStorage } from '@rastro/storage';
import { BackgroundWork } from '../background-work.ts';
import { eventually } from '../../test/eventually.ts';
import { dayProblem, type DayVehicle } from './day-problem.ts';
import type { PlanContext } from './order-deps.ts';
import { planKey, planOf, PLANS, searchPlan, type SearchInput } from './plan-search.ts';

const CALLER = { id: 7 } as SearchInput['caller'];
const BEGIN = '2026-12-01T08:00:00.000Z';
const VEHICLE: DayVehicle = {
  beginsAt: BEGIN,
  endsBy: null,
  capacity: 0,
  start: null,
  end: null,
  ended: [],
  begun: [],
  placeless: [],
};
const order = (id: number, latitude: number | null) => ({
  id,
  from: null,
  to: null,
  minutes: 5,
  load: 2,
  at: latitude === null ? null : { latitude, longitude: -46 },
});

/** A search that goes on until it is broken off. */
async function openSearch(t: TestContext, ageMs = 0) {
  const folder = mkdtempSync(join(tmpdir(), 'rastro-plan-'));
  const storage = await openExtensionStorage({ folder });
  const failures: unknown[] = [];
  const searches = new BackgroundWork((error) => void failures.push(error));
  t.after(async () => {
    await searches.close();
    await storage.close();
    rmSync(folder, { recursive: true });
  });
  const asked: PlanRequest[] = [];
  const untilBroken: PlanOptimiser['optimise'] = async (problem, request = {}) => {
    asked.push(request);
    request.onProgress?.(0.5);
    await new Promise((resolve) => request.signal?.addEventListener('abort', resolve));
    return { plan: optimise(problem, { rounds: 1 }), optimiser: 'builtIn', failure: null };
  };
  const here = {
    storage,
    clock: { ...systemClock, now: () => Date.now() + ageMs },
    optimiser: { optimise: untilBroken },
  } as Partial<PlanContext> as PlanContext;
  const plan: DayPlan = { id: 'one', day: '2026-12-01', state: 'running', share: 0, result: null };
  const put = (stored: DayPlan): Promise<void> => {
    const body = { plan: stored, at: Date.now(), orderIds: [] };
    return storage.commit({ put: [{ kind: PLANS, key: planKey(CALLER), body, replaces: null }] });
  };
  await put(plan);
  const vehicle = { ...VEHICLE, routeId: 0, deviceId: 1, driverUniqueId: '', version: 0, before: [] };
  const names = { deviceName: 'Van', driverName: '', note: '' };
  const vehicles = [{ ...vehicle, ...names, start: null, end: null }];
  const input: SearchInput = { caller: CALLER, plan, ownerId: 1, vehicles, orders: [] };
  searches.begin((closing) => searchPlan(here, input, closing));
  await eventually(() => asked.length > 0);
  return { here, searches, asked, put, plan, failures };
}

test('[ROADROUTE-9] a search says how far it is, and ends when another plan is in its place', async (t) => {
  const { here, asked, put, plan, failures } = await openSearch(t);
  await eventually(async () => (await planOf(here, CALLER))?.plan.plan.share === 0.5);
  await put({ ...plan, id: 'two' });
  await eventually(() => asked[0]?.signal?.aborted === true);
  const found = await planOf(here, CALLER);
  assert.deepEqual([found?.plan.plan.id, found?.plan.plan.state, failures], ['two', 'running', []]);
});

test('[ROADROUTE-9] a search that its server ends has failed, at once or when it has given no sign', async (t) => {
  const { here, searches } = await openSearch(t);
  await searches.close();
  assert.equal((await planOf(here, CALLER))?.plan.plan.state, 'failed');
  const old = await openSearch(t, 60_000);
  assert.equal((await planOf(old.here, CALLER))?.plan.plan.state, 'failed');
});

test('[ROADROUTE-10] without a start a vehicle begins at its first stop; with one it does not', () => {
  const orders = [order(1, -23), order(2, -23.1), order(3, null)];
  const seconds = (count: number): Float64Array => new Float64Array(count * count).fill(600);
  const planned = (vehicle: DayVehicle) => {
    const day = dayProblem({ vehicles: [vehicle], orders, now: 0 });
    const plan = optimise(day.problem({ seconds: seconds(day.places.length) }), { rounds: 10 });
    return { travel: plan.travel, ...day.read(plan) };
  };
  const free = planned(VEHICLE);
  assert.equal(free.travel, 600);
  assert.deepEqual(free.unplanned, [{ orderId: 3, reason: 'noPlace' }]);
  const depot = { latitude: -24, longitude: -46 };
  assert.equal(planned({ ...VEHICLE, start: depot, end: depot }).travel, 1800);
  const ended = [{ ...order(9, -25), load: 99 }];
  const full = planned({ ...VEHICLE, capacity: 100, ended });
  assert.deepEqual(
    [full.stops[0]?.[0], full.unplanned.map(({ reason }) => reason)],
    [9, ['tooHeavy', 'tooHeavy', 'noPlace']],
  );
});
