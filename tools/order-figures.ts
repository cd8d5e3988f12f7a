import type { BenchedFigure } from './figure.ts';

const ORDERS = {
  unit: 'ms',
  tolerance: 50,
  run: ['orders'],
  n: 50_000,
  field: 'ms',
} as const;
const OF_ORDERS = '50,000 orders of a month, over HTTP with its counts by state; median of 15';

/** Figures of orders. */
export const ORDER_FIGURES: readonly BenchedFigure[] = [
  {
    id: 'orders-list',
    title: 'First page of orders',
    conditions: OF_ORDERS,
    line: 'orders.first',
    ...ORDERS,
  },
  {
    id: 'orders-deep',
    title: 'A page in the middle of orders',
    conditions: OF_ORDERS,
    line: 'orders.deep',
    ...ORDERS,
  },
  {
    id: 'orders-search',
    title: 'Searching orders for words that one has',
    conditions: OF_ORDERS,
    line: 'orders.word',
    ...ORDERS,
  },
  {
    id: 'orders-filter',
    title: 'Orders that are open',
    conditions: OF_ORDERS,
    line: 'orders.state',
    ...ORDERS,
  },
  {
    id: 'orders-vehicle',
    title: 'Orders of a vehicle',
    conditions: OF_ORDERS,
    line: 'orders.vehicle',
    ...ORDERS,
  },
];
