import type { Graph } from './graph.ts';

/**
 * Routes of all vehicles in one array, a row each: start, jobs, end. With each node stand the moment at which it is done and
 * the latest one to begin with which everything behind is in time, so that an insertion is judged by its neighbours alone.
 */
export class Routes {
  readonly #graph: Graph;
  readonly #width: number;
  readonly #nodes: Int32Array;
  /** Nodes of each row. */
  readonly #lengths: Int32Array;
  /** When each node is done at the earliest. */
  readonly #done: Float64Array;
  /** Latest begin at each node. */
  readonly #latest: Float64Array;
  readonly #loads: Float64Array;
  readonly #room: Float64Array;
  readonly #travel: Float64Array;
  /** Jobs of each vehicle that stay where they are. */
  readonly #fixed: Int32Array;
  /** Where `findPlace` found a place, and what it costs. */
  foundAt = -1;
  foundCost = Infinity;

  constructor(graph: Graph) {
    const { vehicles } = graph.problem;
    this.#graph = graph;
    this.#width = graph.jobs + 2;
    const size = this.#width * vehicles.length;
    this.#nodes = new Int32Array(size);
    this.#lengths = new Int32Array(vehicles.length).fill(2);
    this.#done = new Float64Array(size);
    this.#latest = new Float64Array(size);
    this.#loads = new Float64Array(vehicles.length);
    this.#travel = new Float64Array(vehicles.length);
    this.#room = Float64Array.from(vehicles, ({ capacity }) => capacity);
    this.#fixed = Int32Array.from(vehicles, ({ first }) => first.length);
    for (const [at, { first }] of vehicles.entries()) this.assign(at, first);
  }

