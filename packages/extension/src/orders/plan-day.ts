import { isConflict, randomToken } from '@rastro/base';
import type { User } from '@rastro/fleet';
import type { RoadOrder, RoadOrderDetail } from '@rastro/fleet/orders';
import type { DayPlan, PlannedDayRoute } from '@rastro/fleet/road-routes';
import type { DayPlanBody, StoredDayPlan } from '@rastro/fleet/schemas';
import { isInSight, sightOf } from '../companies.ts';
import type { ExtensionHandler, ExtensionReply } from '../extension-route.ts';
import { nextNumbers } from '../next-numbers.ts';
import { withTrackingApi } from '../with-tracking-api.ts';
import { orderErrors, type OrderContext, type OrderDeps, type PlanDeps } from './order-deps.ts';
import { lineOf, orderOf } from './order-store.ts';
import { planKey, planOf, PLANS, searchPlan, type PlannedVehicle } from './plan-search.ts';
import { ordersOf, ROUTE_COUNTER, type Put } from './route-store.ts';
import { notGuest, seenRoute } from './seen-orders.ts';
import { frameOf, isReply, saveRoutes, type SavedRoute } from './write-routes.ts';

const ID_CHARACTERS = 22;

/** Begins a search for the routes of a day; the caller's search before it ends. */
export const planDay = (deps: PlanDeps): ExtensionHandler<'POST /routes/plan'> =>
  notGuest(
    withTrackingApi(deps, async (here, { caller, body }) => {
      const found = await planned(here, caller, body);
      if (isReply(found)) return found;
      const plan: DayPlan = {
        id: randomToken(ID_CHARACTERS),
        day: body.day,
        state: 'running',
        share: 0,
        result: null,
      };
      const orderIds = found.orders.map(({ id }) => id);
      const stored: StoredDayPlan = { plan, at: here.clock.now(), orderIds };
      await here.storage.commit({
        put: [{ kind: PLANS, key: planKey(caller), body: stored, replaces: null }],
      });
      here.background.begin((closing) => searchPlan(here, { caller, plan, ...found }, closing));
      return { status: 200, body: { plan, orders: [] } };
    }),
  );

/** The last plan of the caller with the orders that it is about. */
export const readPlan = (deps: OrderDeps): ExtensionHandler<'GET /routes/plan'> =>
  notGuest(
    withTrackingApi(deps, async (here, { caller }) => {
      const found = await planOf(here, caller);
      if (found === null) return { status: 200, body: { plan: null, orders: [] } };
      return { status: 200, body: await answerOf(here, caller, found.plan.plan) };
    }),
  );

export const removePlan = (deps: OrderDeps): ExtensionHandler<'DELETE /routes/plan'> =>
  notGuest(
    withTrackingApi(deps, async (here, { caller }) => {
      await here.storage.commit({ remove: [{ kind: PLANS, key: planKey(caller), replaces: null }] });
      return { status: 204, body: '' };
    }),
  );

/** Makes and changes the routes of a plan in one commit, with the plan itself: the second time nothing happens. */
export const savePlan = (deps: OrderDeps): ExtensionHandler<'POST /routes/plan/save'> =>
  notGuest(
    withTrackingApi(deps, async (here, { caller, body }) => {
      const found = await planOf(here, caller);
      if (found?.plan.plan.id !== body.id) return orderErrors.noPlan();
      const { plan } = found.plan;
      if (plan.state === 'saved') return { status: 200, body: await answerOf(here, caller, plan) };
      if (plan.result === null) return orderErrors.planOutdated();
      const routes = await savedRoutes(here, caller, plan.result.routes);
      if (isReply(routes)) return routes;
      const isNew = ({ routeId }: PlannedDayRoute): boolean => routeId === 0;
      const numbers = await nextNumbers(here.storage, {
        kind: ROUTE_COUNTER,
        count: plan.result.routes.filter(isNew).length,
      });
      let next = numbers.first;
      const numbered = routes.map((each): SavedRoute =>
        each.route.id === 0 ? { ...each, route: { ...each.route, id: next++ } } : each,
      );
      const saved: DayPlan = {
        ...plan,
        state: 'saved',
        result: {
          ...plan.result,
          routes: plan.result.routes.map((route, at) => ({
            ...route,
            routeId: numbered[at]?.route.id ?? 0,
            version: route.version + 1,
          })),
        },
      };
      const stored: StoredDayPlan = { ...found.plan, plan: saved };
      const put: Put = { kind: PLANS, key: planKey(caller), body: stored, replaces: found.version };
      try {
        const done = await saveRoutes(here, caller, numbered, [
          put,
          ...(next > numbers.first ? [numbers.put] : []),
        ]);
        // An order was removed, or has begun, since the plan was made.
        if (isReply(done)) return orderErrors.planOutdated();
      } catch (error) {
        if (isConflict(error)) return orderErrors.planOutdated();
        throw error;
      }
      return { status: 201, body: await answerOf(here, caller, saved) };
    }),
  );

