/** Routers and optimisers of the operator behind ports, and what answers without them. */
export { ROUTER_DIALECTS, type RouterDialect } from './dialect.ts';
export { createTravelTimes, type RouterOptions, type TravelTimesDeps } from './travel-times.ts';
export { createArrivalLearner } from './arrival-learner.ts';
export { createPlanOptimiser, type PlanOptimiserDeps } from './plan-optimiser.ts';
