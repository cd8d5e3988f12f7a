import { isConflict, randomToken, retryOnConflict } from '@rastro/base';
import type { User } from '@rastro/fleet';
import { isOpenOrder, stepOrder, type NewOrderStep, type RoadOrderDetail } from '@rastro/fleet/orders';
import type { RoadRoute } from '@rastro/fleet/road-routes';
import type { RoadRouteBody } from '@rastro/fleet/schemas';
import { isInSight, sightOf, type CompanySight } from '../companies.ts';
import type { ExtensionHandler, ExtensionReply } from '../extension-route.ts';
import { nextNumbers } from '../next-numbers.ts';
import { withTrackingApi } from '../with-tracking-api.ts';
import { madeBefore, madePuts } from './made-once.ts';
import { orderErrors, type OrderContext, type OrderDeps } from './order-deps.ts';
import { orderOf, orderPut } from './order-store.ts';
import { replannedPuts, routeDetail, timesOf } from './route-times.ts';
import { ordersOf, ROUTE_COUNTER, routePut, routeRemoval, type Put } from './route-store.ts';
import { notGuest, seenRoute } from './seen-orders.ts';
import { assigneeOf } from './step-orders.ts';
import { visitsRemoval } from './visit-store.ts';
import { seesGeofence } from './write-orders.ts';

const STEP_TOKEN_CHARACTERS = 22;
export type Assignee = NonNullable<NewOrderStep['assignee']>;
export const isReply = (value: object): value is ExtensionReply => 'status' in value && 'body' in value;

