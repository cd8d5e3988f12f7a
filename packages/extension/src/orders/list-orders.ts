import { foldText } from '@rastro/fleet';
import { ORDER_STATES } from '@rastro/fleet/orders';
import type { ListingCursor, ListingFilter } from '@rastro/storage';
import type { ExtensionCall, ExtensionHandler } from '../extension-route.ts';
import { withTrackingApi } from '../with-tracking-api.ts';
import { orderErrors, type OrderDeps } from './order-deps.ts';
import { lineOf, orderIn, ORDERS } from './order-store.ts';
import { notGuest, sightOf, type OrderSight } from './seen-orders.ts';

const USUAL_PAGE = 50;
const MAX_PAGE = 500;
type Asked = ExtensionCall<'GET /orders'>['query'];

/** Orders in pages. */
export const listOrders = (deps: OrderDeps): ExtensionHandler<'GET /orders'> =>
  notGuest(
    withTrackingApi(deps, async (here, { caller, query }) => {
      const after = cursorIn(query.after, query.sort === 'customer');
      if (after === undefined) return orderErrors.invalid('after is not the next of a page');
      const filter = filterOf(query, await sightOf(here, caller));
      const [page, sums] = await Promise.all([
        here.storage.listedDocuments({
          ...filter,
          states: query.state.length > 0 ? query.state : null,
          sort: query.sort === 'customer' ? 'text' : 'at',
          isDescending: query.descending,
          after,
          limit: Math.min(Math.max(1, query.limit ?? USUAL_PAGE), MAX_PAGE),
        }),
        here.storage.listedSums(filter),
      ]);
      const count = (state: string): number =>
        sums.reduce((sum, each) => sum + (each.state === state ? each.count : 0), 0);
      return {
        status: 200,
        body: {
          orders: page.documents.map((document) => lineOf(orderIn(document))),
          next: page.next && writtenCursor(page.next),
          counts: ORDER_STATES.map((state) => ({ state, count: count(state) })),
        },
      };
    }),
  );

function filterOf(query: Asked, { seen, deviceIds: seenDevices }: OrderSight): ListingFilter {
  const asked = query.deviceId.length > 0 ? query.deviceId : null;
  const deviceIds =
    seenDevices === null ? asked : (asked ?? [...seenDevices]).filter((id) => seenDevices.has(id));
  return {
    kind: ORDERS,
    ownerIds: seen,
    deviceIds,
    states: null,
    from: query.from,
    to: query.to,
    text: query.text === null ? null : foldText(query.text),
  };
}

/** The key comes first: a text may hold whatever separates the two. */
const writtenCursor = ({ key, value }: ListingCursor): string => `${key} ${value}`;
/** Undefined = it is none. */
function cursorIn(text: string | null, isText: boolean): ListingCursor | null | undefined {
  if (text === null) return null;
  const space = text.indexOf(' ');
  const [key, value] = [text.slice(0, Math.max(0, space)), text.slice(space + 1)];
  if (!/^\d+$/.test(key)) return undefined;
  if (isText) return { key, value };
  return Number.isSafeInteger(Number(value)) && value !== '' ? { key, value: Number(value) } : undefined;
}
