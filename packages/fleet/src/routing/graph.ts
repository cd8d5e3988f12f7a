import type { RoutingProblem, RoutingVehicle } from './problem.ts';

/**
 * Problem as numbers in rows: its nodes are the jobs, and behind them start and end of each vehicle. Travel is stored both
 * ways round, so that what is near in a loop is near in memory.
 */
export class Graph {
  readonly problem: RoutingProblem;
  readonly jobs: number;
  readonly nodes: number;
  /** Travel from each node to each, by the one from which it starts, and by the one at which it ends. */
  readonly away: Float64Array;
  readonly toward: Float64Array;
  /** Of each node. */
  readonly services: Float64Array;
  readonly from: Float64Array;
  readonly to: Float64Array;
  readonly loads: Float64Array;
  /** Of each job; -1 = any vehicle. */
  readonly owners: Int32Array;

  constructor(problem: RoutingProblem) {
    const { jobs, vehicles } = problem;
    this.problem = problem;
    this.jobs = jobs.length;
    this.nodes = jobs.length + 2 * vehicles.length;
    this.away = new Float64Array(this.nodes * this.nodes);
    this.toward = new Float64Array(this.nodes * this.nodes);
    this.services = new Float64Array(this.nodes);
    this.from = new Float64Array(this.nodes).fill(-Infinity);
    this.to = new Float64Array(this.nodes).fill(Infinity);
    this.loads = new Float64Array(this.nodes);
    this.owners = Int32Array.from(jobs, ({ vehicle }) => vehicle ?? -1);
    for (const [at, { service, from, to, load }] of jobs.entries()) {
      this.services[at] = service;
      this.from[at] = from;
      this.to[at] = to;
      this.loads[at] = load;
    }
    for (const [at, { from, to }] of vehicles.entries()) {
      this.from[this.start(at)] = from;
      this.to[this.end(at)] = to;
    }
    this.#fill();
  }

  start(vehicle: number): number {
    return this.jobs + 2 * vehicle;
  }
  end(vehicle: number): number {
    return this.jobs + 2 * vehicle + 1;
  }
  vehicle(at: number): RoutingVehicle {
    const found = this.problem.vehicles[at];
    if (!found) throw new RangeError(`Cannot plan: there is no vehicle ${at}`);
    return found;
  }
  travel(from: number, to: number): number {
    return this.away[from * this.nodes + to] ?? 0;
  }

  #fill(): void {
    const { places, seconds, jobs, vehicles } = this.problem;
    /** Place of each node; -1 = wherever the vehicle is. */
    const placeOf = [
      ...jobs.map(({ place }) => place),
      ...vehicles.flatMap(({ start, end }) => [start, end ?? -1]),
    ];
    for (const [a, from] of placeOf.entries())
      for (const [b, to] of placeOf.entries()) {
        const travel = from < 0 || to < 0 ? 0 : (seconds[from * places + to] ?? Infinity);
        this.away[a * this.nodes + b] = travel;
        this.toward[b * this.nodes + a] = travel;
      }
    // A vehicle without stops does not leave.
    for (const at of vehicles.keys()) {
      this.away[this.start(at) * this.nodes + this.end(at)] = 0;
      this.toward[this.end(at) * this.nodes + this.start(at)] = 0;
    }
  }
}