  /** Number of jobs of a vehicle. */
  count(vehicle: number): number {
    return (this.#lengths[vehicle] ?? 2) - 2;
  }
  fixed(vehicle: number): number {
    return this.#fixed[vehicle] ?? 0;
  }
  job(vehicle: number, at: number): number {
    return this.#nodes[vehicle * this.#width + 1 + at] ?? -1;
  }
  jobsOf(vehicle: number): readonly number[] {
    const row = vehicle * this.#width + 1;
    return [...this.#nodes.subarray(row, row + this.count(vehicle))];
  }
  positionOf(vehicle: number, job: number): number {
    const row = vehicle * this.#width + 1;
    return this.#nodes.indexOf(job, row) - row;
  }
  /** When the job is done that stands at a position of a vehicle. */
  doneAt(vehicle: number, at: number): number {
    return this.#done[vehicle * this.#width + 1 + at] ?? 0;
  }
  get travel(): number {
    let sum = 0;
    for (const each of this.#travel) sum += each;
    return sum;
  }
  travelOf(vehicle: number): number {
    return this.#travel[vehicle] ?? 0;
  }

  /** Copies the route of a vehicle. */
  copy(from: Routes, vehicle: number): void {
    const row = vehicle * this.#width;
    const end = row + (from.#lengths[vehicle] ?? 2);
    for (let at = row; at < end; at++) {
      this.#nodes[at] = from.#nodes[at] ?? 0;
      this.#done[at] = from.#done[at] ?? 0;
      this.#latest[at] = from.#latest[at] ?? 0;
    }
    this.#lengths[vehicle] = from.#lengths[vehicle] ?? 2;
    this.#loads[vehicle] = from.#loads[vehicle] ?? 0;
    this.#travel[vehicle] = from.#travel[vehicle] ?? 0;
  }

  /** Sets the jobs of a vehicle. @returns Whether they are in time. */
  assign(vehicle: number, jobs: readonly number[]): boolean {
    const row = vehicle * this.#width;
    this.#nodes[row] = this.#graph.start(vehicle);
    for (const [at, job] of jobs.entries()) this.#nodes[row + 1 + at] = job;
    this.#nodes[row + 1 + jobs.length] = this.#graph.end(vehicle);
    this.#lengths[vehicle] = jobs.length + 2;
    return this.#refresh(vehicle);
  }

  /** Takes the jobs from a position to another out, but one. @returns Whether the others are in time. */
  remove(vehicle: number, begin: number, end: number, stays: number): boolean {
    const row = vehicle * this.#width + 1;
    const length = (this.#lengths[vehicle] ?? 2) - 1;
    let free = row + begin;
    if (stays >= 0) this.#nodes[free++] = this.#nodes[row + stays] ?? 0;
    this.#nodes.copyWithin(free, row + end, row + length);
    this.#lengths[vehicle] = free - row + 1 + length - end;
    return this.#refresh(vehicle);
  }

  insert(vehicle: number, at: number, job: number): void {
    const place = vehicle * this.#width + 1 + at;
    const end = vehicle * this.#width + (this.#lengths[vehicle] ?? 2);
    for (let next = end; next > place; next--) this.#nodes[next] = this.#nodes[next - 1] ?? 0;
    this.#nodes[place] = job;
    this.#lengths[vehicle] = (this.#lengths[vehicle] ?? 2) + 1;
    this.#refresh(vehicle);
  }

  /**
   * Finds the best place of a job in a route that costs less than `bound`. @param isOverlooked Asked at each place that
   * would be the best one so far, so that a search does not always find the same.
   */
  findPlace(vehicle: number, job: number, bound: number, isOverlooked: () => boolean): boolean {
    const graph = this.#graph;
    const { services, away, toward, nodes } = graph;
    if ((this.#loads[vehicle] ?? 0) + (graph.loads[job] ?? 0) > (this.#room[vehicle] ?? 0)) return false;
    const [from, to, service] = [graph.from[job] ?? 0, graph.to[job] ?? 0, services[job] ?? 0];
    const line = job * nodes;
    const row = vehicle * this.#width;
    const last = row + (this.#lengths[vehicle] ?? 2) - 1;
    let bestAt = -1;
    let best = bound;
    let at = row + (this.#fixed[vehicle] ?? 0);
    let before = this.#nodes[at] ?? 0;
    for (; at < last; at++) {
      const free = this.#done[at] ?? 0;
      // Behind it everything is later still.
      if (free > to) break;
      const behind = this.#nodes[at + 1] ?? 0;
      const there = toward[line + before] ?? 0;
      const on = away[line + behind] ?? 0;
      const cost = there + on - (away[before * nodes + behind] ?? 0);
      before = behind;
      if (cost >= best) continue;
      const begin = Math.max(free + there, from);
      if (begin > to || begin + service + on > (this.#latest[at + 1] ?? 0) || isOverlooked()) continue;
      bestAt = at - row;
      best = cost;
    }
    this.foundAt = bestAt;
    this.foundCost = best;
    return bestAt >= 0;
  }

  /** Works out times, load and travel of a route. @returns Whether it is in time. */
  #refresh(vehicle: number): boolean {
    const graph = this.#graph;
    const { away, nodes, services, from, to } = graph;
    const row = vehicle * this.#width;
    const last = row + (this.#lengths[vehicle] ?? 2) - 1;
    let before = this.#nodes[row] ?? 0;
    let time = from[before] ?? 0;
    let [load, travel, isInTime] = [0, 0, true];
    this.#done[row] = time;
    for (let at = row + 1; at <= last; at++) {
      const node = this.#nodes[at] ?? 0;
      const drive = away[before * nodes + node] ?? 0;
      const begin = Math.max(time + drive, from[node] ?? 0);
      if (begin > (to[node] ?? 0)) isInTime = false;
      travel += drive;
      load += graph.loads[node] ?? 0;
      time = begin + (services[node] ?? 0);
      this.#done[at] = time;
      before = node;
    }
    let due = to[before] ?? 0;
    this.#latest[last] = due;
    for (let at = last - 1; at > row; at--) {
      const node = this.#nodes[at] ?? 0;
      due = Math.min(to[node] ?? 0, due - (away[node * nodes + before] ?? 0) - (services[node] ?? 0));
      this.#latest[at] = due;
      before = node;
    }
    this.#loads[vehicle] = load;
    this.#travel[vehicle] = travel;
    return isInTime && load <= (this.#room[vehicle] ?? 0);
  }
}
