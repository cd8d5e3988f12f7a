import type { ArrivalLearner } from '@rastro/fleet/arrival-times';
import type { PlanOptimiser, TravelTimes } from '@rastro/fleet/routing';
import { createSafeFetch } from '@rastro/outgoing';
import { createArrivalLearner, createPlanOptimiser, createTravelTimes } from '@rastro/outgoing/routing';
import type { ModuleDeps, ProductModule } from './module.ts';

/** Each question has a shorter deadline of its own. */
const TIMEOUT_MS = 60_000;
/** Matrices and plans of thousands of places. */
const MAX_ANSWER_BYTES = 32 * 1024 * 1024;

interface RoutingModule extends ProductModule<object> {
  readonly travelTimes: TravelTimes;
  readonly optimiser: PlanOptimiser;
  readonly learner: ArrivalLearner;
}

/** Travel times and plans: by services that the operator has set, also inside the network, or without any. */
export function openRouting({ settings, clock }: Pick<ModuleDeps, 'settings' | 'clock'>): RoutingModule {
  const { ROUTER_URL: url, ROUTER_DIALECT: dialect, OPTIMIZER_URL } = settings;
  const fetch = createSafeFetch({ allowPrivate: true, timeoutMs: TIMEOUT_MS, maxBytes: MAX_ANSWER_BYTES });
  const deps = { fetch, now: () => clock.now() };
  const optimiser = createPlanOptimiser(OPTIMIZER_URL, deps);
  return {
    travelTimes: createTravelTimes(url === null ? null : { url, dialect }, deps),
    optimiser,
    learner: createArrivalLearner(),
    handlers: {},
    jobs: [],
    close: () => optimiser.close(),
  };
}
