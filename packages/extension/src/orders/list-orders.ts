import { foldText } from '@rastro/fleet';
import { ORDER_STATES } from '@rastro/fleet/orders';
import type { ExtensionCall, ExtensionHandler } from '../extension-route.ts';
import { cursorIn, pageLimit, writtenCursor } from '../listing-cursor.ts';
import { withTrackingApi } from '../with-tracking-api.ts';
import { narrowedSight } from './narrowed-orders.ts';
import { orderErrors, type OrderDeps } from './order-deps.ts';
import type { OrderRisks } from './order-risks.ts';
import { lineOf, orderIn, ORDERS } from './order-store.ts';
import { notGuest } from './seen-orders.ts';

type Asked = ExtensionCall<'GET /orders'>['query'];

export interface ListDeps extends OrderDeps {
  readonly risks: OrderRisks;
}

/** Orders in pages. */
export const listOrders = (deps: ListDeps): ExtensionHandler<'GET /orders'> =>
  notGuest(
    withTrackingApi(deps, async (here, { caller, query }) => {
      const after = cursorIn(query.after, query.sort === 'customer');
      if (after === undefined) return orderErrors.invalid('after is not the next of a page');
      const filter = { ...filterOf(query), ...(await narrowedSight(here, caller, query)) };
      const { risk } = query;
      if (risk !== null) return here.risks.list(here, caller, { query: { ...query, risk }, filter, after });
      const [page, sums] = await Promise.all([
        here.storage.listedDocuments({
          ...filter,
          states: query.state.length > 0 ? query.state : null,
          sort: query.sort === 'customer' ? 'text' : 'at',
          isDescending: query.descending,
          after,
          limit: pageLimit(query.limit),
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

const filterOf = (query: Asked) => ({
  kind: ORDERS,
  states: null,
  from: query.from,
  to: query.to,
  text: query.text === null ? null : foldText(query.text),
});
