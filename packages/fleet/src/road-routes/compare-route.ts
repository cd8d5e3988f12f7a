import type { RoadOrder } from '../orders/order.ts';
import type { RouteVisits } from '../stop-visits/index.ts';
import type { RoadRoute } from './road-route.ts';

/** Stands for the place where a route begins among the visits of its vehicle. */
export const START_OF_ROUTE = 0;

/** A stop as it was planned and as it went. Instants are ISO 8601; null = not known, or not yet. */
export interface ComparedStop extends Pick<RoadOrder, 'customer' | 'reference' | 'state' | 'reason'> {
  readonly orderId: number;
  readonly address: string;
  /** Place in the order of the stops; 1 = the first. */
  readonly plannedPlace: number;
  /** Place in the order of the arrivals. */
  readonly actualPlace: number | null;
  readonly plannedAt: string | null;
  readonly arrivedAt: string | null;
  /** Arrival minus plan; negative = before it. */
  readonly delaySeconds: number | null;
  /** Reached after its time window. */
  readonly isLate: boolean;
  /** Work at the place, from the begin of the time window at the earliest. */
  readonly plannedWorkSeconds: number | null;
  readonly workSeconds: number | null;
  readonly plannedMeters: number | null;
  /** From the departure before to this arrival. */
  readonly drivenSeconds: number | null;
  readonly drivenMeters: number | null;
}
/** Sums over stops; those of which something is not known are left out of that sum. */
export interface ComparedTotal {
  readonly stops: number;
  readonly reached: number;
  /** Stops whose arrival can be compared with a plan, and the sum of the differences. */
  readonly compared: number;
  readonly delaySeconds: number;
  readonly late: number;
  /** Stops whose work is known as planned and as it went. */
  readonly worked: number;
  readonly plannedWorkSeconds: number;
  readonly workSeconds: number;
  /** Stops to which the way is known, in time and in distance. */
  readonly driven: number;
  readonly drivenSeconds: number;
  readonly measured: number;
  readonly drivenMeters: number;
}
/** A route as it was planned and as it went. */
export interface RouteComparison extends Pick<
  RoadRoute,
  'day' | 'deviceId' | 'deviceName' | 'driverUniqueId' | 'driverName'
> {
  readonly routeId: number;
  /** In the order of the plan. */
  readonly stops: readonly ComparedStop[];
  readonly total: ComparedTotal;
  /** False = distances are still being read: who asks again gets more of them. */
  readonly isMeasured: boolean;
}
/** Routes in pages; a page may have fewer than were asked for. */
export interface ComparisonPage {
  readonly routes: readonly RouteComparison[];
  /** To be given as `after`; null = there are no more. */
  readonly next: string | null;
}

/** A drive to a stop, in milliseconds since 1970. */
export interface DriveToStop {
  readonly orderId: number;
  readonly from: number;
  readonly to: number;
}
type Compared = Pick<
  RoadOrder,
  'id' | 'customer' | 'reference' | 'place' | 'state' | 'reason' | 'from' | 'to' | 'arrivedAt' | 'endedAt'
>;

/** Drives to the stops that were reached, in the order of the arrivals. One that began nobody knows when is left out. */
export function drivesTo(orders: readonly Compared[], visits: RouteVisits): readonly DriveToStop[] {
  const startedAt = visits.stops[START_OF_ROUTE]?.leftAt ?? null;
  let before = { at: startedAt, isSeen: true };
  return reachedIn(orders).flatMap(({ order, at }): DriveToStop[] => {
    const { at: from, isSeen } = before;
    const left = visits.stops[order.id]?.leftAt ?? null;
    before = { at: left ?? reportedEnd(order, at), isSeen: left !== null };
    // An end that was reported after the next arrival is no departure.
    if (from === null || (from > at && !isSeen)) return [];
    // Where fences overlap it is at two stops at once, and drives nowhere.
    return [{ orderId: order.id, from: Math.min(from, at), to: at }];
  });
}

