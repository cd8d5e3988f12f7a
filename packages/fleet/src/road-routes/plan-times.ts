import type { LatLng } from '../geometry/distance.ts';
import type { RoadOrder } from '../orders/order.ts';
import type { TravelRoute, TravelSource } from '../routing/ports.ts';
import type { PlannedRouteStop, RouteTimes } from './road-route.ts';

/** An order as a stop, with its place. */
export type PlacedOrder = Pick<RoadOrder, 'id' | 'from' | 'to' | 'minutes' | 'load'> & {
  /** Null = it has only an address, or its geofence is gone. */
  readonly at: LatLng | null;
};
export interface RouteFrame {
  /** Departure, ISO 8601. */
  readonly beginsAt: string;
  readonly start: LatLng | null;
  readonly end: LatLng | null;
}

/** Travel of a route that goes nowhere, or of which no place is known. */
const NO_TRAVEL: TravelSource = { source: 'history', failure: null };
const MINUTE_MS = 60_000;

/** Places between which travel is asked, in their order: those that are known. */
export function placesOf({ start, end }: RouteFrame, orders: readonly PlacedOrder[]): readonly LatLng[] {
  return [start, ...orders.map(({ at }) => at), end].filter((place) => place !== null);
}

/**
 * Times of the stops in their order: travel, waiting for the time window, work. After a stop whose place is not known no
 * time is known until the end. @param travel Through `placesOf`; null = there are fewer than two.
 */
export function planTimes(
  { beginsAt, start, end }: RouteFrame,
  orders: readonly PlacedOrder[],
  travel: TravelRoute | null,
): RouteTimes {
  const legs = [...(travel?.legs ?? [])];
  let [hasPlace, isKnown] = [start !== null, true];
  let now = Date.parse(beginsAt);
  let total = 0;
  /** Goes to a place. @returns metres; null = not known. */
  const goTo = (place: LatLng | null): number | null => {
    // Without a start the first stop is where the vehicle begins.
    const leg = hasPlace && place !== null ? legs.shift() : undefined;
    const isNext =
      isKnown && place !== null && (leg === undefined ? !hasPlace : Number.isFinite(leg.seconds));
    isKnown = isNext;
    hasPlace ||= place !== null;
    if (!isNext) return null;
    now += Math.round((leg?.seconds ?? 0) * 1000);
    total += leg?.meters ?? 0;
    return leg?.meters ?? 0;
  };
  const stops = orders.map((order): PlannedRouteStop => {
    const meters = goTo(order.at);
    if (meters === null)
      return {
        orderId: order.id,
        arrivesAt: null,
        leavesAt: null,
        waitSeconds: 0,
        isLate: false,
        meters: null,
      };
    const arrival = now;
    const begin = Math.max(arrival, order.from === null ? arrival : Date.parse(order.from));
    now = begin + order.minutes * MINUTE_MS;
    return {
      orderId: order.id,
      arrivesAt: iso(arrival),
      leavesAt: iso(now),
      waitSeconds: Math.round((begin - arrival) / 1000),
      isLate: order.to !== null && begin > Date.parse(order.to),
      meters: Math.round(meters),
    };
  });
  if (end !== null) goTo(end);
  const { source, failure } = travel ?? NO_TRAVEL;
  return {
    stops,
    endsAt: isKnown ? iso(now) : null,
    meters: isKnown ? Math.round(total) : null,
    load: orders.reduce((sum, { load }) => sum + load, 0),
    travel: { source, failure },
  };
}

const iso = (time: number): string => new Date(time).toISOString();
