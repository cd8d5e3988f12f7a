import type { Chance } from './chance.ts';
import type { Graph } from './graph.ts';
import { Routes } from './routes.ts';

/** Seconds that a job costs at least that nobody does. */
const UNSERVED = 20_000;
/** Jobs that are taken out in a round on average, and of one route at most. */
const [REMOVED, STRING] = [10, 10];
const BLINK = 0.01;

/**
 * Plan that is changed round by round: jobs that are near each other are taken out of some routes, and each is put where it
 * costs least. A round that is not accepted is taken back route by route.
 */
export class Search {
  readonly chance: Chance;
  readonly #graph: Graph;
  readonly #vehicles: number;
  /** As accepted, and as changed in this round. */
  readonly #accepted: Routes;
  readonly #changed: Routes;
  #acceptedLeft: readonly number[] = [];
  #left: number[] = [];
  /** Vehicle of each job; -1 = none. */
  readonly #vehicleOf: Int32Array;
  /** Of each job all jobs, the nearest first. */
  readonly #near: readonly Int32Array[];
  readonly #orders: readonly (Float64Array | null)[];
  readonly #isTouched: Uint8Array;
  readonly #isRuined: Uint8Array;
  /** Vehicles that are alike have the same number. */
  readonly #kinds: Int32Array;
  readonly #isEmptySeen: Uint8Array;
  readonly #unserved: number;
  readonly #blink = (): boolean => this.chance.next() < BLINK;

  constructor(graph: Graph, chance: Chance) {
    const { jobs, vehicles } = graph.problem;
    this.chance = chance;
    this.#graph = graph;
    this.#vehicles = vehicles.length;
    this.#accepted = new Routes(graph);
    this.#changed = new Routes(graph);
    this.#vehicleOf = new Int32Array(jobs.length).fill(-1);
    this.#isTouched = new Uint8Array(vehicles.length);
    this.#isRuined = new Uint8Array(vehicles.length);
    this.#isEmptySeen = new Uint8Array(vehicles.length);
    this.#kinds = kindsOf(graph);
    this.#near = nearOf(graph);
    this.#orders = ordersOf(graph);
    this.#unserved = Math.max(UNSERVED, 2 * longestOf(graph));
    for (const vehicle of vehicles.keys()) this.#own(vehicle);
    const isFixed = new Set(vehicles.flatMap(({ first }) => first));
    this.#left = [...jobs.keys()].filter((job) => !isFixed.has(job));
    this.#recreate();
    this.accept();
  }

