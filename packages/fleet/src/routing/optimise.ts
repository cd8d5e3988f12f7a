import { bestPlace, plannedRoute, routeOver, Travel, type Place, type Route } from './route.ts';
import { possible } from './possible.ts';
import type { RoutingPlan, RoutingProblem } from './problem.ts';
import { unservedReason } from './unserved-reason.ts';
import { Chance } from './chance.ts';

export interface OptimiseOptions {
  /** The same seed gives the same plan. */
  readonly seed?: number;
  readonly rounds?: number;
  /** Asked once in some rounds; true = the best plan so far is enough. */
  readonly shouldStop?: () => boolean;
  /** Told once in some rounds how many are done. */
  readonly onProgress?: (round: number) => void;
}

/** About three seconds of one thread for 200 jobs. */
export const USUAL_ROUNDS = 60_000;
/** Seconds that a job costs that nobody does. */
const UNSERVED = 20_000;
/** Seconds of travel by which a plan may become worse in the first round, and in the last one. */
const [HOT, COLD] = [300, 3];
/** Jobs that are taken out of a round on average, and of one route at most. */
const [REMOVED, STRING] = [10, 10];
const BLINK = 0.01;
const ASKED_ROUNDS = 64;

interface State {
  readonly routes: readonly Route[];
  readonly unserved: readonly number[];
  readonly cost: number;
}

/**
 * Assigns jobs to vehicles with little travel: within windows, capacities and shifts; jobs that fit nowhere are left.
 * Takes strings of neighbouring stops out of some routes and puts each where it costs least, and accepts worse plans less
 * and less often.
 * @source Christiaens, Vanden Berghe: Slack induction by string removals for vehicle routing problems, 2020
 */
export function optimise(problem: RoutingProblem, options: OptimiseOptions = {}): RoutingPlan {
  const { seed = 1, rounds = USUAL_ROUNDS, shouldStop = () => false, onProgress = () => undefined } = options;
  const search = new Search(possible(problem), new Chance(seed));
  let state = search.first();
  let best = state;
  const cooling = (COLD / HOT) ** (1 / Math.max(1, rounds));
  for (let [round, heat] = [0, HOT]; round < rounds; round++, heat *= cooling) {
    if (round % ASKED_ROUNDS === 0) {
      if (shouldStop()) break;
      onProgress(round);
    }
    const next = search.next(state);
    if (next.cost >= state.cost - heat * Math.log(search.chance.next())) continue;
    state = next;
    if (state.cost < best.cost) best = state;
  }
  return search.planOf(best);
}

class Search {
  readonly chance: Chance;
  readonly #travel: Travel;
  /** Of each job, all jobs, the nearest first; itself is the first. */
  readonly #near: readonly (readonly number[])[];
  readonly #isFixed: readonly boolean[];
  /** Vehicle of each job, filled anew in each round; -1 = none. */
  readonly #vehicles: Int32Array;
  readonly #orders: readonly ((job: number) => number)[];

  constructor(problem: RoutingProblem, chance: Chance) {
    this.chance = chance;
    this.#travel = new Travel(problem);
    const { jobs, vehicles, seconds, places } = problem;
    const between = (a: number, b: number): number =>
      seconds[(jobs[a]?.place ?? 0) * places + (jobs[b]?.place ?? 0)] ?? 0;
    const all = jobs.map((_, at) => at);
    this.#near = all.map((job) => all.toSorted((a, b) => between(job, a) - between(job, b) || 0));
    const fixed = new Set(vehicles.flatMap(({ first }) => first));
    this.#isFixed = all.map((job) => fixed.has(job));
    this.#vehicles = new Int32Array(jobs.length);
    const depot = vehicles[0]?.start ?? 0;
    const far = (job: number): number => seconds[depot * places + (jobs[job]?.place ?? 0)] ?? 0;
    const of = (read: (job: RoutingProblem['jobs'][number]) => number) => (job: number) => {
      const found = jobs[job];
      return found ? read(found) : 0;
    };
    const random = (): number => 0;
    // Weights as in the paper: most often by chance or by load.
    const orders: readonly (readonly [number, (job: number) => number])[] = [
      [4, random],
      [4, of(({ load }) => -load)],
      [2, (job) => -far(job)],
      [1, far],
      [2, of(({ from, to }) => to - from)],
      [2, of(({ from }) => from)],
      [2, of(({ to }) => -to)],
    ];
    this.#orders = orders.flatMap(([weight, by]) => Array.from({ length: weight }, () => by));
  }

