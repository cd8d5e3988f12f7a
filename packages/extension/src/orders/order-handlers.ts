import type { ExtensionHandler } from '../extension-route.ts';
import { withTrackingApi } from '../with-tracking-api.ts';
import { importOrders } from './import-orders.ts';
import { listOrders } from './list-orders.ts';
import { orderErrors, type OrderDeps } from './order-deps.ts';
import { notGuest, seenOrder } from './seen-orders.ts';
import { reportStep } from './step-orders.ts';
import { changeOrder, makeOrder, removeOrder } from './write-orders.ts';

const readOrder = (deps: OrderDeps): ExtensionHandler<'GET /orders/:id'> =>
  notGuest(
    withTrackingApi(deps, async (here, { caller, params }) => {
      const order = await seenOrder(here, caller, params.id);
      return order === null ? orderErrors.unknown() : { status: 200, body: order };
    }),
  );

/** Handlers of orders. */
export const orderHandlers = (deps: OrderDeps) => ({
  'GET /orders': listOrders(deps),
  'GET /orders/:id': readOrder(deps),
  'POST /orders': makeOrder(deps),
  'POST /orders/import': importOrders(deps),
  'PUT /orders/:id': changeOrder(deps),
  'POST /orders/:id/steps': reportStep(deps),
  'DELETE /orders/:id': removeOrder(deps),
});
