import { fail, ok, type Result } from '@rastro/base';
import {
  planOver,
  type OptimisedPlan,
  type PlanOptimiser,
  type PlanRequest,
  type RoutingPlan,
  type RoutingProblem,
  type ServiceFailure,
} from '@rastro/fleet/routing';
import type { SafeFetch } from '../safe-fetch.ts';
import { deadline, RoutingService } from './ask-service.ts';
import { BuiltInOptimiser } from './builtin-optimiser.ts';
import { vroomProblem, vroomRoutes } from './vroom-problem.ts';

export interface PlanOptimiserDeps {
  /** Calls the service, also inside the network: the operator set it. */
  readonly fetch: SafeFetch;
  readonly now: () => number;
  readonly serviceMs?: number;
}

/** Thorough searches of a service take longer than ours. */
const SERVICE_MS = 30_000;
/** More is not sent. */
const MOST_JOBS = 2000;

/** Plans by VROOM, or by our own optimiser where none is set or it is of no use. @param url Null = none is set. */
export function createPlanOptimiser(url: string | null, deps: PlanOptimiserDeps): PlanOptimiser {
  const own = new BuiltInOptimiser();
  return url === null ? own : new ServiceOptimiser(url, deps, own);
}

class ServiceOptimiser implements PlanOptimiser {
  readonly #url: string;
  readonly #service: RoutingService;
  readonly #deps: PlanOptimiserDeps;
  readonly #own: BuiltInOptimiser;

  constructor(url: string, deps: PlanOptimiserDeps, own: BuiltInOptimiser) {
    this.#url = url;
    this.#service = new RoutingService(deps.fetch, deps.now);
    this.#deps = deps;
    this.#own = own;
  }

  async optimise(problem: RoutingProblem, request: PlanRequest = {}): Promise<OptimisedPlan> {
    const asked = await this.#ask(problem, request.signal);
    if (asked.ok) return { plan: asked.value, optimiser: 'service', failure: null };
    const failure = request.signal?.aborted === true ? null : asked.error;
    return { ...(await this.#own.optimise(problem, request)), failure };
  }
  close(): Promise<void> {
    return this.#own.close();
  }

  async #ask(
    problem: RoutingProblem,
    signal: AbortSignal | undefined,
  ): Promise<Result<RoutingPlan, ServiceFailure>> {
    if (problem.jobs.length > MOST_JOBS) return fail('tooLarge');
    // What is no problem throws here, before anybody else sees it.
    planOver(
      problem,
      problem.vehicles.map(({ first }) => first),
    );
    const request = {
      method: 'POST',
      url: new URL(this.#url),
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(vroomProblem(problem)),
    } as const;
    const limit = deadline(this.#deps.serviceMs ?? SERVICE_MS);
    const read = (_status: number, body: unknown): Result<RoutingPlan, ServiceFailure> | null => {
      const routes = vroomRoutes(problem, body);
      // Times are ours: a plan that breaks something is none, whatever the service says.
      const plan = routes && planOver(problem, routes);
      return plan && ok(plan);
    };
    return this.#service.ask(request, read, limit, signal);
  }
}
