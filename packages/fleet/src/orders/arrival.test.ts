import assert from 'node:assert/strict';
import { test } from 'node:test';
import { arrivalEnd, arrivalOf, type ArrivalProgress } from './arrival.ts';

const at = (hour: number): string => new Date(Date.UTC(2026, 10, 1, hour)).toISOString();
const ORDER = { state: 'assigned', to: at(12), deviceId: 3, arrivedAt: null, endedAt: null } as const;
const COMING: ArrivalProgress = {
  isNext: true,
  arrivedAt: null,
  expected: { from: at(10), to: at(11) },
  isLate: false,
};
const now = Date.parse(at(9));

test('[ARRIVAL-1] an order is on the way while its vehicle drives to it, and ends as it ended', () => {
  assert.deepEqual(arrivalOf(ORDER, COMING, now), {
    state: 'onTheWay',
    isLate: false,
    expected: COMING.expected,
    arrivedAt: null,
    endedAt: null,
  });
  assert.equal(arrivalOf(ORDER, { ...COMING, isNext: false }, now).state, 'planned');
  assert.equal(arrivalOf({ ...ORDER, deviceId: 0 }, COMING, now).state, 'planned');
  assert.equal(arrivalOf(ORDER, null, now).state, 'planned');
  const there = arrivalOf(ORDER, { ...COMING, arrivedAt: at(10) }, now);
  assert.deepEqual([there.state, there.arrivedAt, there.expected], ['arrived', at(10), null]);
  for (const state of ['done', 'failed', 'cancelled'] as const) {
    const ended = arrivalOf({ ...ORDER, state, endedAt: at(11) }, COMING, now);
    assert.deepEqual([ended.state, ended.endedAt, ended.expected], [state, at(11), null]);
  }
});

test('[ARRIVAL-2] it is late when it is expected or comes after its window', () => {
  assert.equal(arrivalOf(ORDER, { ...COMING, isLate: true }, now).isLate, true);
  const after = Date.parse(at(13));
  const missed = arrivalOf(ORDER, COMING, after);
  assert.deepEqual([missed.isLate, missed.expected], [true, null]);
  assert.equal(arrivalOf({ ...ORDER, arrivedAt: at(11) }, null, after).isLate, false);
  assert.equal(arrivalOf({ ...ORDER, arrivedAt: at(13) }, null, after).isLate, true);
  assert.equal(arrivalOf({ ...ORDER, state: 'done', endedAt: at(13) }, null, after).isLate, true);
  assert.equal(arrivalOf({ ...ORDER, state: 'cancelled', endedAt: at(13) }, null, after).isLate, false);
  assert.equal(arrivalOf({ ...ORDER, to: null }, null, after).isLate, false);
});

test('[ARRIVAL-3] it ends a day after the order, a week after the window, or a month after it was shared', () => {
  const days = (from: string, count: number): number => Date.parse(from) + count * 86_400_000;
  const order = { ...ORDER, from: at(10) };
  assert.equal(arrivalEnd({ ...order, state: 'done', endedAt: at(11) }, now), days(at(11), 1));
  assert.equal(arrivalEnd(order, now), days(at(12), 7));
  assert.equal(arrivalEnd(order, Date.parse(at(20))), days(at(20), 7));
  assert.equal(arrivalEnd({ ...order, from: null, to: null }, now), days(at(9), 30));
});
