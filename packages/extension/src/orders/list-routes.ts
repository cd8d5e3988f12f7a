import { nextTurn } from '@rastro/base/host';
import { foldText } from '@rastro/fleet';
import type { RouteLine, RouteProgress } from '@rastro/fleet/road-routes';
import { OPEN_ORDER_STATES } from '@rastro/fleet/orders';
import type { ExtensionDocument } from '@rastro/storage';
import { inSight, isInSight, sightOf } from '../companies.ts';
import type { ExtensionHandler } from '../extension-route.ts';
import { cursorIn, pageLimit, writtenCursor } from '../listing-cursor.ts';
import { withTrackingApi } from '../with-tracking-api.ts';
import { orderErrors, type OrderContext, type OrderDeps } from './order-deps.ts';
import { orderKey, orderOf, ORDERS } from './order-store.ts';
import { routeDetail, timesOf } from './route-times.ts';
import { ordersOf, routeIn, ROUTES } from './route-store.ts';
import { notGuest, seenRoute } from './seen-orders.ts';

/** Documents that are read without others being served between them. */
const AT_ONCE = 5;

const midnight = (day: string | null): number | null =>
  day === null ? null : Date.parse(`${day}T00:00:00Z`);

/** Routes in pages, each with how far its work is. */
export const listRoutes = (deps: OrderDeps): ExtensionHandler<'GET /routes'> =>
  notGuest(
    withTrackingApi(deps, async (here, { caller, query }) => {
      const after = cursorIn(query.after, query.sort === 'vehicle');
      if (after === undefined) return orderErrors.invalid('after is not the next of a page');
      const page = await here.storage.listedDocuments({
        kind: ROUTES,
        ...inSight(await sightOf(here, caller), query.deviceId),
        states: null,
        from: midnight(query.from),
        to: midnight(query.to),
        text: query.text === null ? null : foldText(query.text),
        sort: query.sort === 'vehicle' ? 'text' : 'at',
        isDescending: query.descending,
        after,
        limit: pageLimit(query.limit),
      });
      return {
        status: 200,
        body: { routes: await linesOf(here, page.documents), next: page.next && writtenCursor(page.next) },
      };
    }),
  );

/** Routes of a page. A page may have ten thousand stops: of their orders only the states are read. */
async function linesOf(
  { storage }: OrderContext,
  documents: readonly ExtensionDocument[],
): Promise<readonly RouteLine[]> {
  const lines: RouteLine[] = [];
  for (const [at, document] of documents.entries()) {
    if (at % AT_ONCE === AT_ONCE - 1) await nextTurn();
    const { stops, ...route } = routeIn(document);
    const states = await storage.listedStates(
      ORDERS,
      stops.map(({ orderId }) => orderKey(orderId)),
    );
    const lateCount = stops.filter(({ isLate }) => isLate).length;
    lines.push({ ...route, stopCount: stops.length, lateCount, progress: progressOf([...states.values()]) });
  }
  return lines;
}

function progressOf(states: readonly string[]): RouteProgress {
  const count = (isCounted: (state: string) => boolean): number => states.filter(isCounted).length;
  return {
    done: count((state) => state === 'done'),
    failed: count((state) => state === 'failed'),
    open: count((state) => OPEN_ORDER_STATES.some((each) => each === state)),
  };
}

export const readRoute = (deps: OrderDeps): ExtensionHandler<'GET /routes/:id'> =>
  notGuest(
    withTrackingApi(deps, async (here, { caller, params }) => {
      const route = await seenRoute(here, caller, params.id);
      if (route === null) return orderErrors.noRoute();
      return { status: 200, body: routeDetail(route, await ordersOf(here.storage, route)) };
    }),
  );

/** Times of stops that are being put in order. */
export const routeTimes = (deps: OrderDeps): ExtensionHandler<'POST /routes/times'> =>
  notGuest(
    withTrackingApi(deps, async (here, { caller, body }) => {
      const sight = await sightOf(here, caller);
      const orders = [];
      for (const id of body.orderIds) {
        const order = await orderOf(here.storage, id);
        if (order === null || !isInSight(sight, order)) return orderErrors.unknown();
        orders.push(order);
      }
      const ownerId = orders[0]?.ownerId ?? sight.own;
      return { status: 200, body: await timesOf(here, caller, { ...body, ownerId }, orders) };
    }),
  );
