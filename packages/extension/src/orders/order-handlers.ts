import type { ExtensionHandler } from '../extension-route.ts';
import { withTrackingApi } from '../with-tracking-api.ts';
import { listComparisons, readComparison, type ComparisonDeps } from './compare-routes.ts';
import { importOrders } from './import-orders.ts';
import { listOrders, type ListDeps } from './list-orders.ts';
import { liveRoute } from './live-route.ts';
import { orderErrors, type OrderDeps, type PlanDeps } from './order-deps.ts';
import { orderReport } from './order-report.ts';
import { notGuest, seenOrder } from './seen-orders.ts';
import { listRoutes, readRoute, routeTimes } from './list-routes.ts';
import { planDay, readPlan, removePlan, savePlan } from './plan-day.ts';
import { reportStep } from './step-orders.ts';
import { changeOrder, makeOrder, removeOrder } from './write-orders.ts';
import { changeRoute, makeRoute, removeRoute } from './write-routes.ts';

const readOrder = (deps: OrderDeps): ExtensionHandler<'GET /orders/:id'> =>
  notGuest(
    withTrackingApi(deps, async (here, { caller, params }) => {
      const order = await seenOrder(here, caller, params.id);
      return order === null ? orderErrors.unknown() : { status: 200, body: order };
    }),
  );

/** Handlers of orders and routes. */
export const orderHandlers = (deps: PlanDeps & ComparisonDeps & ListDeps) => ({
  'GET /orders': listOrders(deps),
  'GET /orders/report': orderReport(deps),
  'GET /orders/:id': readOrder(deps),
  'POST /orders': makeOrder(deps),
  'POST /orders/import': importOrders(deps),
  'PUT /orders/:id': changeOrder(deps),
  'POST /orders/:id/steps': reportStep(deps),
  'DELETE /orders/:id': removeOrder(deps),
  'GET /routes': listRoutes(deps),
  'GET /routes/comparison': listComparisons(deps),
  'GET /routes/:id/comparison': readComparison(deps),
  'GET /routes/:id': readRoute(deps),
  'GET /routes/:id/live': liveRoute(deps),
  'POST /routes/times': routeTimes(deps),
  'GET /routes/plan': readPlan(deps),
  'POST /routes/plan': planDay(deps),
  'DELETE /routes/plan': removePlan(deps),
  'POST /routes/plan/save': savePlan(deps),
  'POST /routes': makeRoute(deps),
  'PUT /routes/:id': changeRoute(deps),
  'DELETE /routes/:id': removeRoute(deps),
});
