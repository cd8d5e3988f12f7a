import { isOpenOrder, type RoadOrder } from './order.ts';

/** `late` = it was reached after its time window, or is not reached and the window is over; `atRisk` = it may be. */
export const ORDER_RISKS = ['late', 'atRisk'] as const;
export type OrderRisk = (typeof ORDER_RISKS)[number];
/** Days whose orders are judged at once. */
export const MAX_RISK_DAYS = 3;

/** Whether an order is late as things are. @param now Milliseconds since 1970. */
export function isLateOrder(
  { state, to, arrivedAt }: Pick<RoadOrder, 'state' | 'to' | 'arrivedAt'>,
  now: number,
): boolean {
  if (to === null || state === 'cancelled') return false;
  if (arrivedAt !== null) return Date.parse(arrivedAt) > Date.parse(to);
  return isOpenOrder(state) && now > Date.parse(to);
}
