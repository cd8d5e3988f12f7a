/** Orders on vehicles: which vehicle does which, in what order. */
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
export { optimise, USUAL_ROUNDS, type OptimiseOptions } from './optimise.ts';
