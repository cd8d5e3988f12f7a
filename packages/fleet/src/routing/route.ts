import type { PlannedRoute, RoutingProblem, RoutingVehicle } from './problem.ts';

/** A route with the times by which an insertion is judged at once; it is replaced, never changed. */
export interface Route {
  readonly vehicle: number;
  readonly jobs: readonly number[];
  readonly load: number;
  /** Seconds. */
  readonly travel: number;
  /** Earliest begin of work at each stop. */
  readonly earliest: Float64Array;
  /** Latest begin of work at each stop with which everything behind it is still in time. */
  readonly latest: Float64Array;
}

/** Travel of a problem, by jobs instead of places. A job of -1 is the start or the end of the vehicle. */
export class Travel {
  readonly problem: RoutingProblem;
  readonly #count: number;
  readonly #services: Float64Array;
  readonly #between: Float64Array;
  /** Of each vehicle, to each job and from it. */
  readonly #starts: readonly Float64Array[];
  readonly #ends: readonly Float64Array[];

  constructor(problem: RoutingProblem) {
    const { jobs, vehicles, places, seconds } = problem;
    const travel = (from: number, to: number): number => seconds[from * places + to] ?? 0;
    this.problem = problem;
    this.#count = jobs.length;
    this.#services = Float64Array.from(jobs, ({ service }) => service);
    this.#between = new Float64Array(jobs.length * jobs.length);
    for (const [from, a] of jobs.entries())
      for (const [to, b] of jobs.entries()) this.#between[from * jobs.length + to] = travel(a.place, b.place);
    this.#starts = vehicles.map(({ start }) => Float64Array.from(jobs, ({ place }) => travel(start, place)));
    this.#ends = vehicles.map(({ end }) =>
      Float64Array.from(jobs, ({ place }) => (end === null ? 0 : travel(place, end))),
    );
  }
  vehicle(at: number): RoutingVehicle {
    const found = this.problem.vehicles[at];
    if (!found) throw new RangeError(`Cannot plan: there is no vehicle ${at}`);
    return found;
  }
  service(job: number): number {
    return this.#services[job] ?? 0;
  }
  /** From the job before to a job. */
  to(vehicle: number, before: number, job: number): number {
    return (before < 0 ? this.#starts[vehicle]?.[job] : this.#between[before * this.#count + job]) ?? 0;
  }
  /** From a job to the one behind it; a vehicle without an end stays where it is. */
  from(vehicle: number, job: number, behind: number): number {
    return (behind < 0 ? this.#ends[vehicle]?.[job] : this.#between[job * this.#count + behind]) ?? 0;
  }
}

/** Route over these jobs, in this order; null = it is too heavy, or somewhere too late. */
export function routeOver(travel: Travel, at: number, jobs: readonly number[]): Route | null {
  const vehicle = travel.vehicle(at);
  const earliest = new Float64Array(jobs.length);
  let [time, load, seconds, before] = [vehicle.from, 0, 0, -1];
  for (let index = 0; index < jobs.length; index++) {
    const job = jobs[index] ?? 0;
    const stop = travel.problem.jobs[job];
    if (!stop) throw new RangeError(`Cannot plan: there is no job ${job}`);
    const drive = travel.to(at, before, job);
    const begin = Math.max(time + drive, stop.from);
    load += stop.load;
    if (begin > stop.to || load > vehicle.capacity) return null;
    earliest[index] = begin;
    seconds += drive;
    time = begin + stop.service;
    before = job;
  }
  const home = before < 0 ? 0 : travel.from(at, before, -1);
  if (time + home > vehicle.to) return null;
  const latest = latestOf(travel, at, jobs);
  return { vehicle: at, jobs, load, travel: seconds + home, earliest, latest };
}

function latestOf(travel: Travel, vehicle: number, jobs: readonly number[]): Float64Array {
  const latest = new Float64Array(jobs.length);
  let [behind, due] = [-1, travel.vehicle(vehicle).to];
  for (let at = jobs.length - 1; at >= 0; at--) {
    const job = jobs[at] ?? 0;
    const end = travel.problem.jobs[job]?.to ?? 0;
    due = Math.min(end, due - travel.from(vehicle, job, behind) - travel.service(job));
    latest[at] = due;
    behind = job;
  }
  return latest;
}

/** Best place of a job in a route. */
export interface Place {
  readonly route: Route;
  readonly at: number;
  /** Seconds of travel that it costs. */
  readonly cost: number;
}

/**
 * Best place of a job in a route, judged at each by the stops before and behind alone. @param blink Whether a place is
 * overlooked, so that a search does not always find the same.
 */
export function bestPlace(
  travel: Travel,
  route: Route,
  job: number,
  blink: () => boolean = () => false,
): Place | null {
  const vehicle = travel.vehicle(route.vehicle);
  const stop = travel.problem.jobs[job];
  if (!stop || (stop.vehicle !== null && stop.vehicle !== route.vehicle)) return null;
  if (route.load + stop.load > vehicle.capacity) return null;
  let [bestAt, bestCost] = [-1, Infinity];
  const { jobs, earliest, latest } = route;
  const empty = jobs.length === 0;
  let before = jobs[vehicle.first.length - 1] ?? -1;
  for (let at = vehicle.first.length; at <= jobs.length; at++) {
    const behind = jobs[at] ?? -1;
    const free = before < 0 ? vehicle.from : (earliest[at - 1] ?? 0) + travel.service(before);
    // Behind it everything is later still.
    if (free > stop.to) break;
    const there = travel.to(route.vehicle, before, job);
    const begin = Math.max(free + there, stop.from);
    if (begin <= stop.to) {
      const away = travel.from(route.vehicle, job, behind);
      const saved =
        behind >= 0
          ? travel.to(route.vehicle, before, behind)
          : empty
            ? 0
            : travel.from(route.vehicle, before, -1);
      const cost = there + away - saved;
      const isInTime = begin + stop.service + away <= (behind < 0 ? vehicle.to : (latest[at] ?? 0));
      if (isInTime && cost < bestCost && !blink()) [bestAt, bestCost] = [at, cost];
    }
    before = behind;
  }
  return bestAt < 0 ? null : { route, at: bestAt, cost: bestCost };
}

/** Route with its times, as it is shown. */
export function plannedRoute(
  travel: Travel,
  { vehicle: at, jobs, travel: seconds, earliest }: Route,
): PlannedRoute {
  const vehicle = travel.vehicle(at);
  let [time, before] = [vehicle.from, -1];
  const stops = jobs.map((job, index) => {
    const arrival = time + travel.to(at, before, job);
    const begin = earliest[index] ?? arrival;
    time = begin + travel.service(job);
    before = job;
    return { job, arrival, begin };
  });
  const end = before < 0 ? vehicle.from : time + travel.from(at, before, -1);
  return { vehicle: at, stops, travel: seconds, end };
}
