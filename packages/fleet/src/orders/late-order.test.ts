import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isLateOrder } from './late-order.ts';

const to = '2026-11-30T12:00:00.000Z';
const [before, after] = [Date.parse(to) - 1, Date.parse(to) + 1];
const order = { state: 'assigned', to, arrivedAt: null } as const;

test('[ORDER-7] an order is late when it was reached after its window, or is open and the window is over', () => {
  assert.deepEqual([isLateOrder(order, before), isLateOrder(order, after)], [false, true]);
  const reached = (at: number) => ({
    ...order,
    state: 'done' as const,
    arrivedAt: new Date(at).toISOString(),
  });
  assert.deepEqual([isLateOrder(reached(before), after), isLateOrder(reached(after), before)], [false, true]);
  for (const state of ['failed', 'cancelled'] as const)
    assert.equal(isLateOrder({ ...order, state }, after), false);
  assert.equal(isLateOrder({ ...order, to: null }, after), false);
});
