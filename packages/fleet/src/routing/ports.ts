import type { LatLng } from '../geometry/distance.ts';
import type { HistorySpeeds } from './history-speeds.ts';
import type { OptimiseOptions } from './optimise.ts';
import type { RoutingPlan, RoutingProblem } from './problem.ts';

/**
 * Reason why a service was of no use: it gave no answer that can be read, rejected the request, knows no way, has a lower
 * limit than the request needs, or did not answer in time.
 */
export type ServiceFailure = 'unreachable' | 'refused' | 'noRoute' | 'tooLarge' | 'slow';

/** Travel is from a router, learnt from the fleet's own rides, or as fleets usually drive straight distances. */
export interface TravelSource {
  readonly source: 'router' | 'learnt' | 'history';
  /** Why a router that is set did not answer; null = it did, or none is set. */
  readonly failure: ServiceFailure | null;
}
/** Travel from each place to each, row by row; Infinity = there is no way. */
export interface TravelMatrix extends TravelSource {
  readonly seconds: Float64Array;
  readonly meters: Float64Array;
}
/** Travel through places in their order. */
export interface TravelRoute extends TravelSource {
  /** One for each place but the first. */
  readonly legs: readonly { readonly seconds: number; readonly meters: number }[];
  /** Line on the road; null = only the places are known. */
  readonly line: readonly LatLng[] | null;
}

export interface TravelOptions {
  /** Milliseconds since 1970: answers are used again in the same hour. */
  readonly at: number;
  /** As the fleet that asks drove; absent = as fleets usually do. */
  readonly speeds?: HistorySpeeds;
}
/** Travel between places; never fails, and says what it is worked out from. */
export interface TravelTimes {
  matrix(places: readonly LatLng[], options: TravelOptions): Promise<TravelMatrix>;
  route(places: readonly LatLng[], options: TravelOptions): Promise<TravelRoute>;
}

export interface OptimisedPlan {
  readonly plan: RoutingPlan;
  readonly optimiser: 'service' | 'builtIn';
  /** Why a service that is set was not used; null = it was, or none is set. */
  readonly failure: ServiceFailure | null;
}
export interface PlanRequest extends Pick<OptimiseOptions, 'seed' | 'rounds'> {
  /** Told now and then the share that is done, from 0 to 1. */
  readonly onProgress?: (share: number) => void;
  /** When it aborts, the best plan so far is enough. */
  readonly signal?: AbortSignal;
}
/** Assigns jobs to vehicles without blocking its caller. */
export interface PlanOptimiser {
  /** @throws {RangeError} The problem has a place without travel times, or a job that is first twice. */
  optimise(problem: RoutingProblem, request?: PlanRequest): Promise<OptimisedPlan>;
  close(): Promise<void>;
}
