/** Orders on vehicles: which vehicle does which, in what order, with the travel of a router or of history. */
export type {
  PlannedRoute,
  PlannedStop,
  RoutingJob,
  RoutingPlan,
  RoutingProblem,
  RoutingVehicle,
  UnservedJob,
  UnservedReason,
} from './problem.ts';
export type {
  OptimisedPlan,
  PlanOptimiser,
  PlanRequest,
  ServiceFailure,
  TravelMatrix,
  TravelOptions,
  TravelRoute,
  TravelSource,
  TravelTimes,
} from './ports.ts';
export { optimise, USUAL_ROUNDS, type OptimiseOptions } from './optimise.ts';
export { planOver } from './plan-over.ts';
export { travelByHistory, USUAL_SPEEDS, type HistorySpeeds } from './history-speeds.ts';
