import type { OrderRisk } from '../orders/late-order.ts';
import { onTimeShare, type OrderFigures } from '../orders/order-report.ts';
import { ORDER_STATES, type OrderPage, type RoadOrder } from '../orders/order.ts';
import type { WidgetContent, WidgetFigure, WidgetRow } from './figure.ts';

/** Orders of a day: by state, and those that are late or may be. */
export interface OrdersOfDay {
  readonly counts: OrderPage['counts'];
  readonly late: OrderPage;
  readonly atRisk: OrderPage;
}
const sumOf = (counts: OrderPage['counts']): number => counts.reduce((sum, { count }) => sum + count, 0);

/** Orders of a day; below them those that are late, then those that may be. */
export function orderContent({ counts, late, atRisk }: OrdersOfDay): WidgetContent {
  const risk = (name: OrderRisk, page: OrderPage, tone: 'bad' | 'warning'): WidgetFigure => {
    const value = sumOf(page.counts);
    return { name: `orders.${name}`, value, unit: 'count', ...(value > 0 && { tone }) };
  };
  return {
    figures: [
      risk('late', late, 'bad'),
      risk('atRisk', atRisk, 'warning'),
      ...ORDER_STATES.map((state): WidgetFigure => ({
        name: `orders.${state}`,
        value: counts.find((each) => each.state === state)?.count ?? 0,
        unit: 'count',
      })),
    ],
    rows: [...late.orders, ...atRisk.orders].map(rowOf),
  };
}
const rowOf = ({ id, customer, deviceName, to }: RoadOrder): WidgetRow => ({
  key: String(id),
  name: customer,
  details: [
    ...(deviceName === '' ? [] : [{ text: deviceName }]),
    ...(to === null ? [] : [{ at: Date.parse(to), as: 'moment' } as const]),
  ],
});

/** In percent with one digit, as the report has it. */
const rateOf = (figures: OrderFigures): number | null => {
  const share = onTimeShare(figures);
  return share === null ? null : Math.round(share * 1000) / 10;
};
/** Punctuality of a period. @param before Of the compared one; undefined = not known yet. */
export function punctualityFigures(
  total: OrderFigures,
  before: OrderFigures | undefined,
): readonly WidgetFigure[] {
  const { onTime, late, done, failed } = total;
  return [
    {
      name: 'punctuality.rate',
      value: rateOf(total),
      before: before === undefined ? null : rateOf(before),
      unit: 'points',
      isLarge: true,
    },
    { name: 'punctuality.onTime', value: onTime, unit: 'count' },
    { name: 'punctuality.late', value: late, unit: 'count', ...(late > 0 && { tone: 'bad' }) },
    { name: 'punctuality.done', value: done, unit: 'count' },
    { name: 'punctuality.failed', value: failed, unit: 'count' },
  ];
}
