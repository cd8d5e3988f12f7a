import type { CivilDate } from '../billing/civil-date.ts';
import type { OrderPlace, RoadOrder } from '../orders/order.ts';
import type { TravelSource } from '../routing/ports.ts';

/** A stop of a route as it was planned. */
export interface PlannedRouteStop {
  readonly orderId: number;
  /** Planned arrival, and end of the work there; ISO 8601. Null = the place of this stop or of one before it is not known. */
  readonly arrivesAt: string | null;
  readonly leavesAt: string | null;
  /** Seconds between arrival and the begin of the time window. */
  readonly waitSeconds: number;
  /** The work would begin after the time window. */
  readonly isLate: boolean;
  /** Metres from the stop before; null = not known. */
  readonly meters: number | null;
}
/** Times and distance of a route, from the travel times of the moment at which it was planned. */
export interface RouteTimes {
  readonly stops: readonly PlannedRouteStop[];
  /** Arrival at the end place, or end of the last stop; null = not known. */
  readonly endsAt: string | null;
  /** Of all legs; null = one of them is not known. */
  readonly meters: number | null;
  /** Of all stops; in the unit of the orders. */
  readonly load: number;
  /** Origin of the travel times. */
  readonly travel: TravelSource;
}

/** The part of a route that users write. */
export interface RouteContent {
  /** Day of the work, in the calendar of the company. */
  readonly day: CivilDate;
  readonly deviceId: number;
  /** Driver by their identifier; '' = whoever drives the vehicle. */
  readonly driverUniqueId: string;
  /** Departure, ISO 8601. */
  readonly beginsAt: string;
  /** Places where it begins and ends; null = at the first stop, at the last stop. */
  readonly start: OrderPlace | null;
  readonly end: OrderPlace | null;
  /** In the unit of the orders' loads; 0 = whatever there is. */
  readonly capacity: number;
  readonly note: string;
  /** Orders in the order of the stops. */
  readonly orderIds: readonly number[];
}

/** A day's work of one vehicle: orders in an order, with the times at which it should be at each. */
export interface RoadRoute extends Omit<RouteContent, 'orderIds'>, RouteTimes {
  readonly id: number;
  /** Of the stored document; a change names the version that it began from. */
  readonly version: number;
  /** Account of the company whose it is. */
  readonly ownerId: number;
  readonly deviceName: string;
  readonly driverName: string;
  readonly createdTime: string;
}
/** A route with the orders of its stops as they are now. Orders that were removed or given to another vehicle are not there. */
export interface RoadRouteDetail extends RoadRoute {
  readonly orders: readonly RoadOrder[];
}
/** A line of a list of routes: how far the work is. */
export interface RouteProgress {
  readonly done: number;
  readonly failed: number;
  /** Neither done, failed nor cancelled. */
  readonly open: number;
}
export interface RouteLine extends Omit<RoadRoute, 'stops'> {
  readonly stopCount: number;
  /** Stops that were planned after their time window. */
  readonly lateCount: number;
  readonly progress: RouteProgress;
}
/** Routes in pages. */
export interface RoutePage {
  readonly routes: readonly RouteLine[];
  /** To be given as `after`; null = there are no more. */
  readonly next: string | null;
}
