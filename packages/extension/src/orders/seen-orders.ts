import { isShared, type User } from '@rastro/fleet';
import type { RoadOrderDetail } from '@rastro/fleet/orders';
import type { ExtensionReply } from '../extension-route.ts';
import { soon } from '../with-tracking-api.ts';
import { orderErrors, type OrderContext, type SeenCompanies } from './order-deps.ts';
import { orderOf } from './order-store.ts';

/** The standard edition gives every right to everybody, guests too. */
export const notGuest =
  <C extends { readonly caller: User }>(answer: (call: C) => Promise<ExtensionReply> | ExtensionReply) =>
  (call: C): Promise<ExtensionReply> | ExtensionReply =>
    isShared(call.caller) ? orderErrors.guest() : answer(call);

/** Orders that a user sees: of which companies, and of which of their vehicles. */
export interface OrderSight extends SeenCompanies {
  /** Orders of other vehicles are not shown; 0 = nobody's yet. Null = of every vehicle. */
  readonly deviceIds: ReadonlySet<number> | null;
}
/** Orders that nobody does yet, and those of the vehicles that the caller sees; of their own company the account sees all. */
export async function sightOf({ companiesOf, trackingApi }: OrderContext, caller: User): Promise<OrderSight> {
  const companies = await companiesOf(caller);
  if (companies.seen === null || companies.own === caller.id) return { ...companies, deviceIds: null };
  const devices = await trackingApi.devices(caller, soon());
  return { ...companies, deviceIds: new Set([0, ...devices.map(({ id }) => id)]) };
}
const isSeen = (
  { seen, deviceIds }: OrderSight,
  { ownerId, deviceId }: Pick<RoadOrderDetail, 'ownerId' | 'deviceId'>,
): boolean => (seen?.includes(ownerId) ?? true) && (deviceIds?.has(deviceId) ?? true);

/** An order that the caller sees. Null = there is none, or it is not theirs. */
export async function seenOrder(
  here: OrderContext,
  caller: User,
  id: number,
): Promise<RoadOrderDetail | null> {
  const order = await orderOf(here.storage, id);
  return order && isSeen(await sightOf(here, caller), order) ? order : null;
}