  get cost(): number {
    return this.#changed.travel + this.#left.length * this.#unserved;
  }
  get left(): readonly number[] {
    return this.#left;
  }
  routes(): readonly (readonly number[])[] {
    return Array.from({ length: this.#vehicles }, (_, at) => this.#changed.jobsOf(at));
  }

  change(): void {
    this.#ruin();
    this.#recreate();
  }
  accept(): void {
    for (let at = 0; at < this.#vehicles; at++) {
      if (this.#isTouched[at] === 0) continue;
      this.#accepted.copy(this.#changed, at);
      this.#isTouched[at] = 0;
    }
    this.#acceptedLeft = this.#left.slice();
  }
  takeBack(): void {
    for (let at = 0; at < this.#vehicles; at++) {
      if (this.#isTouched[at] === 0) continue;
      this.#changed.copy(this.#accepted, at);
      this.#isTouched[at] = 0;
      this.#own(at);
    }
    this.#left = this.#acceptedLeft.slice();
    for (const job of this.#left) this.#vehicleOf[job] = -1;
  }

  #own(vehicle: number): void {
    for (let at = this.#changed.count(vehicle) - 1; at >= 0; at--)
      this.#vehicleOf[this.#changed.job(vehicle, at)] = vehicle;
  }

  /** Takes strings of stops out of routes around a random job. */
  #ruin(): void {
    const near = this.#near[this.chance.whole(this.#near.length)];
    if (!near) return;
    let [used, stops] = [0, 0];
    for (let at = 0; at < this.#vehicles; at++) {
      const count = this.#changed.count(at);
      stops += count;
      if (count > 0) used++;
    }
    const longest = Math.min(STRING, stops / Math.max(1, used));
    const most = (4 * REMOVED) / (1 + longest) - 1;
    let wanted = Math.floor(this.chance.between(1, most + 1));
    this.#isRuined.fill(0);
    for (const job of near) {
      if (wanted <= 0) break;
      const vehicle = this.#vehicleOf[job] ?? -1;
      if (vehicle < 0 || this.#isRuined[vehicle] === 1) continue;
      if (this.#changed.positionOf(vehicle, job) < this.#changed.fixed(vehicle)) continue;
      if (this.#ruinRoute(vehicle, job, longest)) wanted--;
    }
  }

  /** Takes stops in a row out that contain a job; every second time one in the middle stays. */
  #ruinRoute(vehicle: number, job: number, longest: number): boolean {
    const routes = this.#changed;
    const first = routes.fixed(vehicle);
    const free = routes.count(vehicle) - first;
    const length = Math.floor(this.chance.between(1, Math.min(free, longest) + 1));
    const isSplit = length > 1 && length < free && this.chance.next() < 0.5;
    const window = isSplit ? length + 1 : length;
    const at = routes.positionOf(vehicle, job) - first;
    const low = Math.max(0, at - window + 1);
    const high = Math.min(at, free - window);
    const begin = first + low + this.chance.whole(high - low + 1);
    const stays = isSplit ? begin + this.chance.whole(window) : -1;
    const before = this.#left.length;
    for (let next = begin; next < begin + window; next++)
      if (next !== stays) this.#left.push(routes.job(vehicle, next));
    const isWhole = routes.remove(vehicle, begin, begin + window, stays);
    if (!isWhole) {
      // Without a stop everything behind it is earlier: only times that break the triangle forbid that.
      routes.copy(this.#accepted, vehicle);
      this.#left.length = before;
      return false;
    }
    this.#isTouched[vehicle] = 1;
    this.#isRuined[vehicle] = 1;
    for (let next = before; next < this.#left.length; next++) this.#vehicleOf[this.#left[next] ?? 0] = -1;
    return true;
  }

  /** Puts each job where it costs least; those that fit nowhere stay out. */
  #recreate(): void {
    const jobs = this.#left;
    const keys = this.#orders[this.chance.whole(this.#orders.length)] ?? null;
    for (let at = jobs.length - 1; at > 0; at--) {
      const other = this.chance.whole(at + 1);
      const job = jobs[at] ?? 0;
      jobs[at] = jobs[other] ?? 0;
      jobs[other] = job;
    }
    if (keys) jobs.sort((a, b) => (keys[a] ?? 0) - (keys[b] ?? 0));
    this.#left = [];
    for (const job of jobs) if (!this.#insert(job)) this.#left.push(job);
  }

  #insert(job: number): boolean {
    const routes = this.#changed;
    const owner = this.#graph.owners[job] ?? -1;
    let [best, bestAt, bestCost] = [-1, -1, Infinity];
    this.#isEmptySeen.fill(0);
    for (let vehicle = 0; vehicle < this.#vehicles; vehicle++) {
      if (owner >= 0 && owner !== vehicle) continue;
      if (owner < 0 && routes.count(vehicle) === 0) {
        // Of vehicles that are alike and have nothing to do one is looked at.
        const kind = this.#kinds[vehicle] ?? 0;
        if (this.#isEmptySeen[kind] === 1) continue;
        this.#isEmptySeen[kind] = 1;
      }
      if (!routes.findPlace(vehicle, job, bestCost, this.#blink)) continue;
      [best, bestAt, bestCost] = [vehicle, routes.foundAt, routes.foundCost];
    }
    if (best < 0) return false;
    routes.insert(best, bestAt, job);
    this.#isTouched[best] = 1;
    this.#vehicleOf[job] = best;
    return true;
  }
}

function nearOf({ jobs, away, nodes }: Graph): readonly Int32Array[] {
  const all = Int32Array.from({ length: jobs }, (_, at) => at);
  return [...all].map((job) => {
    const line = away.subarray(job * nodes, job * nodes + jobs);
    return all.toSorted((a, b) => (line[a] ?? 0) - (line[b] ?? 0) || a - b);
  });
}

function longestOf({ away }: Graph): number {
  let longest = 0;
  for (const each of away) if (each < Infinity && each > longest) longest = each;
  return longest;
}

function kindsOf({ problem: { vehicles } }: Graph): Int32Array {
  const keys = vehicles.map(({ start, end, capacity, from, to }) =>
    [start, end, capacity, from, to].join(' '),
  );
  return Int32Array.from(keys, (key) => keys.indexOf(key));
}

/** Orders in which jobs are put back, by weight as in the paper: most often by chance (null) or by load. */
function ordersOf(graph: Graph): readonly (Float64Array | null)[] {
  const { jobs } = graph.problem;
  const by = (key: (job: (typeof jobs)[number], at: number) => number): Float64Array =>
    Float64Array.from(jobs, key);
  const far = (at: number): number => graph.travel(graph.start(0), at);
  const orders: readonly (readonly [number, Float64Array | null])[] = [
    [4, null],
    [4, by(({ load }) => -load)],
    [2, by((_, at) => -far(at))],
    [1, by((_, at) => far(at))],
    [2, by(({ from, to }) => to - from)],
    [2, by(({ from }) => from)],
    [2, by(({ to }) => -to)],
  ];
  return orders.flatMap(([weight, keys]) => Array.from({ length: weight }, () => keys));
}
