import assert from 'node:assert/strict';
import { test } from 'node:test';
import { knots } from '../units/speed.ts';
import { INITIAL_OVERSPEED, stepOverspeed } from './overspeed.ts';

function run(samples: readonly (readonly [number, number])[], holdMs: number): number[] {
  let state = INITIAL_OVERSPEED;
  const at: number[] = [];
  for (const [time, speed] of samples) {
    const step = stepOverspeed(state, { time, speed: knots(speed), limit: knots(50), holdMs });
    state = step.state;
    if (step.over) at.push(time);
  }
  return at;
}

test('[OVERSPEED-1] reports once per stretch and is armed again below the limit', () => {
  assert.deepEqual(
    run(
      [
        [0, 60],
        [1, 60],
        [2, 50],
        [3, 51],
      ],
      0,
    ),
    [0, 3],
  );
});
test('[OVERSPEED-2] waits until the speed was held', () => {
  assert.deepEqual(
    run(
      [
        [0, 60],
        [500, 60],
        [1000, 60],
        [1500, 60],
      ],
      1000,
    ),
    [1000],
  );
});
test('[OVERSPEED-3] without a limit nothing is reported', () => {
  const step = stepOverspeed(INITIAL_OVERSPEED, { time: 0, speed: knots(200), limit: knots(0), holdMs: 0 });
  assert.equal(step.over, false);
});
