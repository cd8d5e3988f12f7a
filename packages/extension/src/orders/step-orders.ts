import { isConflict, retryOnConflict } from '@rastro/base';
import type { User } from '@rastro/fleet';
import { stepOrder, type NewOrderStep } from '@rastro/fleet/orders';
import type { OrderStepBody } from '@rastro/fleet/schemas';
import type { ExtensionHandler, ExtensionReply } from '../extension-route.ts';
import { soon, withTrackingApi } from '../with-tracking-api.ts';
import { orderErrors, type OrderContext, type OrderDeps } from './order-deps.ts';
import { orderPut } from './order-store.ts';
import { puttingRoute } from './route-times.ts';
import { notGuest, seenOrder } from './seen-orders.ts';

/** Something happened to an order, as somebody reports it. */
export const reportStep = (deps: OrderDeps): ExtensionHandler<'POST /orders/:id/steps'> =>
  notGuest(
    withTrackingApi(deps, async (here, { caller, params, body }) => {
      const assigned = await assigneeOf(here, caller, body);
      if ('status' in assigned) return assigned;
      return retryOnConflict(async () => {
        const before = await seenOrder(here, caller, params.id);
        if (before === null) return orderErrors.unknown();
        const next = stepOrder(before, { ...stepOf(here, caller, body), ...assigned });
        if (next === null) return orderErrors.cannotFollow();
        if (next === before) return { status: 200, body: before };
        await here.storage.commit({
          put: [orderPut(next), ...(await puttingRoute(here, caller, before, next))],
        });
        return { status: 200, body: { ...next, version: next.version + 1 } };
      }).catch((error: unknown) => {
        if (isConflict(error)) return orderErrors.changed();
        throw error;
      });
    }),
  );

function stepOf({ clock }: OrderContext, caller: User, body: OrderStepBody): NewOrderStep {
  const { id, kind, at, reason, note } = body;
  const now = new Date(clock.now()).toISOString();
  // Nothing has happened that is still to come.
  const happened = at === null || Date.parse(at) > clock.now() ? now : new Date(at).toISOString();
  const who = { by: 'operator', userId: caller.id, userName: caller.name } as const;
  return { id, kind, at: happened, seenAt: now, ...who, reason: kind === 'fail' ? reason : null, note };
}

/** Vehicle and driver of an assignment, as the caller sees them. */
export async function assigneeOf(
  { trackingApi }: OrderContext,
  caller: User,
  { kind, deviceId, driverUniqueId }: Pick<OrderStepBody, 'kind' | 'deviceId' | 'driverUniqueId'>,
): Promise<ExtensionReply | Pick<NewOrderStep, 'assignee'>> {
  if (kind !== 'assign') return {};
  const device = await trackingApi.device(caller.id, deviceId, soon());
  if (!device) return orderErrors.noVehicle();
  // Whoever assigns it by hand takes it off its route.
  const assignee = { deviceId, deviceName: device.name, driverUniqueId: '', driverName: '', routeId: 0 };
  if (driverUniqueId === '') return { assignee };
  const driver = await trackingApi.driverCalled(caller, driverUniqueId, soon());
  if (!driver) return orderErrors.noDriver();
  return { assignee: { ...assignee, driverUniqueId, driverName: driver.name } };
}
