import type { User } from '@rastro/fleet';
import type { RoadOrderDetail } from '@rastro/fleet/orders';
import type { RoadRoute } from '@rastro/fleet/road-routes';
import { isInSight, notGuest as notGuestOr, sightOf } from '../companies.ts';
import { orderErrors, type OrderContext } from './order-deps.ts';
import { orderOf } from './order-store.ts';
import { routeOf } from './route-store.ts';

export const notGuest = notGuestOr(orderErrors.guest);

/** An order that the caller sees. Null = there is none, or it is not theirs. */
export async function seenOrder(
  here: OrderContext,
  caller: User,
  id: number,
): Promise<RoadOrderDetail | null> {
  const order = await orderOf(here.storage, id);
  return order && isInSight(await sightOf(here, caller), order) ? order : null;
}
/** A route that the caller sees. Null = there is none, or it is not theirs. */
export async function seenRoute(here: OrderContext, caller: User, id: number): Promise<RoadRoute | null> {
  const route = await routeOf(here.storage, id);
  return route && isInSight(await sightOf(here, caller), route) ? route : null;
}
