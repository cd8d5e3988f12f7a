import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { Chance } from './chance.ts';
import { optimise } from './optimise.ts';
import { planOver } from './plan-over.ts';
import { travelByHistory, USUAL_SPEEDS } from './history-speeds.ts';
import type { RoutingPlan, RoutingProblem } from './problem.ts';

const HOUR = 3600;
/** Problem over random places; place 0 is the depot. Times differ both ways. */
function made(
  seed: number,
  { jobs: count = 30, vehicles: cars = 3, share = 0.5, room = 1.3 } = {},
): RoutingProblem {
  const chance = new Chance(seed);
  const places = count + 1;
  const xy = Array.from(
    { length: places },
    () => [chance.between(0, 9000), chance.between(0, 9000)] as const,
  );
  const seconds = new Int32Array(places * places);
  for (const [a, [ax, ay]] of xy.entries())
    for (const [b, [bx, by]] of xy.entries())
      if (a !== b)
        seconds[a * places + b] = Math.round(Math.hypot(ax - bx, ay - by) / 6 + (bx > ax ? 20 : 0));
  const jobs = Array.from({ length: count }, (_, at) => {
    const begin = 8 * HOUR + chance.whole(6) * HOUR;
    const hasWindow = chance.next() < share;
    return {
      place: at + 1,
      service: 300,
      load: 1 + chance.whole(9),
      from: hasWindow ? begin : 0,
      to: hasWindow ? begin + 3 * HOUR : 24 * HOUR,
      vehicle: null,
    };
  });
  const load = jobs.reduce((sum, job) => sum + job.load, 0);
  const vehicle = {
    start: 0,
    end: 0,
    capacity: Math.ceil((load * room) / cars),
    from: 8 * HOUR,
    to: 17 * HOUR,
  };
  return { places, seconds, jobs, vehicles: Array.from({ length: cars }, () => ({ ...vehicle, first: [] })) };
}

/** Checks a plan against the problem alone, without anything of the search. */
function check(problem: RoutingProblem, plan: RoutingPlan): void {
  const { places, seconds, jobs, vehicles } = problem;
  const between = (a: number, b: number): number => seconds[a * places + b] ?? 0;
  const done = plan.routes.flatMap(({ stops }) => stops.map(({ job }) => job));
  assert.deepEqual(
    [...done, ...plan.unserved.map(({ job }) => job)].toSorted((a, b) => a - b),
    jobs.map((_, at) => at),
    'each once',
  );
  let total = 0;
  for (const { vehicle: at, stops, travel, end } of plan.routes) {
    const vehicle = vehicles[at];
    assert.ok(vehicle);
    assert.deepEqual(
      stops.slice(0, vehicle.first.length).map(({ job }) => job),
      vehicle.first,
    );
    let [time, place, load, driven] = [vehicle.from, vehicle.start, 0, 0];
    for (const { job, arrival, begin } of stops) {
      const stop = jobs[job];
      assert.ok(stop);
      driven += between(place, stop.place);
      time += between(place, stop.place);
      assert.equal(arrival, time);
      assert.equal(begin, Math.max(time, stop.from));
      assert.ok(begin <= stop.to, 'in its window');
      assert.ok(stop.vehicle === null || stop.vehicle === at, 'by its vehicle');
      time = begin + stop.service;
      place = stop.place;
      load += stop.load;
    }
    if (stops.length > 0 && vehicle.end !== null) {
      driven += between(place, vehicle.end);
      time += between(place, vehicle.end);
    }
    assert.deepEqual([travel, end], [driven, time]);
    assert.ok(load <= vehicle.capacity && time <= vehicle.to);
    total += driven;
  }
  assert.equal(plan.travel, total);
}

