import type { OptimisedPlan, UnservedReason } from '../routing/index.ts';
import type { RoadOrder } from '../orders/order.ts';
import type { RouteContent, RouteTimes } from './road-route.ts';

/** Vehicle of a plan with its shift. One that has a route keeps the route's own frame, and the stops that have begun. */
export interface PlanVehicle extends Pick<
  RouteContent,
  'deviceId' | 'driverUniqueId' | 'beginsAt' | 'start' | 'end' | 'capacity'
> {
  /** Route that it has already; 0 = it gets a new one. */
  readonly routeId: number;
  /** End of the shift, ISO 8601; null = a day after the departure. */
  readonly endsBy: string | null;
}
/** Question for a plan: which of these vehicles does which of these orders, and in what order. */
export interface DayPlanQuestion extends Pick<RouteContent, 'day' | 'orderIds'> {
  readonly vehicles: readonly PlanVehicle[];
}

/** A route as a plan has it, with the times that it will have when it is saved. */
export interface PlannedDayRoute extends RouteContent, RouteTimes {
  /** 0 = a new one. */
  readonly routeId: number;
  /** Of the route when it was planned; 0 = a new one. */
  readonly version: number;
  readonly deviceName: string;
  readonly driverName: string;
}
/** Why an order is on no route; `noPlace` = it has only an address. */
export type UnplannedReason = UnservedReason | 'noPlace';
export interface UnplannedOrder {
  readonly orderId: number;
  readonly reason: UnplannedReason;
}
/** Result of a search. */
export interface DayPlanResult
  extends Pick<OptimisedPlan, 'optimiser' | 'failure'>, Pick<RouteTimes, 'travel'> {
  /** One of each vehicle that has stops now or had some before. */
  readonly routes: readonly PlannedDayRoute[];
  readonly unplanned: readonly UnplannedOrder[];
}

export const DAY_PLAN_STATES = ['running', 'done', 'failed', 'saved'] as const;
export type DayPlanState = (typeof DAY_PLAN_STATES)[number];
/** A user's own plan of a day. Nothing of it is on any route until it is saved. */
export interface DayPlan extends Pick<RouteContent, 'day'> {
  readonly id: string;
  readonly state: DayPlanState;
  /** Of the search that is done, from 0 to 1. */
  readonly share: number;
  /** Null = it is running, or failed. */
  readonly result: DayPlanResult | null;
}
export interface DayPlanAnswer {
  /** Null = the user has none. */
  readonly plan: DayPlan | null;
  /** Orders of its stops, and those on no route. */
  readonly orders: readonly RoadOrder[];
}