/** Course of a route. */
export interface RouteCourse {
  readonly visits: RouteVisits;
  /** Of drives, by order; absent = not known. */
  readonly meters: ReadonlyMap<number, number>;
  readonly isMeasured: boolean;
  /** Stops that are wanted; places and drives are those of the whole route. */
  readonly isShown: (stop: Pick<ComparedStop, 'orderId'>) => boolean;
}
/** A route as it went beside its plan. */
export function compareRoute(
  route: RoadRoute,
  orders: readonly Compared[],
  { visits, meters, isMeasured, isShown }: RouteCourse,
): RouteComparison {
  const { id, day, deviceId, deviceName, driverUniqueId, driverName } = route;
  const places = new Map(reachedIn(orders).map(({ order }, at) => [order.id, at + 1]));
  const drives = new Map(drivesTo(orders, visits).map((drive) => [drive.orderId, drive]));
  const byId = new Map(orders.map((order) => [order.id, order]));
  const stops = route.stops.flatMap((plan, at): ComparedStop[] => {
    const order = byId.get(plan.orderId);
    if (order === undefined || !isShown(plan)) return [];
    const { customer, reference, state, reason, arrivedAt, place } = order;
    const [arrival, planned] = [timeOf(arrivedAt), timeOf(plan.arrivesAt)];
    const drive = drives.get(order.id);
    return [
      {
        orderId: order.id,
        customer,
        reference,
        address: place.address,
        state,
        reason,
        plannedPlace: at + 1,
        actualPlace: places.get(order.id) ?? null,
        plannedAt: plan.arrivesAt,
        arrivedAt,
        delaySeconds: arrival === null || planned === null ? null : seconds(arrival - planned),
        isLate: arrival !== null && order.to !== null && arrival > Date.parse(order.to),
        plannedWorkSeconds: workOf(planned, timeOf(plan.leavesAt), order.from),
        workSeconds: workOf(arrival, departureFrom(order, visits), order.from),
        plannedMeters: plan.meters,
        drivenSeconds: drive === undefined ? null : seconds(drive.to - drive.from),
        drivenMeters: drive === undefined ? null : (meters.get(order.id) ?? null),
      },
    ];
  });
  return {
    routeId: id,
    day,
    deviceId,
    deviceName,
    driverUniqueId,
    driverName,
    stops,
    total: comparedTotal(stops),
    isMeasured,
  };
}

/** Sums over stops of one route or of several. */
export function comparedTotal(stops: readonly ComparedStop[]): ComparedTotal {
  const compared = known(stops.map(({ delaySeconds }) => delaySeconds));
  const worked = stops.filter(
    ({ workSeconds, plannedWorkSeconds }) => workSeconds !== null && plannedWorkSeconds !== null,
  );
  const driven = known(stops.map(({ drivenSeconds }) => drivenSeconds));
  const measured = known(stops.map(({ drivenMeters }) => drivenMeters));
  return {
    stops: stops.length,
    reached: stops.filter(({ arrivedAt }) => arrivedAt !== null).length,
    compared: compared.length,
    delaySeconds: sum(compared),
    late: stops.filter(({ isLate }) => isLate).length,
    worked: worked.length,
    plannedWorkSeconds: sum(worked.map(({ plannedWorkSeconds }) => plannedWorkSeconds ?? 0)),
    workSeconds: sum(worked.map(({ workSeconds }) => workSeconds ?? 0)),
    driven: driven.length,
    drivenSeconds: sum(driven),
    measured: measured.length,
    drivenMeters: sum(measured),
  };
}

/** Orders that were reached, in the order of their arrivals. */
const reachedIn = (orders: readonly Compared[]) =>
  orders
    .flatMap((order) => (order.arrivedAt === null ? [] : [{ order, at: Date.parse(order.arrivedAt) }]))
    .toSorted((a, b) => a.at - b.at);

/** End of the work as it was reported; null = not yet, or the arrival is a conclusion from it. */
function reportedEnd({ endedAt }: Compared, arrival: number): number | null {
  const end = timeOf(endedAt);
  return end !== null && end > arrival ? end : null;
}
/** As the fence saw it, or else the end that was reported. */
function departureFrom(order: Compared, { stops }: RouteVisits): number | null {
  const arrival = timeOf(order.arrivedAt);
  if (arrival === null) return null;
  return stops[order.id]?.leftAt ?? reportedEnd(order, arrival);
}

/** Seconds of work between arrival and departure; waiting for the time window is none. */
function workOf(arrival: number | null, departure: number | null, from: string | null): number | null {
  if (arrival === null || departure === null) return null;
  const begin = Math.max(arrival, timeOf(from) ?? arrival);
  // Whoever left before the window began did the work before it.
  return seconds(departure - (begin < departure ? begin : Math.min(arrival, departure)));
}

const timeOf = (text: string | null): number | null => (text === null ? null : Date.parse(text));
const seconds = (ms: number): number => Math.round(ms / 1000);
const known = (values: readonly (number | null)[]): readonly number[] =>
  values.filter((value) => value !== null);
const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0);
