import { DAY_MS } from '@rastro/base';
import { nextTurn } from '@rastro/base/host';
import { isTimeZone } from '@rastro/fleet';
import { MAX_ORDER_REPORT_DAYS, OrderSums } from '@rastro/fleet/orders';
import type { ExtensionHandler } from '../extension-route.ts';
import { withTrackingApi } from '../with-tracking-api.ts';
import { isOfThese, narrowedSight } from './narrowed-orders.ts';
import { orderErrors, type OrderContext, type OrderDeps } from './order-deps.ts';
import { orderIn, ORDERS } from './order-store.ts';
import { routeOf } from './route-store.ts';
import { notGuest } from './seen-orders.ts';

const USUAL_DAYS = 30;
/** Orders that are read without others being served between them. */
const AT_ONCE = 100;

/** Orders of a period, added up: done, failed by reason, on time, and against their plan. */
export const orderReport = (deps: OrderDeps): ExtensionHandler<'GET /orders/report'> =>
  notGuest(
    withTrackingApi(deps, async (here, { caller, query }) => {
      const to = query.to ?? here.clock.now();
      const from = query.from ?? to - USUAL_DAYS * DAY_MS;
      if (to < from) return orderErrors.invalid('to is before from');
      if (to - from > (MAX_ORDER_REPORT_DAYS + 1) * DAY_MS)
        return orderErrors.invalid(`from is more than ${MAX_ORDER_REPORT_DAYS} days before to`);
      const zone = query.zone ?? 'UTC';
      if (!isTimeZone(zone)) return orderErrors.invalid('zone is no time zone');
      const sums = new OrderSums(query.by ?? 'day', zone);
      const planOf = plannedArrivals(here);
      const filter = { kind: ORDERS, ...(await narrowedSight(here, caller, query)), from, to };
      const isOfThis = isOfThese(query);
      let after: Parameters<typeof here.storage.listedDocuments>[0]['after'] = null;
      do {
        const page: Awaited<ReturnType<typeof here.storage.listedDocuments>> =
          await here.storage.listedDocuments({
            ...filter,
            states: null,
            text: null,
            sort: 'at',
            isDescending: false,
            after,
            limit: AT_ONCE,
          });
        for (const order of page.documents.map(orderIn).filter(isOfThis))
          sums.add(order, await planOf(order));
        after = page.next;
        await nextTurn();
      } while (after !== null);
      return { status: 200, body: sums.report() };
    }),
  );

/** Planned arrivals of orders, each route being read once. */
function plannedArrivals({ storage }: OrderContext) {
  const routes = new Map<number, ReadonlyMap<number, string | null>>();
  return async ({
    id,
    routeId,
  }: {
    readonly id: number;
    readonly routeId: number;
  }): Promise<string | null> => {
    if (routeId === 0) return null;
    let stops = routes.get(routeId);
    if (stops === undefined) {
      const route = await routeOf(storage, routeId);
      stops = new Map(route?.stops.map(({ orderId, arrivesAt }) => [orderId, arrivesAt]) ?? []);
      routes.set(routeId, stops);
    }
    return stops.get(id) ?? null;
  };
}
