/**
 * Orders to be assigned to vehicles. Places are numbers from 0; times are seconds, of travel and since some midnight that
 * the caller chooses.
 */
export interface RoutingProblem {
  /** Number of places. */
  readonly places: number;
  /** Travel from each place to each, row by row; it need not be the same both ways. Infinity = there is no way. */
  readonly seconds: ArrayLike<number>;
  readonly jobs: readonly RoutingJob[];
  readonly vehicles: readonly RoutingVehicle[];
}
export interface RoutingJob {
  readonly place: number;
  /** Work at the place. */
  readonly service: number;
  readonly load: number;
  /** When the work may begin; both included. */
  readonly from: number;
  readonly to: number;
  /** Only this vehicle may do it; null = any. */
  readonly vehicle: number | null;
}
export interface RoutingVehicle {
  readonly start: number;
  /** Null = where its last stop is. */
  readonly end: number | null;
  readonly capacity: number;
  /** Of the shift: not before, and back by then. */
  readonly from: number;
  readonly to: number;
  /** Jobs that it does first, in this order, also when it is late for them: it is on the way to them. */
  readonly first: readonly number[];
}

export interface PlannedStop {
  readonly job: number;
  /** When it is there, and when it begins to work. */
  readonly arrival: number;
  readonly begin: number;
}
export interface PlannedRoute {
  readonly vehicle: number;
  readonly stops: readonly PlannedStop[];
  /** Seconds of travel. */
  readonly travel: number;
  /** When it is back, or through with its last stop. */
  readonly end: number;
}
/** No vehicle may do it, carries it, gets there, or is there in time; or others fill those that could. */
export type UnservedReason = 'noVehicle' | 'tooHeavy' | 'noWay' | 'outOfTime' | 'noRoom';
export interface UnservedJob {
  readonly job: number;
  readonly reason: UnservedReason;
}
export interface RoutingPlan {
  /** One of each vehicle, also without stops. */
  readonly routes: readonly PlannedRoute[];
  /** Jobs that fit nowhere. */
  readonly unserved: readonly UnservedJob[];
  /** Seconds of travel of all routes. */
  readonly travel: number;
}