/** Routes of a plan as they are stored. The frame of one that was there is its own. */
async function savedRoutes(
  here: OrderContext,
  caller: User,
  routes: readonly PlannedDayRoute[],
): Promise<ExtensionReply | readonly SavedRoute[]> {
  const { own: ownerId } = await here.companiesOf(caller);
  const createdTime = new Date(here.clock.now()).toISOString();
  const saved: SavedRoute[] = [];
  for (const planned of routes) {
    const {
      routeId,
      version,
      day,
      deviceId,
      driverUniqueId,
      beginsAt,
      start,
      end,
      capacity,
      note,
      orderIds,
    } = planned;
    const before = routeId === 0 ? null : await seenRoute(here, caller, routeId);
    if (routeId !== 0 && before?.version !== version) return orderErrors.planOutdated();
    const body = {
      day,
      deviceId,
      driverUniqueId,
      beginsAt,
      start,
      end,
      capacity,
      note,
      orderIds: [...orderIds],
    };
    const frame = before ?? (await frameOf(here, caller, body));
    if (isReply(frame)) return frame;
    const { deviceName, driverName } = frame;
    saved.push({
      body,
      frame: { deviceId, deviceName, driverUniqueId, driverName },
      route: {
        id: routeId,
        version,
        ownerId: before?.ownerId ?? ownerId,
        createdTime: before?.createdTime ?? createdTime,
      },
      before: before === null ? [] : await ordersOf(here.storage, before),
    });
  }
  return saved;
}

interface Planned {
  readonly ownerId: number;
  readonly vehicles: readonly PlannedVehicle[];
  readonly orders: readonly RoadOrderDetail[];
}
/** Vehicles and orders of a plan, as the caller sees them. The open stops of the vehicles' routes are planned anew. */
async function planned(
  here: OrderContext,
  caller: User,
  { vehicles: asked, orderIds }: DayPlanBody,
): Promise<ExtensionReply | Planned> {
  const vehicles: PlannedVehicle[] = [];
  for (const each of asked) {
    const vehicle =
      each.routeId > 0 ? await withRoute(here, caller, each) : await withoutRoute(here, caller, each);
    if (isReply(vehicle)) return vehicle;
    vehicles.push(vehicle);
  }
  const sight = await sightOf(here, caller);
  const orders = new Map<number, RoadOrderDetail>();
  const isFree = ({ state }: RoadOrder): boolean => state === 'planned' || state === 'assigned';
  for (const { before } of vehicles)
    for (const order of before) if (isFree(order)) orders.set(order.id, order);
  for (const id of orderIds) {
    const order = await orderOf(here.storage, id);
    if (order === null || !isInSight(sight, order)) return orderErrors.unknown();
    if (!isFree(order)) return orderErrors.begun();
    orders.set(id, order);
  }
  const owners = new Set(
    [...orders.values(), ...vehicles.flatMap(({ before }) => before)].map(({ ownerId }) => ownerId),
  );
  if (owners.size > 1) return orderErrors.otherCompany();
  return { ownerId: [...owners][0] ?? sight.own, vehicles, orders: [...orders.values()] };
}

type AskedVehicle = DayPlanBody['vehicles'][number];
async function withRoute(
  here: OrderContext,
  caller: User,
  { routeId, endsBy }: AskedVehicle,
): Promise<ExtensionReply | PlannedVehicle> {
  const route = await seenRoute(here, caller, routeId);
  if (route === null) return orderErrors.noRoute();
  const { version, deviceId, deviceName, driverUniqueId, driverName, beginsAt, start, end, capacity, note } =
    route;
  const frame = { deviceId, deviceName, driverUniqueId, driverName, beginsAt, start, end, capacity, note };
  return { routeId, version, endsBy, ...frame, before: await ordersOf(here.storage, route) };
}
async function withoutRoute(
  here: OrderContext,
  caller: User,
  { endsBy, beginsAt, start, end, capacity, ...who }: AskedVehicle,
): Promise<ExtensionReply | PlannedVehicle> {
  const frame = await frameOf(here, caller, { ...who, start, end });
  if (isReply(frame)) return frame;
  return { routeId: 0, version: 0, endsBy, beginsAt, start, end, capacity, note: '', ...frame, before: [] };
}

/** A plan with its orders, those that the caller may see: of their own plan that is all but what was removed. */
async function answerOf(here: OrderContext, caller: User, plan: DayPlan) {
  const { routes = [], unplanned = [] } = plan.result ?? {};
  const ids = [...routes.flatMap(({ orderIds }) => orderIds), ...unplanned.map(({ orderId }) => orderId)];
  const sight = await sightOf(here, caller);
  const found = await Promise.all(ids.map((id) => orderOf(here.storage, id)));
  const orders = found.filter((order) => order !== null).filter((order) => isInSight(sight, order));
  return { plan, orders: orders.map(lineOf) };
}
