import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TravelRoute } from '../routing/ports.ts';
import { placesOf, planTimes, type PlacedOrder } from './plan-times.ts';

const DEPOT = { latitude: -23.5, longitude: -46.6 };
const at = (longitude: number) => ({ latitude: -23.5, longitude });
const order = (id: number, more: Partial<PlacedOrder> = {}): PlacedOrder => ({
  id,
  from: null,
  to: null,
  minutes: 10,
  load: 5,
  at: at(-46.6 + id / 100),
  ...more,
});
/** Each leg is ten minutes and five kilometres. */
const travelOf = (places: readonly unknown[]): TravelRoute | null =>
  places.length < 2
    ? null
    : {
        legs: places.slice(1).map(() => ({ seconds: 600, meters: 5000 })),
        line: null,
        source: 'router',
        failure: null,
      };
const timesOf = (
  orders: readonly PlacedOrder[],
  more: { readonly start?: null; readonly end?: typeof DEPOT } = {},
) => {
  const frame = { beginsAt: '2026-11-30T11:00:00.000Z', start: DEPOT, end: null, ...more };
  return planTimes(frame, orders, travelOf(placesOf(frame, orders)));
};
const hours = (texts: readonly (string | null)[]): readonly (string | null)[] =>
  texts.map((text) => text && text.slice(11, 16));

test('[ROUTE-1] a route travels, waits for the window, works, and says which stops it reaches too late', () => {
  const times = timesOf(
    [
      order(1, { from: '2026-11-30T12:00:00.000Z' }),
      order(2, { to: '2026-11-30T12:19:00.000Z' }),
      order(3, { to: '2026-11-30T12:40:00.000Z' }),
    ],
    { end: DEPOT },
  );
  assert.deepEqual(hours(times.stops.map(({ arrivesAt }) => arrivesAt)), ['11:10', '12:20', '12:40']);
  assert.deepEqual(hours(times.stops.map(({ leavesAt }) => leavesAt)), ['12:10', '12:30', '12:50']);
  assert.deepEqual(
    times.stops.map(({ waitSeconds, isLate }) => [waitSeconds, isLate]),
    [
      [3000, false],
      [0, true],
      [0, false],
    ],
  );
  assert.deepEqual([hours([times.endsAt]), times.meters, times.load], [['13:00'], 20_000, 15]);
  assert.deepEqual(times.travel, { source: 'router', failure: null });
});

test('[ROUTE-2] after a stop whose place is not known no time is known, and none is made up', () => {
  const times = timesOf([order(1), order(2, { at: null }), order(3)], { end: DEPOT });
  assert.deepEqual(hours(times.stops.map(({ arrivesAt }) => arrivesAt)), ['11:10', null, null]);
  assert.deepEqual([times.endsAt, times.meters], [null, null]);
  const noWay = { seconds: Infinity, meters: Infinity };
  const cut = planTimes(
    { beginsAt: '2026-11-30T11:00:00.000Z', start: DEPOT, end: null },
    [order(1), order(2)],
    { legs: [noWay, { seconds: 600, meters: 5000 }], line: null, source: 'router', failure: null },
  );
  assert.deepEqual([cut.stops.map(({ arrivesAt }) => arrivesAt), cut.endsAt], [[null, null], null]);
});

test('[ROUTE-3] a route without a start begins at its first stop; one without stops ends where it begins', () => {
  const times = timesOf([order(1), order(2)], { start: null });
  assert.deepEqual(hours(times.stops.map(({ arrivesAt }) => arrivesAt)), ['11:00', '11:20']);
  assert.deepEqual(
    times.stops.map(({ meters }) => meters),
    [0, 5000],
  );
  const none = timesOf([]);
  assert.deepEqual([none.stops, hours([none.endsAt]), none.meters], [[], ['11:00'], 0]);
});
