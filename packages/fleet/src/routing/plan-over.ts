import { Graph } from './graph.ts';
import { planOf } from './plan.ts';
import { possible } from './possible.ts';
import type { RoutingPlan, RoutingProblem } from './problem.ts';
import { Routes } from './routes.ts';

/**
 * Plan over routes that somebody else made, jobs by vehicle; what is on none is left. @returns null when it is none: a job
 * twice or unknown, on a foreign vehicle, too late, too heavy, or not behind the first jobs of its vehicle.
 */
export function planOver(problem: RoutingProblem, made: readonly (readonly number[])[]): RoutingPlan | null {
  const graph = new Graph(possible(problem));
  const { vehicles } = problem;
  if (made.length !== vehicles.length) return null;
  const left = new Set(problem.jobs.keys());
  const routes = new Routes(graph);
  for (const [at, jobs] of made.entries()) {
    for (const job of jobs) {
      const owner = graph.owners[job] ?? -1;
      if (!left.delete(job) || (owner >= 0 && owner !== at)) return null;
    }
    if (vehicles[at]?.first.some((job, index) => jobs[index] !== job) === true) return null;
    if (!routes.assign(at, jobs)) return null;
  }
  return planOf(graph, made, [...left]);
}