test('[ROUTING-1] a plan keeps windows, capacities, shifts and what belongs to one vehicle, whatever is asked', () => {
  const asked = fc.record({
    seed: fc.integer({ min: 1, max: 1e6 }),
    jobs: fc.integer({ min: 0, max: 25 }),
    vehicles: fc.integer({ min: 1, max: 4 }),
    share: fc.constantFrom(0, 0.5, 1),
    room: fc.constantFrom(0.6, 1.1, 2),
    only: fc.array(fc.tuple(fc.nat(24), fc.nat(3)), { maxLength: 5 }),
    isOpen: fc.boolean(),
  });
  const property = fc.property(asked, ({ only, isOpen, ...options }) => {
    const problem = made(options.seed, options);
    const cars = problem.vehicles.length;
    const jobs = problem.jobs.map((job, at) => {
      const own = only.find(([which]) => which === at);
      return own ? { ...job, vehicle: own[1] % cars } : job;
    });
    const vehicles = problem.vehicles.map((vehicle) => (isOpen ? { ...vehicle, end: null } : vehicle));
    const changed = { ...problem, jobs, vehicles };
    check(changed, optimise(changed, { rounds: 60, seed: options.seed }));
  });
  fc.assert(property, { numRuns: 80 });
});

test('[ROUTING-2] the same seed gives the same plan, and more rounds no worse one', () => {
  const problem = made(7);
  const [once, again] = [1, 2].map(() => optimise(problem, { rounds: 300, seed: 5 }));
  assert.deepEqual(once, again);
  const cost = ({ travel, unserved }: RoutingPlan): number => travel + 20_000 * unserved.length;
  const first = optimise(problem, { rounds: 0, seed: 5 });
  assert.ok(once && cost(once) < cost(first));
});

test('[ROUTING-3] a vehicle first does what it is on the way to, and a plan that is stopped is whole', () => {
  const problem = made(11, { share: 0 });
  const [first, ...others] = problem.vehicles;
  assert.ok(first);
  const locked = { ...problem, vehicles: [{ ...first, first: [9, 4] }, ...others] };
  let rounds = 0;
  const plan = optimise(locked, { rounds: 1e9, shouldStop: () => (rounds += 1) > 5 });
  check(locked, plan);
  assert.deepEqual(
    plan.routes[0]?.stops.slice(0, 2).map(({ job }) => job),
    [9, 4],
  );
  const late = { ...locked, vehicles: [{ ...first, to: first.from + 60, capacity: 1, first: [9] }] };
  const [route] = optimise(late, { rounds: 50 }).routes;
  assert.deepEqual(
    route?.stops.map(({ job }) => job),
    [9],
  );
});

test('[ROUTING-5] a job that is left has its reason: no vehicle, its weight, no way, its time, or no room', () => {
  const problem = made(3, { jobs: 6, vehicles: 1, share: 0, room: 2 });
  const [job] = problem.jobs;
  const [vehicle] = problem.vehicles;
  assert.ok(job && vehicle);
  const seconds = Float64Array.from(problem.seconds);
  const noWay = 3;
  for (let place = 0; place < problem.places; place++) seconds[place * problem.places + noWay] = Infinity;
  const jobs = [
    { ...job, vehicle: 5 },
    { ...job, place: 2, load: 1000 },
    { ...job, place: noWay },
    { ...job, place: 4, from: 0, to: 60 },
    { ...job, place: 5, service: 5 * HOUR },
    { ...job, place: 6, service: 5 * HOUR },
  ];
  const plan = optimise({ ...problem, seconds, jobs }, { rounds: 100 });
  const reasons = new Map(plan.unserved.map((each) => [each.job, each.reason]));
  const expected = ['noVehicle', 'tooHeavy', 'noWay', 'outOfTime'] as const;
  for (const [at, reason] of expected.entries()) assert.equal(reasons.get(at), reason);
  assert.deepEqual(
    [4, 5].map((at) => reasons.get(at)).filter((reason) => reason !== undefined),
    ['noRoom'],
  );
});

