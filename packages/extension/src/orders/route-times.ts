import type { User } from '@rastro/fleet';
import type { RoadOrder, RoadOrderDetail } from '@rastro/fleet/orders';
import {
  placesOf,
  planTimes,
  type PlacedOrder,
  type RoadRoute,
  type RouteTimes,
} from '@rastro/fleet/road-routes';
import { travelAsked } from './arrival-models.ts';
import type { OrderContext } from './order-deps.ts';
import { placeFinder } from './order-places.ts';
import { ordersOf, routeOf, routePut, type Put } from './route-store.ts';

/** Times of a route over some orders, as travel takes now. Geofences are places as the caller sees them, or the company. */
export async function timesOf(
  here: OrderContext,
  caller: User,
  { beginsAt, start, end, ownerId }: Pick<RoadRoute, 'beginsAt' | 'start' | 'end' | 'ownerId'>,
  orders: readonly RoadOrder[],
): Promise<RouteTimes> {
  const places = placeFinder(here, [caller, { id: ownerId, administrator: false }]);
  const frame = { beginsAt, start: await places(start), end: await places(end) };
  const placed: PlacedOrder[] = [];
  for (const order of orders) placed.push({ ...order, at: await places(order.place) });
  const through = placesOf(frame, placed);
  const travel =
    through.length < 2
      ? null
      : await here.travel.route(through, await travelAsked(here, ownerId, Date.parse(beginsAt)));
  return planTimes(frame, placed, travel);
}

/** A change of one stop, from outside its route. */
interface StopChange {
  /** Null = it is no stop any more. */
  readonly order: RoadOrder | null;
  readonly orderId: number;
}
/** Document of a route with the times after a change of some stops, stored with it. None = there is no such route. */
export async function replannedPuts(
  here: OrderContext,
  caller: User,
  routeId: number,
  changes: readonly StopChange[],
): Promise<readonly Put[]> {
  const route = routeId === 0 ? null : await routeOf(here.storage, routeId);
  if (route === null) return [];
  const changed = new Map(changes.map(({ orderId, order }) => [orderId, order]));
  const orders = (await ordersOf(here.storage, route))
    .map((order): RoadOrder | null => (changed.has(order.id) ? (changed.get(order.id) ?? null) : order))
    .filter((order) => order !== null);
  return [routePut({ ...route, ...(await timesOf(here, caller, route, orders)) })];
}

/** Document of the route of an order that became something else. */
export function puttingRoute(
  here: OrderContext,
  caller: User,
  before: RoadOrderDetail,
  next: RoadOrderDetail,
): Promise<readonly Put[]> {
  const isSame =
    next.routeId === before.routeId &&
    JSON.stringify(next.place) === JSON.stringify(before.place) &&
    [next.from, next.to, next.minutes, next.load].every(
      (value, at) => value === [before.from, before.to, before.minutes, before.load][at],
    );
  if (before.routeId === 0 || isSame) return Promise.resolve([]);
  const order = next.routeId === before.routeId ? next : null;
  return replannedPuts(here, caller, before.routeId, [{ orderId: before.id, order }]);
}

/** A route as it answers. */
export const routeDetail = (route: RoadRoute, orders: readonly RoadOrderDetail[]) => ({
  ...route,
  orders: orders.map(({ steps: _, ...order }) => order),
});
