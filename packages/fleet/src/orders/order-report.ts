import { dateIn } from '../billing/civil-date.ts';
import { FAILURE_REASONS, isOpenOrder, type FailureReason, type RoadOrder } from './order.ts';

/** By these orders are added up. */
export const ORDER_GROUPINGS = ['day', 'vehicle', 'driver', 'customer'] as const;
export type OrderGrouping = (typeof ORDER_GROUPINGS)[number];
/** Groups of a report; of more, those with the fewest orders are only in the total. */
export const MAX_ORDER_GROUPS = 1000;
/** Days of a report. */
export const MAX_ORDER_REPORT_DAYS = 366;

/** Orders, added up. */
export interface OrderFigures {
  readonly orders: number;
  readonly done: number;
  readonly failed: number;
  readonly cancelled: number;
  /** Neither done, failed nor canceled. */
  readonly open: number;
  /** Done orders whose time window has an end, by their arrival: until then, and later. */
  readonly onTime: number;
  readonly late: number;
  /** Arrivals at stops that were planned for a time, and the sum of arrival minus plan; early ones take away from it. */
  readonly compared: number;
  readonly delaySeconds: number;
}
export interface OrderGroup extends OrderFigures {
  /** Day, number of the vehicle, identifier of the driver, or customer; '' or `0` = none. */
  readonly key: string;
  readonly name: string;
}
export interface OrderReport {
  readonly total: OrderFigures;
  /** Most frequent first. */
  readonly reasons: readonly { readonly reason: FailureReason; readonly count: number }[];
  /** Days in their order, others by their number of orders. */
  readonly groups: readonly OrderGroup[];
  /** Groups that are not listed. */
  readonly hiddenGroups: number;
}

/** The part of an order that is added up. */
export type ReportedOrder = Pick<
  RoadOrder,
  | 'state'
  | 'reason'
  | 'from'
  | 'to'
  | 'createdTime'
  | 'arrivedAt'
  | 'deviceId'
  | 'deviceName'
  | 'driverUniqueId'
  | 'driverName'
  | 'customer'
>;
type Counted = { -readonly [K in keyof OrderFigures]: OrderFigures[K] };

/** Adds up orders as they are read. */
export class OrderSums {
  readonly #by: OrderGrouping;
  readonly #zone: string;
  readonly #total = noFigures();
  readonly #groups = new Map<string, Counted & { readonly key: string; readonly name: string }>();
  readonly #reasons = new Map<FailureReason, number>();

  /** @param zone Of the days. */
  constructor(by: OrderGrouping, zone: string) {
    this.#by = by;
    this.#zone = zone;
  }

  /** @param plannedAt Planned arrival, ISO 8601; null = none was planned. */
  add(order: ReportedOrder, plannedAt: string | null): void {
    const { key, name } = this.#groupOf(order);
    const group = this.#groups.get(key) ?? { ...noFigures(), key, name };
    this.#groups.set(key, group);
    for (const figures of [this.#total, group]) count(figures, order, plannedAt);
    if (order.state === 'failed' && order.reason !== null)
      this.#reasons.set(order.reason, (this.#reasons.get(order.reason) ?? 0) + 1);
  }

  report(): OrderReport {
    const all = [...this.#groups.values()].toSorted(
      (a, b) => b.orders - a.orders || a.name.localeCompare(b.name),
    );
    const listed = all.slice(0, MAX_ORDER_GROUPS);
    return {
      total: { ...this.#total },
      reasons: FAILURE_REASONS.map((reason) => ({ reason, count: this.#reasons.get(reason) ?? 0 }))
        .filter((each) => each.count > 0)
        .toSorted((a, b) => b.count - a.count),
      groups: this.#by === 'day' ? listed.toSorted((a, b) => a.key.localeCompare(b.key)) : listed,
      hiddenGroups: all.length - listed.length,
    };
  }

  #groupOf(order: ReportedOrder): { readonly key: string; readonly name: string } {
    if (this.#by === 'vehicle') return { key: String(order.deviceId), name: order.deviceName };
    if (this.#by === 'driver') return { key: order.driverUniqueId, name: order.driverName };
    if (this.#by === 'customer') return { key: order.customer, name: order.customer };
    const day = dateIn(this.#zone, Date.parse(order.from ?? order.to ?? order.createdTime));
    return { key: day, name: day };
  }
}

const noFigures = (): Counted => ({
  orders: 0,
  done: 0,
  failed: 0,
  cancelled: 0,
  open: 0,
  onTime: 0,
  late: 0,
  compared: 0,
  delaySeconds: 0,
});

function count(figures: Counted, { state, to, arrivedAt }: ReportedOrder, plannedAt: string | null): void {
  figures.orders++;
  if (isOpenOrder(state)) figures.open++;
  else if (state === 'done') figures.done++;
  else if (state === 'failed') figures.failed++;
  else figures.cancelled++;
  if (arrivedAt === null) return;
  const arrival = Date.parse(arrivedAt);
  if (state === 'done' && to !== null) {
    if (arrival <= Date.parse(to)) figures.onTime++;
    else figures.late++;
  }
  if (plannedAt === null) return;
  figures.compared++;
  figures.delaySeconds += Math.round((arrival - Date.parse(plannedAt)) / 1000);
}

/** Share of the done orders that were reached within their time window; null = none of them has an end of one. */
export const onTimeShare = ({ onTime, late }: Pick<OrderFigures, 'onTime' | 'late'>): number | null =>
  onTime + late === 0 ? null : onTime / (onTime + late);
/** Seconds that arrivals were after their plan on average, negative = before it; null = none can be compared. */
export const meanDelay = ({ compared, delaySeconds }: OrderFigures): number | null =>
  compared === 0 ? null : Math.round(delaySeconds / compared);
