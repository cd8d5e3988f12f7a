import { isConflict, randomToken, retryOnConflict } from '@rastro/base';
import type { User } from '@rastro/fleet';
import { isOpenOrder, stepOrder, type NewOrderStep, type RoadOrderDetail } from '@rastro/fleet/orders';
import type { RoadRoute } from '@rastro/fleet/road-routes';
import type { RoadRouteBody } from '@rastro/fleet/schemas';
import { isInSight, sightOf } from '../companies.ts';
import type { ExtensionHandler, ExtensionReply } from '../extension-route.ts';
import { nextNumbers } from '../next-numbers.ts';
import { withTrackingApi } from '../with-tracking-api.ts';
import { orderErrors, type OrderContext, type OrderDeps } from './order-deps.ts';
import { orderOf, orderPut } from './order-store.ts';
import { replannedPuts, routeDetail, timesOf } from './route-times.ts';
import { ordersOf, ROUTE_COUNTER, routePut, routeRemoval, type Put } from './route-store.ts';
import { notGuest, seenRoute } from './seen-orders.ts';
import { assigneeOf } from './step-orders.ts';
import { seesGeofence } from './write-orders.ts';

const STEP_TOKEN_CHARACTERS = 22;
type Assignee = NonNullable<NewOrderStep['assignee']>;
const isReply = (value: object): value is ExtensionReply => 'status' in value && 'body' in value;

export const makeRoute = (deps: OrderDeps): ExtensionHandler<'POST /routes'> =>
  notGuest(
    withTrackingApi(deps, async (here, { caller, body }) => {
      const frame = await frameOf(here, caller, body);
      if (isReply(frame)) return frame;
      return written(async () => {
        const numbers = await nextNumbers(here.storage, { kind: ROUTE_COUNTER, count: 1 });
        const { own: ownerId } = await here.companiesOf(caller);
        const createdTime = new Date(here.clock.now()).toISOString();
        const route = { id: numbers.first, version: 0, ownerId, createdTime };
        return saved(here, caller, { body, frame, route, before: [], more: [numbers.put] });
      });
    }),
  );

export const changeRoute = (deps: OrderDeps): ExtensionHandler<'PUT /routes/:id'> =>
  notGuest(
    withTrackingApi(deps, async (here, { caller, params, body: { version, ...body } }) => {
      const frame = await frameOf(here, caller, body);
      if (isReply(frame)) return frame;
      return written(async () => {
        const route = await seenRoute(here, caller, params.id);
        if (route === null) return orderErrors.noRoute();
        if (route.version !== version) return orderErrors.routeChanged();
        const before = await ordersOf(here.storage, route);
        return saved(here, caller, { body, frame, route, before, more: [] });
      });
    }),
  );

export const removeRoute = (deps: OrderDeps): ExtensionHandler<'DELETE /routes/:id'> =>
  notGuest(
    withTrackingApi(deps, (here, { caller, params }) =>
      written(async () => {
        const route = await seenRoute(here, caller, params.id);
        if (route === null) return orderErrors.noRoute();
        const orders = await ordersOf(here.storage, route);
        if (orders.some(({ state }) => state === 'underWay' || state === 'arrived'))
          return orderErrors.begun();
        // Those that have ended stay as they are: only the route is gone.
        const left = orders.map((order) => takenOff(here, caller, order) ?? { ...order, routeId: 0 });
        await here.storage.commit({ put: left.map(orderPut), remove: [routeRemoval(route)] });
        return { status: 204, body: '' };
      }),
    ),
  );

async function written(write: () => Promise<ExtensionReply>): Promise<ExtensionReply> {
  try {
    return await retryOnConflict(write);
  } catch (error) {
    if (isConflict(error)) return orderErrors.routeChanged();
    throw error;
  }
}

/** Vehicle, driver and places of a route, as the caller sees them. */
async function frameOf(
  here: OrderContext,
  caller: User,
  { deviceId, driverUniqueId, start, end }: RoadRouteBody,
): Promise<ExtensionReply | Omit<Assignee, 'routeId'>> {
  for (const place of [start, end])
    if (!(await seesGeofence(here, caller, place?.geofenceId ?? 0))) return orderErrors.noGeofence();
  const found = await assigneeOf(here, caller, { kind: 'assign', deviceId, driverUniqueId });
  if (isReply(found)) return found;
  const { deviceName = '', driverName = '' } = found.assignee ?? {};
  return { deviceId, deviceName, driverUniqueId, driverName };
}

