import { foldText } from '@rastro/fleet';
import type { RoadOrderDetail } from '@rastro/fleet/orders';
import type { RoadRoute } from '@rastro/fleet/road-routes';
import { readStoredRoute, type StoredRoute } from '@rastro/fleet/schemas';
import type { ExtensionBatch, ExtensionDocument, Listing } from '@rastro/storage';
import type { OrderDeps } from './order-deps.ts';
import { orderOf } from './order-store.ts';

export const ROUTES = 'roadRoute';
export const ROUTE_COUNTER = 'roadRouteCounter';
const DIGITS = 12;
type Storage = Pick<OrderDeps['storage'], 'document'>;
export type Put = NonNullable<ExtensionBatch['put']>[number];

export const routeKey = (id: number): string => String(id).padStart(DIGITS, '0');

export const routeIn = ({ key, version, body }: ExtensionDocument): RoadRoute => ({
  ...readStoredRoute(body),
  id: Number(key),
  version,
});
/** Null = there is none. */
export async function routeOf(storage: Storage, id: number): Promise<RoadRoute | null> {
  const found = await storage.document(ROUTES, routeKey(id));
  return found && routeIn(found);
}

export function routeListing({ ownerId, deviceId, deviceName, driverName, note, day }: StoredRoute): Listing {
  const text = foldText([deviceName, driverName, note].join(' '));
  return { ownerId, deviceId, state: '', at: Date.parse(`${day}T00:00:00Z`), amount: 0, text };
}
/** Document of a route, as it is put. */
export const routePut = ({ id, version, ...stored }: RoadRoute): Put => ({
  kind: ROUTES,
  key: routeKey(id),
  body: stored satisfies StoredRoute,
  replaces: version,
  listing: routeListing(stored),
});
export const routeRemoval = ({ id, version }: Pick<RoadRoute, 'id' | 'version'>) => ({
  kind: ROUTES,
  key: routeKey(id),
  replaces: version,
});

/** Orders of the stops of a route, in their order. A stop and its order are written together: none is missing. */
export async function ordersOf(storage: Storage, { stops }: RoadRoute): Promise<readonly RoadOrderDetail[]> {
  const orders = await Promise.all(stops.map(({ orderId }) => orderOf(storage, orderId)));
  return orders.filter((order) => order !== null);
}

const PAGE = 200;
/** Pages of the routes of days in a period, ms since 1970; of some companies, else of all. */
export async function* routesBetween(
  storage: Pick<OrderDeps['storage'], 'listedDocuments'>,
  {
    from,
    to,
    ownerIds = null,
  }: { readonly from: number; readonly to: number; readonly ownerIds?: readonly number[] | null },
): AsyncGenerator<readonly RoadRoute[], void> {
  let after: Parameters<typeof storage.listedDocuments>[0]['after'] = null;
  do {
    const page: Awaited<ReturnType<typeof storage.listedDocuments>> = await storage.listedDocuments({
      kind: ROUTES,
      ownerIds,
      deviceIds: null,
      states: null,
      from,
      to,
      text: null,
      sort: 'at',
      isDescending: false,
      after,
      limit: PAGE,
    });
    yield page.documents.map(routeIn);
    after = page.next;
  } while (after !== null);
}
