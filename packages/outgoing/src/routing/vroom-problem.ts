import type { RoutingProblem } from '@rastro/fleet/routing';
import { z } from 'zod';

/** Loads have decimals, which VROOM does not know. */
const LOAD_PARTS = 1000;
/** Travel where there is no way: longer than any shift, and sums of it are still whole numbers there. */
const NO_WAY_S = 3_000_000;

/** Stops that a vehicle has done when it comes to those that VROOM may order. */
interface Done {
  readonly place: number;
  readonly time: number;
  readonly load: number;
}

/**
 * Problem as VROOM reads it, with our own travel times. Jobs that a vehicle does first are done when VROOM begins. Ids are
 * numbers from 1; a vehicle is what its skill says. @source VROOM, docs/API.md
 */
export function vroomProblem(problem: RoutingProblem): object {
  const { places, seconds, jobs, vehicles } = problem;
  const first = new Set(vehicles.flatMap((vehicle) => vehicle.first));
  const row = (from: number): number[] =>
    Array.from({ length: places }, (_, to) =>
      Math.ceil(Math.min(NO_WAY_S, seconds[from * places + to] ?? NO_WAY_S)),
    );
  return {
    jobs: jobs.flatMap(({ place, service, load, from, to, vehicle }, at) => {
      const window = windowOf(from, to);
      if (first.has(at) || window === null) return [];
      const own = vehicle === null ? {} : { skills: [vehicle + 1] };
      const delivery = [Math.ceil(load * LOAD_PARTS)];
      return [
        {
          id: at + 1,
          location_index: place,
          service: Math.ceil(service),
          delivery,
          time_windows: [window],
          ...own,
        },
      ];
    }),
    vehicles: vehicles.flatMap(({ end, capacity, to }, at) => {
      const done = doneFirst(problem, at);
      const window = windowOf(done.time, to);
      if (window === null) return [];
      const left = Math.max(0, Math.floor((capacity - done.load) * LOAD_PARTS));
      const back = end === null ? {} : { end_index: end };
      return [
        {
          id: at + 1,
          start_index: done.place,
          ...back,
          capacity: [left],
          time_window: window,
          skills: [at + 1],
        },
      ];
    }),
    matrices: { car: { durations: Array.from({ length: places }, (_, from) => row(from)) } },
  };
}

function windowOf(from: number, to: number): readonly [number, number] | null {
  const window = [Math.max(0, Math.ceil(from)), Math.min(Number.MAX_SAFE_INTEGER, Math.floor(to))] as const;
  return window[0] <= window[1] ? window : null;
}

function doneFirst({ places, seconds, jobs, vehicles }: RoutingProblem, at: number): Done {
  const { start = 0, from = 0, first = [] } = vehicles[at] ?? {};
  return first.reduce<Done>(
    (before, index) => {
      const job = jobs[index];
      if (!job) return before;
      const arrival = before.time + (seconds[before.place * places + job.place] ?? NO_WAY_S);
      const time = Math.max(arrival, job.from) + job.service;
      return { place: job.place, time, load: before.load + job.load };
    },
    { place: start, time: from, load: 0 },
  );
}

const answer = z.object({
  code: z.literal(0),
  routes: z.array(
    z.object({
      vehicle: z.number().int(),
      steps: z.array(z.object({ type: z.string(), id: z.number().int().optional() })),
    }),
  ),
});

/** Jobs by vehicle in an answer of VROOM, with those that the vehicle does first; null = it is none. */
export function vroomRoutes(problem: RoutingProblem, body: unknown): readonly (readonly number[])[] | null {
  const read = answer.safeParse(body).data;
  if (!read) return null;
  const routes = problem.vehicles.map(({ first }) => [...first]);
  for (const { vehicle, steps } of read.routes) {
    const route = routes[vehicle - 1];
    if (route === undefined) return null;
    for (const { type, id } of steps) if (type === 'job') route.push((id ?? 0) - 1);
  }
  return routes;
}
