import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY_MS } from '@rastro/base';
import { NO_TOTALS } from '../totals/totals.ts';
import type { CoachingCase } from './coaching-case.ts';
import { coachingRows, type CoachedEvent } from './coached-events.ts';
import { effectOf, effectPeriods } from './coaching-effect.ts';

const START = Date.UTC(2026, 2, 2);
const at = (days: number): string => new Date(START + days * DAY_MS).toISOString();
const event = (days: number, more: Partial<CoachedEvent> = {}): CoachedEvent => ({
  deviceId: 1,
  kind: 'braking',
  startTime: at(days),
  isSevere: false,
  source: 'derived',
  isWithdrawn: false,
  driverUniqueId: 'ana',
  ...more,
});
const caseOf = (days: number, more: Partial<CoachingCase> = {}): CoachingCase => ({
  deviceId: 1,
  deviceName: 'Van',
  kind: 'braking',
  startTime: at(days),
  endTime: at(days),
  isSevere: false,
  driverUniqueId: 'ana',
  driverName: 'Ana',
  state: 'done',
  assigneeId: 0,
  assigneeName: '',
  note: '',
  doneAt: null,
  contest: null,
  version: 1,
  ...more,
});
const found = (events: readonly CoachedEvent[], cases: readonly CoachingCase[] = []) =>
  coachingRows(events, cases).map((row) => [
    row.event?.startTime ?? row.coachingCase?.startTime,
    row.reason,
    row.coachingCase !== null,
  ]);

test('[COACHING-1] worth talking about are severe events, and a kind that comes three times in seven days', () => {
  assert.deepEqual(found([event(0), event(1, { isSevere: true })]), [[at(1), 'severe', false]]);
  assert.deepEqual(found([event(0), event(3), event(7)]), [
    [at(7), 'repeated', false],
    [at(3), 'repeated', false],
    [at(0), 'repeated', false],
  ]);
  assert.deepEqual(found([event(0), event(3), event(7.001)]), []);
  assert.deepEqual(found([event(0), event(3), event(4, { kind: 'cornering' })]), []);
});

test('[COACHING-1] a driver is the same in several vehicles; without a driver it is the vehicle that counts', () => {
  const cars = [event(0), event(1, { deviceId: 2 }), event(2, { deviceId: 3 })];
  assert.equal(found(cars).length, 3);
  assert.equal(found(cars.map((each) => ({ ...each, driverUniqueId: null }))).length, 0);
  const own = [0, 1, 2].map((day) => event(day, { driverUniqueId: null }));
  assert.equal(found(own).length, 3);
  assert.equal(found([event(0), event(1), event(2, { driverUniqueId: 'rui' })]).length, 0);
});

test('[COACHING-1] what is known only in part, or was taken back, is a reason for nothing', () => {
  for (const more of [{ source: 'partly' as const }, { isWithdrawn: true }]) {
    assert.deepEqual(found([event(0, { ...more, isSevere: true })]), []);
    assert.deepEqual(found([event(0), event(1), event(2, more)]), []);
  }
});

test('[COACHING-2] a case stays, whatever the rules say of its event, and when history has it no more', () => {
  assert.deepEqual(found([event(0)], [caseOf(0), caseOf(5)]), [
    [at(5), null, true],
    [at(0), null, true],
  ]);
  assert.deepEqual(found([event(0, { isSevere: true })], [caseOf(0)]), [[at(0), 'severe', true]]);
  const whole = { startTime: at(0).replace('Z', '+00:00') };
  assert.equal(found([event(0)], [caseOf(0, whole)]).length, 1, 'however the instant is written');
});

test('[COACHING-3] the effect is the rate of the kind before and after, and unknown below 100 km on either side', () => {
  const sums = (watched: number, brakings: number, severeBrakings = 0) => ({
    ...NO_TOTALS,
    distance: 500_000,
    watched,
    brakings,
    severeBrakings,
    phoneAlarms: 5,
  });
  assert.deepEqual(effectOf('braking', sums(200_000, 7, 1), sums(400_000, 4)), { before: 4, after: 1 });
  assert.equal(effectOf('braking', sums(99_999, 7), sums(400_000, 4)), null);
  assert.equal(effectOf('braking', sums(400_000, 7), sums(99_999, 0)), null);
  assert.deepEqual(effectOf('phone', sums(0, 0), sums(0, 0)), { before: 1, after: 1 });
});

test('[COACHING-3] fourteen days before and after the talk are compared, once they are over', () => {
  const done = START + 7 * 60_000;
  const periods = effectPeriods(done, START + 14 * DAY_MS);
  assert.deepEqual(periods.before, { from: START - 14 * DAY_MS, to: START - 1 });
  assert.deepEqual(periods.after, { from: START, to: START + 14 * DAY_MS - 1 });
  assert.deepEqual([periods.isOver, effectPeriods(done, START + 13 * DAY_MS).isOver], [true, false]);
});
