import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RouteVisits } from '../stop-visits/index.ts';
import { comparedTotal, compareRoute, drivesTo, START_OF_ROUTE } from './compare-route.ts';
import type { RoadRoute } from './road-route.ts';

const at = (time: string): string => `2026-11-30T${time}:00.000Z`;
const ms = (time: string): number => Date.parse(at(time));
type Given = Parameters<typeof drivesTo>[0][number];
const order = (id: number, more: Partial<Given> = {}): Given => ({
  id,
  customer: `Shop ${id}`,
  reference: '',
  place: { address: '', latitude: null, longitude: null, geofenceId: 0 },
  state: 'done',
  reason: null,
  from: null,
  to: null,
  arrivedAt: null,
  endedAt: null,
  ...more,
});
const visit = (left: string | null) => ({
  inside: null,
  standing: null,
  arrivedAt: null,
  leftAt: left === null ? null : ms(left),
  outside: 0,
});
const visitsOf = (left: Readonly<Record<number, string | null>>): RouteVisits => ({
  last: null,
  jumps: 0,
  stops: Object.fromEntries(Object.entries(left).map(([id, time]) => [id, visit(time)])),
});
const planned = (orderId: number, arrives: string | null, leaves: string | null) => ({
  orderId,
  arrivesAt: arrives && at(arrives),
  leavesAt: leaves && at(leaves),
  waitSeconds: 0,
  isLate: false,
  meters: 4000,
});
const ROUTE: RoadRoute = {
  id: 7,
  version: 1,
  ownerId: 1,
  day: '2026-11-30',
  deviceId: 3,
  deviceName: 'Van 3',
  driverUniqueId: 'd1',
  driverName: 'Ana',
  beginsAt: at('08:00'),
  start: null,
  end: null,
  capacity: 0,
  note: '',
  createdTime: at('07:00'),
  stops: [planned(1, '09:00', '09:20'), planned(2, '10:00', '10:30'), planned(3, null, null)],
  endsAt: null,
  meters: null,
  load: 0,
  travel: { source: 'history', failure: null },
};
const all = { isMeasured: true, isShown: () => true };
const minutes = (seconds: number | null | undefined) => (typeof seconds === 'number' ? seconds / 60 : null);

test('[ROUTE-4] stops are compared with their plan, in the order of the plan, with their places in the order of arrivals', () => {
  const orders = [
    order(1, { arrivedAt: at('10:40'), endedAt: at('10:50'), to: at('10:30') }),
    order(2, { arrivedAt: at('09:30'), endedAt: at('10:05'), from: at('09:45') }),
    order(3),
  ];
  const visits = visitsOf({ [START_OF_ROUTE]: '08:10', 1: '10:55', 2: '10:10' });
  const { stops, total } = compareRoute(ROUTE, orders, { visits, meters: new Map([[2, 12_000]]), ...all });
  assert.deepEqual(
    stops.map((stop) => [
      stop.plannedPlace,
      stop.actualPlace,
      minutes(stop.delaySeconds),
      stop.isLate,
      minutes(stop.plannedWorkSeconds),
      minutes(stop.workSeconds),
      minutes(stop.drivenSeconds),
      stop.drivenMeters,
    ]),
    [
      [1, 2, 100, true, 20, 15, 30, null],
      // Work begins with the window; the wait before it is none.
      [2, 1, -30, false, 30, 25, 80, 12_000],
      [3, null, null, false, null, null, null, null],
    ],
  );
  assert.deepEqual(total, {
    stops: 3,
    reached: 2,
    compared: 2,
    delaySeconds: 70 * 60,
    late: 1,
    worked: 2,
    plannedWorkSeconds: 50 * 60,
    workSeconds: 40 * 60,
    driven: 2,
    drivenSeconds: 110 * 60,
    measured: 1,
    drivenMeters: 12_000,
  });
  const part = compareRoute(ROUTE, orders, {
    visits,
    meters: new Map(),
    isMeasured: true,
    isShown: ({ orderId }) => orderId === 1,
  });
  assert.deepEqual([part.stops[0]?.actualPlace, part.total], [2, comparedTotal(part.stops)]);
});

test('[ROUTE-5] a drive begins where a departure is known: by the fence, or else by the end that was reported before', () => {
  const first = order(1, { arrivedAt: at('09:00'), endedAt: at('09:20') });
  const second = order(2, { arrivedAt: at('10:00'), endedAt: at('10:05') });
  const from = (orders: readonly Given[], left: Readonly<Record<number, string>>) =>
    drivesTo(orders, visitsOf(left)).map((drive) => [
      drive.orderId,
      new Date(drive.from).toISOString().slice(11, 16),
    ]);
  assert.deepEqual(from([first, second], {}), [[2, '09:20']], 'nobody knows when it set out');
  assert.deepEqual(from([first, second], { 0: '08:30', 1: '09:25' }), [
    [1, '08:30'],
    [2, '09:25'],
  ]);
  const late = { ...first, endedAt: at('10:30') };
  assert.deepEqual(from([late, second], {}), [], 'reported after the next arrival');
  const inferred = { ...first, endedAt: at('09:00') };
  assert.deepEqual(from([inferred, second], {}), [], 'an arrival that is concluded from the end');
  assert.deepEqual(from([first, second], { 1: '10:01' }), [[2, '10:00']], 'fences that overlap');
});
