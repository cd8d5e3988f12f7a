import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hoursWarning, nextCheckMs, type ActivityKind, type HoursWarning } from './index.ts';

const MINUTE = 60_000;
const at = (before: HoursWarning | null, minutes: number, state: ActivityKind = 'driving', rule = 'break') =>
  hoursWarning(before, { state, left: { rule, source: '', ms: minutes * MINUTE } }, { deviceId: 1, now: 7 });

test('[HOURS-69] a limit has one warning at 30 minutes and one at 10, until there is more time again', () => {
  assert.equal(at(null, 31), null);
  const early = at(null, 30);
  assert.deepEqual(early, { rule: 'break', threshold: 30, minutesLeft: 30, deviceId: 1, at: 7 });
  assert.equal(at(early, 11), early, 'the same');
  const late = at(early, 9.5);
  assert.deepEqual([late?.threshold, late?.minutesLeft], [10, 9]);
  assert.equal(at(late, 3), late);
  assert.equal(at(late, 12), late, 'no earlier one follows');
  assert.equal(at(late, 300), null, 'after the break');
  assert.equal(at(late, 20, 'driving', 'day')?.rule, 'day');
  for (const state of ['rest', 'meal', 'break', 'unclear'] as const)
    assert.equal(at(null, 20, state), null, state);
  for (const state of ['work', 'waiting'] as const) assert.equal(at(null, 20, state)?.threshold, 30, state);
  assert.equal(at(null, 0), null);
  assert.equal(hoursWarning(early, null, { deviceId: 1, now: 7 }), null);
});

test('[HOURS-70] nobody is judged again before they can come close to a limit', () => {
  assert.deepEqual(
    [50, 30, 5, 300, 0].map((minutes) => nextCheckMs(minutes * MINUTE) / MINUTE),
    [20, 0, 0, 30, 30],
  );
  assert.equal(nextCheckMs(null), 30 * MINUTE);
});
