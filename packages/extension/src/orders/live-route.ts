import type { LatLng, Position, User } from '@rastro/fleet';
import type { RoadOrderDetail } from '@rastro/fleet/orders';
import {
  placesOf,
  planTimes,
  type LiveRoute,
  type LiveStop,
  type PlacedOrder,
  type PlannedRouteStop,
  type RoadRoute,
  type RouteFrame,
} from '@rastro/fleet/road-routes';
import type { TravelRoute } from '@rastro/fleet/routing';
import type { RouteVisits } from '@rastro/fleet/stop-visits';
import type { ExtensionHandler } from '../extension-route.ts';
import { answered } from '../tracking-failure.ts';
import { soon, withTrackingApi } from '../with-tracking-api.ts';
import { travelAsked } from './arrival-models.ts';
import { orderErrors, type OrderContext, type OrderDeps } from './order-deps.ts';
import { legsOf, secondsOf, type Leg } from './live-legs.ts';
import { placeFinder } from './order-places.ts';
import { ordersOf } from './route-store.ts';
import { notGuest, seenRoute } from './seen-orders.ts';
import { visitsOf } from './visit-store.ts';

/** Older positions tell nothing of an arrival. */
export const SILENT_MS = 15 * 60_000;
const MINUTE_MS = 60_000;
const SPAN_STEP_MS = 5 * MINUTE_MS;

/** A route as it really goes, and when its next stops are reached. */
export const liveRoute = (deps: OrderDeps): ExtensionHandler<'GET /routes/:id/live'> =>
  notGuest(
    withTrackingApi(deps, async (here, { caller, params }) => {
      const route = await seenRoute(here, caller, params.id);
      if (route === null) return orderErrors.noRoute();
      const { live } = await goingRoute(here, caller, route, await ordersOf(here.storage, route));
      return { status: 200, body: live };
    }),
  );

/** Vehicle with its stops; without a route, `id` is 0. */
export type RouteVehicle = Pick<RoadRoute, 'id' | 'ownerId' | 'deviceId' | 'beginsAt' | 'start' | 'end'>;
/** A route as it goes at this moment. */
export interface GoingRoute {
  readonly live: LiveRoute;
  /** It is not to leave yet, and has been nowhere. */
  readonly isEarly: boolean;
  readonly latest: Position | null;
}
/** Progress of a vehicle through its stops. */
export async function goingRoute(
  here: OrderContext,
  caller: User,
  route: RouteVehicle,
  orders: readonly RoadOrderDetail[],
): Promise<GoingRoute> {
  const { storage, trackingApi, clock } = here;
  const now = clock.now();
  const { visits } = await visitsOf(storage, route);
  const latest = answered(await trackingApi.as(route.ownerId).positions.latestOf(route.deviceId, soon()));
  const positionAt = latest?.fixTime ?? null;
  const isSilent = positionAt === null || now - Date.parse(positionAt) > SILENT_MS;
  const next = await nextStops(here, caller, route, orders);
  const hasBegun = orders.some(({ arrivedAt, endedAt }) => arrivedAt !== null || endedAt !== null);
  // Before the departure it is where the plan says; later on where it is.
  const isEarly = !hasBegun && now < Date.parse(route.beginsAt);
  const place: LatLng | null = isEarly ? next.start : isSilent ? null : latest;
  const departs = isEarly ? Date.parse(route.beginsAt) : departureOf(orders, visits, now);
  const isKnown = next.orders.length > 0 && (isEarly || place !== null);
  const frame = { beginsAt: iso(departs), start: place, end: next.end };
  const through = isKnown ? placesOf(frame, next.orders) : [];
  const travel =
    through.length < 2
      ? null
      : await here.travel.route(through, await travelAsked(here, route.ownerId, departs));
  const legs =
    travel &&
    (await legsOf(here, route, { travel, through, departs, isUnderWay: !isEarly && departs === now }));
  const spans = isKnown ? spansOf(frame, next.orders, travel, legs) : null;
  const live: LiveRoute = {
    positionAt,
    isSilent,
    stops: orders.map(({ id, arrivedAt }): LiveStop => {
      const visit = visits.stops[id];
      const at = next.orders.findIndex((order) => order.id === id);
      return {
        orderId: id,
        arrivedAt: arrivedAt ?? isoOf(visit?.arrivedAt),
        leftAt: isoOf(visit?.leftAt),
        ...expectedAt(spans, at),
      };
    }),
    endsAt: spans?.usual.endsAt ?? null,
    travel: { source: travel?.source ?? 'history', failure: travel?.failure ?? null },
  };
  return { live, isEarly, latest };
}