test('[ROUTING-6] what is no problem is rejected, and progress is reported', () => {
  const problem = made(3, { jobs: 5, vehicles: 2 });
  const [first, second] = problem.vehicles;
  assert.ok(first && second);
  assert.throws(() => optimise({ ...problem, places: 3 }), /not square/);
  const wrong = [{ ...first, start: 99 }];
  assert.throws(() => optimise({ ...problem, vehicles: wrong }), /without travel times/);
  const twice = [first, second].map((vehicle) => ({ ...vehicle, first: [1] }));
  assert.throws(() => optimise({ ...problem, vehicles: twice }), /two vehicles/);
  assert.throws(() => optimise({ ...problem, vehicles: [{ ...first, first: [77] }] }), /is none/);
  const reported: number[] = [];
  optimise(problem, { rounds: 200, onProgress: (round) => reported.push(round) });
  assert.deepEqual(reported, [0, 64, 128, 192]);
});

test('[ROUTING-7] a plan that somebody else made has the same times, and one that breaks something is none', () => {
  const problem = made(4, { jobs: 12, vehicles: 2 });
  const plan = optimise(problem, { rounds: 200 });
  const routes = plan.routes.map(({ stops }) => stops.map(({ job }) => job));
  assert.deepEqual(planOver(problem, routes), plan);
  const [first = [], second = []] = routes;
  const [job = 0] = first;
  assert.equal(planOver(problem, [first]), null, 'a vehicle without a route');
  assert.equal(planOver(problem, [first, [...second, job]]), null, 'a job twice');
  assert.equal(planOver(problem, [[...first, 99], second]), null, 'a job that is none');
  const owned = problem.jobs.map((each, at) => (at === job ? { ...each, vehicle: 1 } : each));
  assert.equal(planOver({ ...problem, jobs: owned }, routes), null, 'a foreign vehicle');
  const light = problem.vehicles.map((vehicle) => ({ ...vehicle, capacity: 1 }));
  assert.equal(planOver({ ...problem, vehicles: light }, routes), null, 'too heavy');
  const late = problem.jobs.map((each) => ({ ...each, from: 0, to: 1 }));
  assert.equal(planOver({ ...problem, jobs: late }, routes), null, 'too late');
  const [vehicle] = problem.vehicles;
  assert.ok(vehicle);
  const fixed = [{ ...vehicle, first: [first.at(-1) ?? 0] }, vehicle];
  assert.equal(planOver({ ...problem, vehicles: fixed }, routes), null, 'not first');
});

test('[ROUTING-8] without a router travel is the straight distance, its detour and the speed at that distance', () => {
  const at = (longitude: number) => ({ latitude: 0, longitude });
  const speeds = {
    detour: 1.5,
    bands: [
      { straightM: 1000, speedMs: 5 },
      { straightM: 10_000, speedMs: 10 },
    ],
  };
  const meters = 111_319.49;
  const travel = (straightM: number) => travelByHistory(speeds, at(0), at(straightM / meters));
  for (const [straightM, speedMs] of [
    [500, 5],
    [1000, 5],
    [3162.28, 7.5],
    [10_000, 10],
    [50_000, 10],
  ] as const) {
    const found = travel(straightM);
    assert.ok(Math.abs(found.meters / (straightM * 1.5) - 1) < 1e-4);
    assert.ok(Math.abs(found.seconds / (found.meters / speedMs) - 1) < 1e-3, String(straightM));
  }
  assert.deepEqual(travelByHistory(USUAL_SPEEDS, at(3), at(3)), { seconds: 0, meters: 0 });
});

test('[ROUTING-4] small problems are solved as well as trying every order does', () => {
  for (const seed of [1, 2, 3, 4, 5]) {
    const problem = made(seed, { jobs: 7, vehicles: 1, share: 0, room: 2 });
    const { places, seconds } = problem;
    const between = (a: number, b: number): number => seconds[a * places + b] ?? 0;
    let best = Infinity;
    const tour = (left: readonly number[], place: number, sum: number): void => {
      if (left.length === 0) best = Math.min(best, sum + between(place, 0));
      for (const next of left)
        tour(
          left.filter((each) => each !== next),
          next,
          sum + between(place, next),
        );
    };
    tour([1, 2, 3, 4, 5, 6, 7], 0, 0);
    assert.equal(optimise(problem, { rounds: 2000 }).travel, best);
  }
});
