import { Chance } from './chance.ts';
import { Graph } from './graph.ts';
import { planOf } from './plan.ts';
import { possible } from './possible.ts';
import type { RoutingPlan, RoutingProblem } from './problem.ts';
import { Search } from './search.ts';

export interface OptimiseOptions {
  /** The same seed gives the same plan. */
  readonly seed?: number;
  readonly rounds?: number;
  /** Asked once in some rounds; true = the best plan so far is enough. */
  readonly shouldStop?: () => boolean;
  /** Told once in some rounds how many are done. */
  readonly onProgress?: (round: number) => void;
}

/** Below three seconds of one thread for 200 jobs on 10 vehicles. */
export const USUAL_ROUNDS = 150_000;
/** Seconds of travel by which a plan may become worse in the first round, and in the last one. */
const [HOT, COLD] = [300, 3];
const ASKED_ROUNDS = 64;

/**
 * Assigns jobs to vehicles with little travel: within windows, capacities and shifts; jobs that fit nowhere are left.
 * Takes strings of neighbouring stops out of some routes and puts each where it costs least, and accepts worse plans less
 * and less often. @throws {RangeError} The problem has a place without travel times, or a job that is first twice.
 * @source Christiaens, Vanden Berghe: Slack induction by string removals for vehicle routing problems, 2020
 */
export function optimise(problem: RoutingProblem, options: OptimiseOptions = {}): RoutingPlan {
  const { seed = 1, rounds = USUAL_ROUNDS, shouldStop = () => false, onProgress = () => undefined } = options;
  const graph = new Graph(possible(problem));
  const search = new Search(graph, new Chance(seed));
  let cost = search.cost;
  let best = { cost, routes: search.routes(), left: [...search.left] };
  const cooling = (COLD / HOT) ** (1 / Math.max(1, rounds));
  for (let [round, heat] = [0, HOT]; round < rounds; round++, heat *= cooling) {
    if (round % ASKED_ROUNDS === 0) {
      if (shouldStop()) break;
      onProgress(round);
    }
    search.change();
    if (search.cost >= cost - heat * Math.log(search.chance.next())) {
      search.takeBack();
      continue;
    }
    search.accept();
    cost = search.cost;
    if (cost < best.cost) best = { cost, routes: search.routes(), left: [...search.left] };
  }
  return planOf(graph, best.routes, best.left);
}
