import type { PlannedRoute, RoutingProblem, RoutingVehicle } from './problem.ts';

/** A route with the times by which an insertion is judged at once; it is replaced, never changed. */
export interface Route {
  readonly vehicle: number;
  readonly jobs: readonly number[];
  readonly load: number;
  /** Seconds. */
  readonly travel: number;
  /** Earliest begin of work at each stop. */
  readonly earliest: readonly number[];
  /** Latest begin of work at each stop with which everything behind it is still in time. */
  readonly latest: readonly number[];
}

/** Travel of a problem, by stops instead of places. A stop of -1 is the start or the end of the vehicle. */
export class Travel {
  readonly problem: RoutingProblem;
  constructor(problem: RoutingProblem) {
    this.problem = problem;
  }
  vehicle(at: number): RoutingVehicle {
    const found = this.problem.vehicles[at];
    if (!found) throw new RangeError(`Cannot plan: there is no vehicle ${at}`);
    return found;
  }
  service(job: number): number {
    return this.problem.jobs[job]?.service ?? 0;
  }
  /** From the stop before to a job. */
  to(vehicle: RoutingVehicle, before: number, job: number): number {
    return this.#between(before < 0 ? vehicle.start : this.#placeOf(before), this.#placeOf(job));
  }
  /** From a job to the stop behind it; a vehicle without an end stays where it is. */
  from(vehicle: RoutingVehicle, job: number, behind: number): number {
    const end = behind < 0 ? vehicle.end : this.#placeOf(behind);
    return end === null ? 0 : this.#between(this.#placeOf(job), end);
  }
  #placeOf(job: number): number {
    return this.problem.jobs[job]?.place ?? 0;
  }
  #between(from: number, to: number): number {
    return this.problem.seconds[from * this.problem.places + to] ?? 0;
  }
}

/** Route over these jobs, in this order; null = it is too heavy, or somewhere too late. */
export function routeOver(travel: Travel, at: number, jobs: readonly number[]): Route | null {
  const vehicle = travel.vehicle(at);
  const earliest: number[] = [];
  let [time, load, seconds, before] = [vehicle.from, 0, 0, -1];
  for (const job of jobs) {
    const stop = travel.problem.jobs[job];
    if (!stop) throw new RangeError(`Cannot plan: there is no job ${job}`);
    const drive = travel.to(vehicle, before, job);
    const begin = Math.max(time + drive, stop.from);
    load += stop.load;
    if (begin > stop.to || load > vehicle.capacity) return null;
    earliest.push(begin);
    seconds += drive;
    time = begin + stop.service;
    before = job;
  }
  const home = before < 0 ? 0 : travel.from(vehicle, before, -1);
  if (time + home > vehicle.to) return null;
  const latest = latestOf(travel, vehicle, jobs);
  return { vehicle: at, jobs, load, travel: seconds + home, earliest, latest };
}

function latestOf(travel: Travel, vehicle: RoutingVehicle, jobs: readonly number[]): readonly number[] {
  const latest: number[] = Array.from({ length: jobs.length }, () => 0);
  let [behind, due] = [-1, vehicle.to];
  for (let at = jobs.length - 1; at >= 0; at--) {
    const job = jobs[at] ?? 0;
    const stop = travel.problem.jobs[job];
    due = Math.min(stop?.to ?? 0, due - travel.from(vehicle, job, behind) - travel.service(job));
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
  let best: Place | null = null;
  const { jobs, earliest, latest } = route;
  for (let at = vehicle.first.length; at <= jobs.length; at++) {
    const before = jobs[at - 1] ?? -1;
    const behind = jobs[at] ?? -1;
    const free = before < 0 ? vehicle.from : (earliest[at - 1] ?? 0) + travel.service(before);
    const there = travel.to(vehicle, before, job);
    // Behind it everything is later still.
    if (free + there > stop.to && free > stop.to) break;
    const begin = Math.max(free + there, stop.from);
    if (begin > stop.to) continue;
    const away = travel.from(vehicle, job, behind);
    if (begin + stop.service + away > (latest[at] ?? vehicle.to)) continue;
    const saved =
      behind >= 0 ? travel.to(vehicle, before, behind) : before < 0 ? 0 : travel.from(vehicle, before, -1);
    const cost = there + away - saved;
    if ((best === null || cost < best.cost) && !blink()) best = { route, at, cost };
  }
  return best;
}

/** Route with its times, as it is shown. */
export function plannedRoute(
  travel: Travel,
  { vehicle: at, jobs, travel: seconds, earliest }: Route,
): PlannedRoute {
  const vehicle = travel.vehicle(at);
  let [time, before] = [vehicle.from, -1];
  const stops = jobs.map((job, index) => {
    const arrival = time + travel.to(vehicle, before, job);
    const begin = earliest[index] ?? arrival;
    time = begin + travel.service(job);
    before = job;
    return { job, arrival, begin };
  });
  const end = before < 0 ? vehicle.from : time + travel.from(vehicle, before, -1);
  return { vehicle: at, stops, travel: seconds, end };
}