export const makeRoute = (deps: OrderDeps): ExtensionHandler<'POST /routes'> =>
  notGuest(
    withTrackingApi(deps, async (here, { caller, body: { requestId, ...body } }) => {
      const frame = await frameOf(here, caller, body);
      if (isReply(frame)) return frame;
      const { own: ownerId } = await here.companiesOf(caller);
      const request = { kind: 'route', ownerId, requestId, content: body } as const;
      return written(async () => {
        const former = await madeBefore(here.storage, request);
        if (former !== null) {
          const made = former.isSame ? await seenRoute(here, caller, former.id) : null;
          if (made === null) return orderErrors.savedBefore();
          return { status: 200, body: routeDetail(made, await ordersOf(here.storage, made)) };
        }
        const numbers = await nextNumbers(here.storage, { kind: ROUTE_COUNTER, count: 1 });
        const now = here.clock.now();
        const route = { id: numbers.first, version: 0, ownerId, createdTime: new Date(now).toISOString() };
        const more = [numbers.put, ...madePuts(request, route.id, now)];
        return savedOne(here, caller, { body, frame, route, before: [] }, more);
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
        return savedOne(here, caller, { body, frame, route, before }, []);
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
        await here.storage.commit({
          put: left.map(orderPut),
          remove: [routeRemoval(route), visitsRemoval(route)],
        });
        return { status: 204, body: '' };
      }),
    ),
  );

export async function written(write: () => Promise<ExtensionReply>): Promise<ExtensionReply> {
  try {
    return await retryOnConflict(write);
  } catch (error) {
    if (isConflict(error)) return orderErrors.routeChanged();
    throw error;
  }
}

/** Vehicle, driver and places of a route, as the caller sees them. */
export async function frameOf(
  here: OrderContext,
  caller: User,
  {
    deviceId,
    driverUniqueId,
    start,
    end,
  }: Pick<RoadRouteBody, 'deviceId' | 'driverUniqueId' | 'start' | 'end'>,
): Promise<ExtensionReply | Omit<Assignee, 'routeId'>> {
  for (const place of [start, end])
    if (!(await seesGeofence(here, caller, place?.geofenceId ?? 0))) return orderErrors.noGeofence();
  const found = await assigneeOf(here, caller, { kind: 'assign', deviceId, driverUniqueId });
  if (isReply(found)) return found;
  const { deviceName = '', driverName = '' } = found.assignee ?? {};
  return { deviceId, deviceName, driverUniqueId, driverName };
}

/** A route to be stored. */
export interface SavedRoute {
  readonly body: RoadRouteBody;
  readonly frame: Omit<Assignee, 'routeId'>;
  readonly route: Pick<RoadRoute, 'id' | 'version' | 'ownerId' | 'createdTime'>;
  /** Orders that it has. */
  readonly before: readonly RoadOrderDetail[];
}
type SavedDetail = ReturnType<typeof routeDetail>;

/**
 * Stores routes with their orders, those that leave them, and the routes that they came from, all or none.
 * @param more Stored with them.
 */
export async function saveRoutes(
  here: OrderContext,
  caller: User,
  saved: readonly SavedRoute[],
  more: readonly Put[],
): Promise<ExtensionReply | readonly SavedDetail[]> {
  const sight = await sightOf(here, caller);
  const had = new Map(saved.flatMap(({ before }) => before.map((order) => [order.id, order] as const)));
  const wanted = new Set(saved.flatMap(({ body }) => body.orderIds));
  const found: RoadOrderDetail[] = [];
  const changed = new Map<number, RoadOrderDetail>();
  const written: { readonly route: RoadRoute; readonly orders: readonly RoadOrderDetail[] }[] = [];
  for (const { body, frame, route } of saved) {
    const orders = await wantedOrders(here, { sight, had }, body.orderIds);
    if (isReply(orders)) return orders;
    found.push(...orders);
    const stops: RoadOrderDetail[] = [];
    for (const order of orders) {
      const next = putOn(here, caller, order, { ...frame, routeId: route.id });
      if (next === null) return orderErrors.begun();
      if (next !== order) changed.set(order.id, next);
      stops.push(next);
    }
    const { orderIds: _, ...content } = body;
    const ownerId = stops[0]?.ownerId ?? route.ownerId;
    const times = await timesOf(here, caller, { ...body, ownerId }, stops);
    written.push({ route: { ...content, ...frame, ...times, ...route, ownerId }, orders: stops });
  }
  for (const order of had.values()) {
    if (wanted.has(order.id)) continue;
    const next = takenOff(here, caller, order);
    if (next === null) return orderErrors.begun();
    changed.set(order.id, next);
  }
  const others = await otherRoutes(here, caller, new Set(saved.map(({ route }) => route.id)), found);
  const put = [...written.map(({ route }) => routePut(route)), ...[...changed.values()].map(orderPut)];
  await here.storage.commit({ put: [...put, ...others, ...more] });
  const stored = (order: RoadOrderDetail): RoadOrderDetail =>
    changed.has(order.id) ? { ...order, version: order.version + 1 } : order;
  return written.map(({ route, orders }) =>
    routeDetail({ ...route, version: route.version + 1 }, orders.map(stored)),
  );
}

interface Findable {
  readonly sight: CompanySight;
  /** Orders of the routes, by id. */
  readonly had: ReadonlyMap<number, RoadOrderDetail>;
}
/** Orders of the stops in their order: of one company, and seen by the caller or on one of the routes already. */
async function wantedOrders(
  { storage }: OrderContext,
  { sight, had }: Findable,
  ids: readonly number[],
): Promise<ExtensionReply | readonly RoadOrderDetail[]> {
  const orders: RoadOrderDetail[] = [];
  for (const id of ids) {
    const has = had.get(id);
    const order = has ?? (await orderOf(storage, id));
    if (order === null || !(has || isInSight(sight, order))) return orderErrors.unknown();
    orders.push(order);
  }
  return new Set(orders.map(({ ownerId }) => ownerId)).size > 1 ? orderErrors.otherCompany() : orders;
}

/** One route, as the answer of a call. */
async function savedOne(
  here: OrderContext,
  caller: User,
  saved: SavedRoute,
  more: readonly Put[],
): Promise<ExtensionReply> {
  const found = await saveRoutes(here, caller, [saved], more);
  return isReply(found) ? found : { status: 200, body: found[0] };
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

/** Documents of the routes that orders came from, without them. @param ids Of those that are stored. */
async function otherRoutes(
  here: OrderContext,
  caller: User,
  ids: ReadonlySet<number>,
  orders: readonly RoadOrderDetail[],
): Promise<readonly Put[]> {
  const left = Map.groupBy(
    orders.filter(({ routeId }) => routeId !== 0 && !ids.has(routeId)),
    ({ routeId }) => routeId,
  );
  const puts: Put[] = [];
  for (const [routeId, gone] of left) {
    const changes = gone.map((order) => ({ orderId: order.id, order: null }));
    puts.push(...(await replannedPuts(here, caller, routeId, changes)));
  }
  return puts;
}
