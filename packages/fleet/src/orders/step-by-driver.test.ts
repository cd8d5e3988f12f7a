import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { DriverStepKind } from './driver-stop.ts';
import type { RoadOrderDetail } from './order.ts';
import { endOf, stepByDriver, type DriverClaim } from './step-by-driver.ts';
import { stepOrder, type NewOrderStep } from './step-order.ts';

const ASSIGNED: RoadOrderDetail = {
  id: 1,
  version: 1,
  ownerId: 2,
  reference: '',
  customer: 'Padaria',
  place: { address: 'Rua A, 1', latitude: null, longitude: null, geofenceId: 0 },
  from: null,
  to: null,
  minutes: 10,
  load: 0,
  contact: { name: '', phone: '', email: '' },
  note: '',
  code: '',
  wrongCodes: 0,
  state: 'assigned',
  reason: null,
  attempt: 1,
  deviceId: 3,
  deviceName: 'Van 3',
  driverUniqueId: '',
  driverName: '',
  routeId: 0,
  arrivedAt: null,
  endedAt: null,
  isDisputed: false,
  createdTime: '2026-11-01T00:00:00.000Z',
  steps: [],
};
const at = (minute: number): string => `2026-11-01T10:${String(minute).padStart(2, '0')}:00.000Z`;
let made = 0;
const step = <K extends NewOrderStep['kind']>(kind: K, minute: number, userName = 'Davi') => ({
  id: `step-${(made += 1)}`,
  kind,
  at: at(minute),
  seenAt: at(59),
  by: 'driver' as const,
  userId: 0,
  userName,
  reason: kind === 'fail' ? ('closed' as const) : null,
  note: '',
});
const after = (order: RoadOrderDetail, kind: NewOrderStep['kind'], minute: number): RoadOrderDetail =>
  stepOrder(order, step(kind, minute, 'Rui')) ?? assert.fail();
const did = (order: RoadOrderDetail, kind: DriverStepKind, minute: number, claim: DriverClaim = 'own') =>
  stepByDriver(order, step(kind, minute), claim);

test('[DRIVERSTEP-1] a driver arrives and ends a stop; one end makes the arrival too', () => {
  const arrived = did(ASSIGNED, 'arrive', 5);
  assert.deepEqual([arrived.outcome, arrived.order?.state], ['counted', 'arrived']);
  const done = did(arrived.order ?? ASSIGNED, 'done', 9);
  assert.deepEqual(
    [done.outcome, done.order?.state, done.order?.arrivedAt, done.order?.endedAt],
    ['counted', 'done', at(5), at(9)],
  );
  assert.equal(did(ASSIGNED, 'done', 9).order?.arrivedAt, at(9));
  assert.equal(did(ASSIGNED, 'fail', 9).order?.reason, 'closed');
});

test('[DRIVERSTEP-12] a driver on their way is believed; said late, or about anothers order, it contradicts nothing', () => {
  const started = did(ASSIGNED, 'start', 2);
  assert.deepEqual([started.outcome, started.order?.state], ['counted', 'underWay']);
  assert.equal(did(started.order ?? ASSIGNED, 'arrive', 5).order?.state, 'arrived');
  const late = did(after(ASSIGNED, 'done', 9), 'start', 2);
  assert.deepEqual([late.order?.state, late.order?.isDisputed], ['done', false]);
  const anothers = did(ASSIGNED, 'start', 2, 'anothers');
  assert.deepEqual(
    [anothers.outcome, anothers.order?.state, anothers.order?.isDisputed],
    ['reassigned', 'assigned', false],
  );
});

test('[DRIVERSTEP-2] a second report of the same end changes nothing, and says whose the first was', () => {
  const done = after(ASSIGNED, 'done', 9);
  assert.deepEqual(did(done, 'done', 12), { order: null, outcome: 'alreadyEnded' });
  assert.deepEqual(did(done, 'done', 4), { order: null, outcome: 'alreadyEnded' });
  assert.deepEqual(endOf(done), { endedBy: 'Rui', endedAt: at(9) });
  assert.deepEqual(endOf(ASSIGNED), { endedBy: '', endedAt: null });
});

test('[DRIVERSTEP-2] of two ends that contradict each other both stay, and the earlier one counts', () => {
  const done = after(ASSIGNED, 'done', 9);
  const later = did(done, 'fail', 12);
  assert.deepEqual(
    [later.outcome, later.order?.state, later.order?.isDisputed],
    ['alreadyEnded', 'done', true],
  );
  const earlier = did(done, 'fail', 4);
  assert.deepEqual(
    [earlier.outcome, earlier.order?.state, earlier.order?.isDisputed],
    ['counted', 'failed', true],
  );
});

test('[DRIVERSTEP-3] a report about an order that is another driver’s by now is a note on it', () => {
  const given = did(ASSIGNED, 'done', 9, 'anothers');
  assert.deepEqual(
    [given.outcome, given.order?.state, given.order?.isDisputed, given.order?.steps.at(-1)?.isLate],
    ['reassigned', 'assigned', true, true],
  );
  const unchecked = did(ASSIGNED, 'arrive', 9, 'notCheckedIn');
  assert.deepEqual(
    [unchecked.outcome, unchecked.order?.isDisputed, unchecked.order?.steps.length],
    ['notCheckedIn', false, 1],
  );
  // Whoever has done it had it, although it was taken back meanwhile.
  assert.equal(did({ ...ASSIGNED, state: 'planned', deviceId: 0 }, 'done', 9, 'nobodys').outcome, 'counted');
});

test('[DRIVERSTEP-3] a canceled order stays canceled, an attempt planned again is not ended by the one before', () => {
  const cancelled = did(after(ASSIGNED, 'cancel', 8), 'done', 9);
  assert.deepEqual(
    [cancelled.outcome, cancelled.order?.state, cancelled.order?.isDisputed],
    ['cancelled', 'cancelled', true],
  );
  const again = after(after(after(ASSIGNED, 'fail', 8), 'replan', 20), 'assign', 21);
  assert.equal(did(again, 'fail', 10).order?.state, 'assigned');
  assert.equal(did(again, 'fail', 30).order?.state, 'failed');
});
