import { isConflict, retryOnConflict } from '@rastro/base';
import type { User } from '@rastro/fleet';
import type { RoadOrderDetail } from '@rastro/fleet/orders';
import type { RoadOrderBody } from '@rastro/fleet/schemas';
import type { ExtensionHandler, ExtensionReply } from '../extension-route.ts';
import { soon, withTrackingApi } from '../with-tracking-api.ts';
import { arrivalRemovals } from './arrival-store.ts';
import { codeTriesRemoval } from './code-tries.ts';
import { proofRemovals } from './driver-step-store.ts';
import { messagesRemoval } from './messages/message-store.ts';
import { madeBefore, madePuts } from './made-once.ts';
import { orderErrors, type OrderContext, type OrderDeps } from './order-deps.ts';
import {
  nextNumbers,
  orderPut,
  orderRemoval,
  orderWithReference,
  referencePut,
  referenceRemoval,
} from './order-store.ts';
import { puttingRoute, replannedPuts } from './route-times.ts';
import { notGuest, seenOrder } from './seen-orders.ts';

/** An order of which nothing is known but what is written about it. */
export const plannedOrder = (
  { ownerId, id, createdTime }: Pick<RoadOrderDetail, 'ownerId' | 'id' | 'createdTime'>,
  content: RoadOrderBody,
): RoadOrderDetail => ({
  ...content,
  id,
  version: 0,
  ownerId,
  wrongCodes: 0,
  state: 'planned',
  reason: null,
  attempt: 1,
  deviceId: 0,
  deviceName: '',
  driverUniqueId: '',
  driverName: '',
  routeId: 0,
  arrivedAt: null,
  endedAt: null,
  isDisputed: false,
  createdTime,
  steps: [],
});

export const makeOrder = (deps: OrderDeps): ExtensionHandler<'POST /orders'> =>
  notGuest(
    withTrackingApi(deps, async (here, { caller, body: { requestId, ...body } }) => {
      if (!(await seesGeofence(here, caller, body.place.geofenceId))) return orderErrors.noGeofence();
      const { own: ownerId } = await here.companiesOf(caller);
      const createdTime = new Date(here.clock.now()).toISOString();
      const request = { kind: 'order', ownerId, requestId, content: body } as const;
      return retryOnConflict(async () => {
        const former = await madeBefore(here.storage, request);
        if (former !== null) {
          const order = former.isSame ? await seenOrder(here, caller, former.id) : null;
          return order === null ? orderErrors.savedBefore() : { status: 200, body: order };
        }
        const { reference } = body;
        if (reference !== '' && (await orderWithReference(here.storage, ownerId, reference)) !== null)
          return orderErrors.known();
        const numbers = await nextNumbers(here.storage, 1);
        const order = plannedOrder({ ownerId, id: numbers.first, createdTime }, body);
        const taken = reference === '' ? [] : [referencePut(order)];
        await here.storage.commit({
          put: [orderPut(order), numbers.put, ...taken, ...madePuts(request, order.id, here.clock.now())],
        });
        return { status: 200, body: { ...order, version: 1 } };
      });
    }),
  );

export const changeOrder = (deps: OrderDeps): ExtensionHandler<'PUT /orders/:id'> =>
  notGuest(
    withTrackingApi(deps, async (here, { caller, params, body: { version, ...content } }) => {
      const before = await seenOrder(here, caller, params.id);
      if (before === null) return orderErrors.unknown();
      if (before.version !== version) return orderErrors.changed();
      const { geofenceId } = content.place;
      const isOther = geofenceId !== before.place.geofenceId;
      if (isOther && !(await seesGeofence(here, caller, geofenceId))) return orderErrors.noGeofence();
      const { ownerId } = before;
      const hasOther = content.reference !== before.reference;
      const isTaken = hasOther && content.reference !== '';
      if (isTaken && (await orderWithReference(here.storage, ownerId, content.reference)) !== null)
        return orderErrors.known();
      const wrongCodes = content.code === before.code ? before.wrongCodes : 0;
      const next = { ...before, ...content, wrongCodes };
      return stored(here, next, {
        put: [...(isTaken ? [referencePut(next)] : []), ...(await puttingRoute(here, caller, before, next))],
        remove: hasOther && before.reference !== '' ? [referenceRemoval(before)] : [],
      });
    }),
  );

export const removeOrder = (deps: OrderDeps): ExtensionHandler<'DELETE /orders/:id'> =>
  notGuest(
    withTrackingApi(deps, (here, { caller, params }) =>
      // Whoever removes it means it, whatever happened to it meanwhile.
      retryOnConflict(async () => {
        const order = await seenOrder(here, caller, params.id);
        if (order === null) return orderErrors.unknown();
        const reference = order.reference === '' ? [] : [referenceRemoval(order)];
        const proofs = await proofRemovals(here.storage, order.id);
        const codes = codeTriesRemoval(order.id);
        const arrival = await arrivalRemovals(here.storage, order.id);
        const changes = [{ orderId: order.id, order: null }];
        const put = await replannedPuts(here, caller, order.routeId, changes);
        await here.storage.commit({
          put,
          remove: [
            orderRemoval(order),
            ...reference,
            ...proofs,
            ...arrival,
            codes,
            messagesRemoval(order.id),
          ],
        });
        return { status: 204, body: '' };
      }),
    ),
  );

type Batch = Parameters<OrderDeps['storage']['commit']>[0];
/** Stores what an order became; another change came first = a conflict. */
export async function stored(
  { storage }: Pick<OrderContext, 'storage'>,
  order: RoadOrderDetail,
  { put = [], remove = [] }: Pick<Batch, 'put' | 'remove'> = {},
): Promise<ExtensionReply> {
  try {
    await storage.commit({ put: [orderPut(order), ...put], remove });
  } catch (error) {
    if (isConflict(error)) return orderErrors.changed();
    throw error;
  }
  return { status: 200, body: { ...order, version: order.version + 1 } };
}

/** 0 = there is none to see. */
export async function seesGeofence(
  { trackingApi }: OrderContext,
  caller: User,
  geofenceId: number,
): Promise<boolean> {
  if (geofenceId === 0) return true;
  return (await trackingApi.geofence(caller, geofenceId, soon())) !== null;
}
