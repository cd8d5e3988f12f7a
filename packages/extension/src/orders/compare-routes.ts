import { nextTurn } from '@rastro/base/host';
import { foldText } from '@rastro/fleet';
import type { RoadOrderDetail } from '@rastro/fleet/orders';
import { compareRoute, drivesTo, type RoadRoute, type RouteComparison } from '@rastro/fleet/road-routes';
import type { ListingCursor } from '@rastro/storage';
import type { ExtensionCall, ExtensionHandler } from '../extension-route.ts';
import { cursorIn, writtenCursor } from '../listing-cursor.ts';
import { withTrackingApi } from '../with-tracking-api.ts';
import type { DriveDistances, ReadingBudget } from './drive-distances.ts';
import { isOfThese, narrowedSight } from './narrowed-orders.ts';
import { orderErrors, type OrderContext, type OrderDeps } from './order-deps.ts';
import { ordersOf, routeIn, ROUTES } from './route-store.ts';
import { notGuest, seenRoute } from './seen-orders.ts';
import { visitsOf } from './visit-store.ts';

export interface ComparisonDeps extends OrderDeps {
  readonly distances: DriveDistances;
}
type Here = OrderContext & Pick<ComparisonDeps, 'distances'>;
type Asked = ExtensionCall<'GET /routes/comparison'>['query'];

const [USUAL_ROUTES, MOST_ROUTES] = [10, 50];
/** Distances are read for so long; who waits sees the others when they ask again. */
const READING_MS = 1500;
/** Routes and stops that are looked at for a page: of more, the reader asks again. */
const [MOST_READ, MOST_STOPS] = [200, 1000];

/** A route as it was planned and as it went. */
export const readComparison = (deps: ComparisonDeps): ExtensionHandler<'GET /routes/:id/comparison'> =>
  notGuest(
    withTrackingApi(deps, async (here, { caller, params }) => {
      const route = await seenRoute(here, caller, params.id);
      if (route === null) return orderErrors.noRoute();
      const budget = { until: here.clock.now() + READING_MS, hasRead: false };
      return {
        status: 200,
        body: await compared(here, route, await ordersOf(here.storage, route), { budget, shown: null }),
      };
    }),
  );

/** Routes of a period, stop by stop. */
export const listComparisons = (deps: ComparisonDeps): ExtensionHandler<'GET /routes/comparison'> =>
  notGuest(
    withTrackingApi(deps, async (here, { caller, query }) => {
      const isByVehicle = query.sort === 'vehicle';
      const first = cursorIn(query.after, isByVehicle);
      if (first === undefined) return orderErrors.invalid('after is not the next of a page');
      const wanted = Math.min(Math.max(1, query.limit ?? USUAL_ROUTES), MOST_ROUTES);
      const filter = {
        kind: ROUTES,
        ...(await narrowedSight(here, caller, query)),
        states: null,
        from: midnight(query.from),
        to: midnight(query.to),
        text: null,
        sort: isByVehicle ? 'text' : 'at',
        isDescending: query.descending,
        limit: wanted,
      } as const;
      const budget = { until: here.clock.now() + READING_MS, hasRead: false };
      const routes: RouteComparison[] = [];
      let [after, read, stops]: [ListingCursor | null, number, number] = [first, 0, 0];
      do {
        const page: Awaited<ReturnType<typeof here.storage.listedDocuments>> =
          await here.storage.listedDocuments({ ...filter, after });
        for (const route of page.documents.map(routeIn)) {
          const found = await comparedPart(here, route, query, budget);
          await nextTurn();
          stops += route.stops.length;
          if (found !== null) routes.push(found);
        }
        read += page.documents.length;
        after = page.next;
      } while (after !== null && routes.length === 0 && read < MOST_READ && stops < MOST_STOPS);
      return { status: 200, body: { routes, next: after && writtenCursor(after) } };
    }),
  );

const midnight = (day: string | null): number | null =>
  day === null ? null : Date.parse(`${day}T00:00:00Z`);

/** The stops of a route that are asked for; null = none of them is. */
async function comparedPart(
  here: Here,
  route: RoadRoute,
  query: Asked,
  budget: ReadingBudget,
): Promise<RouteComparison | null> {
  const orders = await ordersOf(here.storage, route);
  const isOfThis = isOfThese(query);
  const words = foldText(query.text ?? '')
    .split(/\s+/)
    .filter((word) => word !== '');
  const isFound = ({ customer, reference, place }: RoadOrderDetail): boolean => {
    const text = foldText([route.deviceName, route.driverName, customer, reference, place.address].join(' '));
    return words.every((word) => text.includes(word));
  };
  const shown = new Set(orders.filter((order) => isOfThis(order) && isFound(order)).map(({ id }) => id));
  return shown.size === 0 ? null : compared(here, route, orders, { budget, shown });
}

interface Wanted {
  readonly budget: ReadingBudget;
  /** Orders whose stops are wanted; places and drives are those of the whole route. Null = all. */
  readonly shown: ReadonlySet<number> | null;
}
async function compared(
  { storage, distances }: Here,
  route: RoadRoute,
  orders: readonly RoadOrderDetail[],
  { budget, shown }: Wanted,
): Promise<RouteComparison> {
  const { visits } = await visitsOf(storage, route);
  const isShown = ({ orderId }: { readonly orderId: number }): boolean => shown?.has(orderId) ?? true;
  const measured = await distances.metersOf(route, drivesTo(orders, visits).filter(isShown), budget);
  return compareRoute(route, orders, { visits, ...measured, isShown });
}
