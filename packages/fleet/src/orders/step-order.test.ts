import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { isOpenOrder, ORDER_STEP_KINDS, type RoadOrderDetail, type OrderStepKind } from './order.ts';
import { stepOrder, type NewOrderStep } from './step-order.ts';

const PLANNED: RoadOrderDetail = {
  id: 1,
  version: 1,
  ownerId: 5,
  reference: 'A-1',
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
  state: 'planned',
  reason: null,
  attempt: 1,
  deviceId: 0,
  deviceName: '',
  driverUniqueId: '',
  driverName: '',
  routeId: 0,
  arrivedAt: null,
  endedAt: null,
  isDisputed: false,
  createdTime: '2026-11-28T08:00:00.000Z',
  steps: [],
};
const VAN = { deviceId: 7, deviceName: 'Van 7', driverUniqueId: '', driverName: '', routeId: 0 };
let made = 0;
const step = (kind: OrderStepKind, minute = 0, more: Partial<NewOrderStep> = {}): NewOrderStep => ({
  id: `s${(made += 1)}`,
  kind,
  at: new Date(Date.UTC(2026, 10, 28, 9, minute)).toISOString(),
  seenAt: '2026-11-28T12:00:00.000Z',
  by: 'driver',
  userId: 3,
  userName: 'Ana',
  reason: kind === 'fail' ? 'closed' : null,
  note: '',
  ...(kind === 'assign' && { assignee: VAN }),
  ...more,
});
/** @throws when one of them cannot follow. */
const after = (...steps: readonly NewOrderStep[]): RoadOrderDetail =>
  steps.reduce((order, each) => {
    const next = stepOrder(order, each);
    assert.ok(next, `${each.kind} cannot follow on ${order.state}`);
    return next;
  }, PLANNED);

test('[ORDER-1] an order is planned, assigned, under way, there and done; a failed one is planned anew', () => {
  const done = after(step('assign'), step('start', 5), step('arrive', 20), step('done', 31));
  assert.deepEqual(
    [done.state, done.deviceId, done.arrivedAt, done.endedAt],
    ['done', 7, '2026-11-28T09:20:00.000Z', '2026-11-28T09:31:00.000Z'],
  );
  const failed = after(step('assign'), step('fail', 9));
  assert.deepEqual([failed.state, failed.reason], ['failed', 'closed']);
  const again = stepOrder(failed, step('replan'));
  assert.ok(again);
  assert.deepEqual(
    [again.state, again.attempt, again.reason, again.deviceId, again.endedAt],
    ['planned', 2, null, 0, null],
  );
  assert.equal(again.steps.length, 3, 'everything that happened stays');
});

test('[ORDER-2] the same report twice is one, and who was not seen to arrive was there when it was done', () => {
  const once = step('done', 40);
  const twice = after(step('assign'), once, once);
  assert.equal(twice.steps.length, 2);
  assert.equal(twice.arrivedAt, twice.endedAt);
  const corrected = stepOrder(twice, step('arrive', 25));
  assert.deepEqual([corrected?.arrivedAt, corrected?.state], ['2026-11-28T09:25:00.000Z', 'done']);
});

test('[ORDER-3] plans follow only on the states that they are for', () => {
  const done = after(step('assign'), step('done'));
  for (const kind of ['assign', 'unassign', 'cancel', 'replan'] as const)
    assert.equal(stepOrder(done, step(kind)), null, kind);
});

test('[ORDER-4] whoever did what was taken away or cancelled meanwhile is heard, not refused', () => {
  const taken = after(step('assign'), step('unassign'), step('done', 30));
  assert.deepEqual([taken.state, taken.isDisputed], ['done', false]);
  const cancelled = after(step('assign'), step('cancel', 10), step('arrive', 15), step('done', 5));
  assert.deepEqual([cancelled.state, cancelled.isDisputed, cancelled.steps.length], ['cancelled', true, 4]);
});

test('[ORDER-4] of two ends the earlier one counts, whichever is reported first, and the order is disputed', () => {
  const [done, fail] = [step('done', 30), step('fail', 20)];
  const assigned = after(step('assign'));
  for (const reports of [
    [done, fail],
    [fail, done],
  ]) {
    const ended = reports.reduce<RoadOrderDetail>((order, each) => stepOrder(order, each) ?? order, assigned);
    assert.deepEqual(
      [ended.state, ended.reason, ended.endedAt, ended.isDisputed],
      ['failed', 'closed', fail.at, true],
    );
    assert.equal(ended.steps.length, 3, 'both are shown');
  }
});

test('[ORDER-4] a report about an attempt that has failed changes nothing of the next one', () => {
  const again = after(step('assign'), step('fail', 10), step('replan', 20), step('assign', 21));
  for (const kind of ['arrive', 'done', 'fail'] as const) {
    const next = stepOrder(again, step(kind, 15, { by: 'operator' }));
    assert.deepEqual(
      [next?.state, next?.arrivedAt, next?.endedAt, next?.isDisputed],
      ['assigned', null, null, false],
    );
    assert.deepEqual([next?.steps.length, next?.steps.at(-1)?.isLate], [5, true]);
  }
  assert.equal(stepOrder(again, step('done', 25))?.state, 'done');
});

test('[ORDER-5] reports in any order, each any number of times, lead to the same end', () => {
  const reports = fc.uniqueArray(
    fc.record({
      kind: fc.constantFrom('start' as const, 'arrive' as const, 'done' as const, 'fail' as const),
      minute: fc.integer({ min: 0, max: 59 }),
    }),
    { selector: ({ minute }) => minute, maxLength: 6 },
  );
  const property = fc.property(reports, fc.infiniteStream(fc.nat()), (given, chance) => {
    const steps = given.map(({ kind, minute }) => step(kind, minute));
    const mixed = [...steps, ...steps]
      .map((each) => [Number(chance.next().value), each] as const)
      .toSorted(([a], [b]) => a - b)
      .map(([, each]) => each);
    const end = (list: readonly NewOrderStep[]) => {
      const order = list.reduce<RoadOrderDetail>(
        (known, each) => stepOrder(known, each) ?? known,
        after(step('assign')),
      );
      const outcome = isOpenOrder(order.state) ? 'open' : order.state;
      return [outcome, order.endedAt, order.isDisputed, order.steps.length];
    };
    assert.deepEqual(end(mixed), end(steps.toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at))));
  });
  fc.assert(property, { numRuns: 300 });
});

test('[ORDER-3] every step on every state has an answer, and none ends an order without an instant', () => {
  const property = fc.property(fc.array(fc.constantFrom(...ORDER_STEP_KINDS), { maxLength: 12 }), (kinds) => {
    const order = kinds.reduce<RoadOrderDetail>(
      (known, kind) => stepOrder(known, step(kind)) ?? known,
      PLANNED,
    );
    assert.equal(order.endedAt === null, isOpenOrder(order.state));
    assert.equal(order.reason === null, order.state !== 'failed');
    assert.equal(order.deviceId === 0, order.state === 'planned' || order.deviceId === 0);
  });
  fc.assert(property, { numRuns: 300 });
});