/** Places of the stops to come, and of the ends. */
async function nextStops(
  here: OrderContext,
  caller: User,
  route: RouteVehicle,
  orders: readonly RoadOrderDetail[],
): Promise<{
  readonly orders: readonly PlacedOrder[];
  readonly start: LatLng | null;
  readonly end: LatLng | null;
}> {
  const places = placeFinder(here, [caller, { id: route.ownerId, administrator: false }]);
  const placed: PlacedOrder[] = [];
  for (const order of orders)
    if (order.state === 'assigned' || order.state === 'underWay' || order.state === 'planned')
      placed.push({ ...order, at: await places(order.place) });
  return { orders: placed, start: await places(route.start), end: await places(route.end) };
}

/** Now, or when the work at the stop where the vehicle is should be over. */
function departureOf(orders: readonly RoadOrderDetail[], { stops }: RouteVisits, now: number): number {
  const ends = orders
    .filter(({ state, id }) => state === 'arrived' && (stops[id]?.leftAt ?? null) === null)
    .map(({ arrivedAt, from, minutes }) => {
      const begin = Math.max(Date.parse(arrivedAt ?? iso(now)), from === null ? 0 : Date.parse(from));
      return begin + minutes * MINUTE_MS;
    });
  return Math.max(now, ...ends);
}

type Times = ReturnType<typeof planTimes>;
interface Spans {
  readonly early: Times;
  readonly usual: Times;
  readonly late: Times;
}
/** Times as expected, and when travel is as fast and as slow as it mostly is at most. */
function spansOf(
  frame: RouteFrame,
  orders: readonly PlacedOrder[],
  travel: TravelRoute | null,
  legs: readonly Leg[] | null,
): Spans {
  const times = (side: keyof Leg): Times => {
    const seconds = legs && secondsOf(legs, side);
    return planTimes(
      frame,
      orders,
      travel && {
        ...travel,
        legs: travel.legs.map((leg, at) => ({ ...leg, seconds: seconds?.[at] ?? leg.seconds })),
      },
    );
  };
  return { early: times('low'), usual: times('seconds'), late: times('high') };
}

/** @param at Of the stops to come; -1 = it is none. */
function expectedAt(spans: Spans | null, at: number): Pick<LiveStop, 'expected' | 'risk'> {
  const [early, usual, late]: (PlannedRouteStop | undefined)[] =
    spans === null ? [] : [spans.early.stops[at], spans.usual.stops[at], spans.late.stops[at]];
  const arrival = usual?.arrivesAt ?? null;
  if (arrival === null) return { expected: null, risk: 'none' };
  // A span to the minute would promise more than is known.
  const from = Math.floor(Date.parse(early?.arrivesAt ?? arrival) / SPAN_STEP_MS) * SPAN_STEP_MS;
  const to = Math.ceil(Date.parse(late?.arrivesAt ?? arrival) / SPAN_STEP_MS) * SPAN_STEP_MS;
  const expected = { at: arrival, from: iso(from), to: iso(to) };
  const risk = usual?.isLate === true ? 'late' : late?.isLate === true ? 'atRisk' : 'none';
  return { expected, risk };
}

const iso = (time: number): string => new Date(time).toISOString();
const isoOf = (time: number | null | undefined): string | null =>
  typeof time === 'number' ? iso(time) : null;
