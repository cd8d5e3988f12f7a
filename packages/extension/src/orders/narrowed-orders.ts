import { foldText, type User } from '@rastro/fleet';
import { membersOf } from '@rastro/fleet/figures';
import type { RoadOrder } from '@rastro/fleet/orders';
import { inSight, sightOf } from '../companies.ts';
import { answered } from '../tracking-failure.ts';
import { soon } from '../with-tracking-api.ts';
import type { OrderContext } from './order-deps.ts';

/** Narrows a list or report, as it was asked for. */
export interface Narrowed {
  readonly deviceId: readonly number[];
  readonly groupId: readonly number[];
  readonly driver: string | null;
  readonly customer: string | null;
}
/** No vehicle has it. */
const NONE = -1;

/** Owners and vehicles of what the caller sees of the vehicles and groups that they ask for. */
export async function narrowedSight(
  here: OrderContext,
  caller: User,
  { deviceId, groupId }: Pick<Narrowed, 'deviceId' | 'groupId'>,
) {
  const sight = await sightOf(here, caller);
  if (groupId.length === 0) return inSight(sight, deviceId);
  const { trackingApi } = here;
  const all = trackingApi.isOurs && !caller.administrator ? {} : { all: true };
  const [devices, groups] = await Promise.all([
    trackingApi.devices(caller, soon()),
    trackingApi.as(caller.id).groups.list(all, soon()).then(answered),
  ]);
  // 0 = nobody's yet, which is no vehicle, and in no group.
  const members = membersOf({ deviceIds: deviceId, groupIds: groupId }, devices, groups);
  const wanted = [...(members ?? []), ...(deviceId.includes(0) ? [0] : [])];
  return inSight(sight, wanted.length > 0 ? wanted : [NONE]);
}

/** Whether an order is of the driver and the customer that are asked for. */
export function isOfThese({ driver, customer }: Pick<Narrowed, 'driver' | 'customer'>) {
  const folded = customer === null ? null : foldText(customer).trim();
  return (order: Pick<RoadOrder, 'driverUniqueId' | 'customer'>): boolean =>
    (driver === null || order.driverUniqueId === driver) &&
    (folded === null || foldText(order.customer).trim() === folded);
}
