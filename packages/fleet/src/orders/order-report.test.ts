import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  MAX_ORDER_GROUPS,
  meanDelay,
  onTimeShare,
  OrderSums,
  type OrderGrouping,
  type ReportedOrder,
} from './order-report.ts';

const order = (more: Partial<ReportedOrder> = {}): ReportedOrder => ({
  state: 'done',
  reason: null,
  from: null,
  to: '2026-12-01T12:00:00.000Z',
  createdTime: '2026-11-20T12:00:00.000Z',
  arrivedAt: '2026-12-01T11:50:00.000Z',
  deviceId: 3,
  deviceName: 'Van 3',
  driverUniqueId: 'ana',
  driverName: 'Ana',
  customer: 'Bakery',
  ...more,
});
function reportOf(
  orders: readonly (readonly [ReportedOrder, string | null])[],
  by: OrderGrouping = 'vehicle',
  zone = 'America/Sao_Paulo',
) {
  const sums = new OrderSums(by, zone);
  for (const [each, plannedAt] of orders) sums.add(each, plannedAt);
  return sums.report();
}

test('[ORDER-6] only done orders whose window ends are on time or late, by their arrival', () => {
  const { total } = reportOf([
    [order({ arrivedAt: '2026-12-01T12:00:00.000Z' }), null],
    [order({ arrivedAt: '2026-12-01T12:00:01.000Z' }), null],
    [order({ to: null }), null],
    [order({ state: 'failed', reason: 'closed' }), null],
    [order({ state: 'arrived' }), null],
    [order({ state: 'cancelled', arrivedAt: null }), null],
  ]);
  assert.deepEqual(
    [total.orders, total.done, total.failed, total.cancelled, total.open, total.onTime, total.late],
    [6, 3, 1, 1, 1, 1, 1],
  );
  assert.equal(onTimeShare(total), 0.5);
  assert.equal(onTimeShare({ onTime: 0, late: 0 }), null);
});

test('[ORDER-6] arrivals are compared with the plan, early ones against late ones; without a plan nothing is', () => {
  const { total } = reportOf([
    [order(), '2026-12-01T11:40:00.000Z'],
    [order(), '2026-12-01T11:55:00.000Z'],
    [order(), null],
    [order({ arrivedAt: null, state: 'assigned' }), '2026-12-01T11:40:00.000Z'],
  ]);
  assert.deepEqual([total.compared, total.delaySeconds, meanDelay(total)], [2, 300, 150]);
  assert.equal(meanDelay(reportOf([[order(), null]]).total), null);
});

test('[ORDER-6] groups add up to the total; days are those of the zone, and in their order', () => {
  const orders = [
    [order({ from: '2026-12-02T02:30:00.000Z' }), null],
    [order({ from: '2026-12-02T03:00:00.000Z', deviceId: 4, deviceName: 'Van 4' }), null],
    [order({ state: 'failed', reason: 'closed', from: '2026-12-02T09:00:00.000Z' }), null],
  ] as const;
  const days = reportOf(orders, 'day');
  assert.deepEqual(
    days.groups.map(({ key, orders: count }) => [key, count]),
    [
      ['2026-12-01', 1],
      ['2026-12-02', 2],
    ],
  );
  const vehicles = reportOf(orders);
  assert.deepEqual(
    vehicles.groups.map(({ name, orders: count, failed }) => [name, count, failed]),
    [
      ['Van 3', 2, 1],
      ['Van 4', 1, 0],
    ],
  );
  assert.deepEqual(vehicles.reasons, [{ reason: 'closed', count: 1 }]);
  assert.deepEqual(vehicles.total, days.total);
});

test('[ORDER-6] groups beyond the bound are counted, and stay in the total', () => {
  const orders = Array.from(
    { length: MAX_ORDER_GROUPS + 2 },
    (_, at) => [order({ customer: `C${at}` }), null] as const,
  );
  const { groups, hiddenGroups, total } = reportOf(orders, 'customer');
  assert.deepEqual([groups.length, hiddenGroups, total.orders], [MAX_ORDER_GROUPS, 2, orders.length]);
});