interface Saving {
  readonly body: RoadRouteBody;
  readonly frame: Omit<Assignee, 'routeId'>;
  readonly route: Pick<RoadRoute, 'id' | 'version' | 'ownerId' | 'createdTime'>;
  /** Orders that it has. */
  readonly before: readonly RoadOrderDetail[];
  readonly more: readonly Put[];
}
/** Stores a route with its orders, those that leave it, and the routes that they came from. */
async function saved(here: OrderContext, caller: User, saving: Saving): Promise<ExtensionReply> {
  const { body, frame, route, before, more } = saving;
  const assignee: Assignee = { ...frame, routeId: route.id };
  const found = await wantedOrders(here, caller, saving);
  if (isReply(found)) return found;
  const orders: RoadOrderDetail[] = [];
  for (const order of found) {
    const next = putOn(here, caller, order, assignee);
    if (next === null) return orderErrors.begun();
    orders.push(next);
  }
  const left: RoadOrderDetail[] = [];
  for (const order of before.filter(({ id }) => !body.orderIds.includes(id))) {
    const next = takenOff(here, caller, order);
    if (next === null) return orderErrors.begun();
    left.push(next);
  }
  const { orderIds: _, ...content } = body;
  const ownerId = orders[0]?.ownerId ?? route.ownerId;
  const times = await timesOf(here, caller, { ...body, ownerId }, orders);
  const next: RoadRoute = { ...content, ...frame, ...times, ...route, ownerId };
  const changed = [...orders.filter((order) => !found.includes(order)), ...left];
  const others = await otherRoutes(here, caller, route.id, found);
  await here.storage.commit({ put: [routePut(next), ...changed.map(orderPut), ...others, ...more] });
  const stored = orders.map((order) =>
    changed.includes(order) ? { ...order, version: order.version + 1 } : order,
  );
  return { status: 200, body: routeDetail({ ...next, version: route.version + 1 }, stored) };
}

/** Orders of the stops in their order: of one company, and seen by the caller or on the route already. */
async function wantedOrders(
  here: OrderContext,
  caller: User,
  { body, before }: Saving,
): Promise<ExtensionReply | readonly RoadOrderDetail[]> {
  const sight = await sightOf(here, caller);
  const orders: RoadOrderDetail[] = [];
  for (const id of body.orderIds) {
    const has = before.find((order) => order.id === id);
    const order = has ?? (await orderOf(here.storage, id));
    if (order === null || !(has || isInSight(sight, order))) return orderErrors.unknown();
    orders.push(order);
  }
  return new Set(orders.map(({ ownerId }) => ownerId)).size > 1 ? orderErrors.otherCompany() : orders;
}

/** An order as a stop of a route. The same = it is one. Null = it is begun elsewhere. */
function putOn(
  here: OrderContext,
  caller: User,
  order: RoadOrderDetail,
  assignee: Assignee,
): RoadOrderDetail | null {
  const isHere = order.routeId === assignee.routeId;
  const hasSame = order.deviceId === assignee.deviceId && order.driverUniqueId === assignee.driverUniqueId;
  if (isHere && (hasSame || !isOpenOrder(order.state))) return order;
  return stepOrder(order, { ...operatorStep(here, caller, 'assign'), assignee });
}

/** An order without its route. Null = it is begun. */
function takenOff(here: OrderContext, caller: User, order: RoadOrderDetail): RoadOrderDetail | null {
  if (order.state === 'cancelled' || order.state === 'planned') return { ...order, routeId: 0 };
  return stepOrder(order, operatorStep(here, caller, 'unassign'));
}

function operatorStep({ clock }: OrderContext, caller: User, kind: 'assign' | 'unassign'): NewOrderStep {
  const now = new Date(clock.now()).toISOString();
  const by = { by: 'operator', userId: caller.id, userName: caller.name } as const;
  return {
    id: randomToken(STEP_TOKEN_CHARACTERS),
    kind,
    at: now,
    seenAt: now,
    ...by,
    reason: null,
    note: '',
  };
}

/** Documents of the routes that orders came from, without them. */
async function otherRoutes(
  here: OrderContext,
  caller: User,
  id: number,
  orders: readonly RoadOrderDetail[],
): Promise<readonly Put[]> {
  const left = Map.groupBy(
    orders.filter(({ routeId }) => routeId !== 0 && routeId !== id),
    ({ routeId }) => routeId,
  );
  const puts: Put[] = [];
  for (const [routeId, gone] of left) {
    const changes = gone.map((order) => ({ orderId: order.id, order: null }));
    puts.push(...(await replannedPuts(here, caller, routeId, changes)));
  }
  return puts;
}