  /** Jobs that are fixed, and each other where it costs least. */
  first(): State {
    const { vehicles, jobs } = this.#travel.problem;
    const routes = vehicles.map(({ first }, at) => {
      const route = routeOver(this.#travel, at, first);
      if (route === null) throw new RangeError(`Cannot plan: vehicle ${at} has no way to its first jobs`);
      return route;
    });
    const free = jobs.map((_, at) => at).filter((job) => this.#isFixed[job] !== true);
    return this.#inserted({ routes, unserved: free });
  }

  next(state: State): State {
    return this.#inserted(this.#ruined(state));
  }

  planOf({ routes, unserved }: State): RoutingPlan {
    const planned = routes.map((route) => plannedRoute(this.#travel, route));
    const travel = planned.reduce((sum, route) => sum + route.travel, 0);
    const left = unserved.toSorted((a, b) => a - b);
    return {
      routes: planned,
      unserved: left.map((job) => ({ job, reason: unservedReason(this.#travel, job) })),
      travel,
    };
  }

  /** Takes strings of stops out of routes around a random job. */
  #ruined({ routes, unserved }: State): Pick<State, 'routes' | 'unserved'> {
    const used = routes.filter(({ jobs }) => jobs.length > 0);
    const stops = used.reduce((sum, { jobs }) => sum + jobs.length, 0);
    const longest = Math.min(STRING, stops / Math.max(1, used.length));
    const most = (4 * REMOVED) / (1 + longest) - 1;
    const count = Math.floor(this.chance.between(1, most + 1));
    const routeOf = this.#vehicles.fill(-1);
    for (const { vehicle, jobs } of used) for (const job of jobs) routeOf[job] = vehicle;
    const ruined = new Map<number, Route>();
    const removed: number[] = [];
    for (const job of this.#near[this.chance.whole(this.#near.length)] ?? []) {
      if (ruined.size >= count) break;
      const route = routes[routeOf[job] ?? -1];
      if (route === undefined || ruined.has(route.vehicle) || this.#isFixed[job] === true) continue;
      const out = this.#stringOf(route, job, longest);
      removed.push(...out);
      const left = routeOver(
        this.#travel,
        route.vehicle,
        route.jobs.filter((each) => !out.includes(each)),
      );
      // Without a stop everything behind it is earlier: only times that break the triangle forbid that.
      if (left === null) removed.splice(-out.length);
      else ruined.set(route.vehicle, left);
    }
    return {
      routes: routes.map((route) => ruined.get(route.vehicle) ?? route),
      unserved: [...unserved, ...removed],
    };
  }

  /** Stops in a row that contain a job; every second time some in the middle stay. */
  #stringOf({ jobs, vehicle }: Route, job: number, longest: number): readonly number[] {
    const first = this.#travel.vehicle(vehicle).first.length;
    const free = jobs.slice(first);
    const length = Math.floor(this.chance.between(1, Math.min(free.length, longest) + 1));
    const kept = length > 1 && length < free.length && this.chance.next() < 0.5 ? 1 : 0;
    const window = length + kept;
    const at = free.indexOf(job);
    const low = Math.max(0, at - window + 1);
    const high = Math.min(at, free.length - window);
    const begin = low + this.chance.whole(high - low + 1);
    const string = free.slice(begin, begin + window);
    if (kept === 0) return string;
    const stays = this.chance.whole(string.length);
    return string.filter((_, index) => index !== stays);
  }

  /** Puts each job where it costs least; those that fit nowhere stay out. */
  #inserted({ routes: before, unserved }: Pick<State, 'routes' | 'unserved'>): State {
    const routes = [...before];
    const left: number[] = [];
    const by = this.#orders[this.chance.whole(this.#orders.length)] ?? (() => 0);
    const sorted = unserved
      .map((job) => ({ job, key: by(job), tie: this.chance.next() }))
      .toSorted((a, b) => a.key - b.key || a.tie - b.tie);
    const blink = (): boolean => this.chance.next() < BLINK;
    for (const { job } of sorted) {
      const place = this.#bestOf(routes, job, blink);
      const next =
        place && routeOver(this.#travel, place.route.vehicle, place.route.jobs.toSpliced(place.at, 0, job));
      if (next) routes[next.vehicle] = next;
      else left.push(job);
    }
    const travel = routes.reduce((sum, route) => sum + route.travel, 0);
    return { routes, unserved: left, cost: travel + left.length * UNSERVED };
  }

  #bestOf(routes: readonly Route[], job: number, blink: () => boolean): Place | null {
    let best: Place | null = null;
    let hasEmpty = false;
    const isOfOne = this.#travel.problem.jobs[job]?.vehicle !== null;
    for (const route of routes) {
      const isEmpty = route.jobs.length === 0;
      // Of vehicles that are alike and have nothing to do one is looked at.
      if (isEmpty && hasEmpty && !isOfOne && this.#isLikeAnother(route, routes)) continue;
      const place = bestPlace(this.#travel, route, job, blink);
      if (place !== null && (best === null || place.cost < best.cost)) best = place;
      hasEmpty ||= isEmpty;
    }
    return best;
  }

  #isLikeAnother({ vehicle }: Route, routes: readonly Route[]): boolean {
    const own = this.#travel.vehicle(vehicle);
    return routes.some(({ vehicle: at, jobs }) => {
      if (at >= vehicle || jobs.length > 0) return false;
      const other = this.#travel.vehicle(at);
      const names = ['start', 'end', 'capacity', 'from', 'to'] as const;
      return names.every((name) => other[name] === own[name]);
    });
  }
}
