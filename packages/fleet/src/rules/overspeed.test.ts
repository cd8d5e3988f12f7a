import assert from 'node:assert/strict';
import { test } from 'node:test';
import { knots } from '../units/speed.ts';
import { INITIAL_OVERSPEED, stepOverspeed } from './overspeed.ts';

const limits = { limit: knots(50), geofenceId: 0, multiplier: 1, holdMs: 0 };
function run(samples: readonly (readonly [number, number])[], holdMs: number, multiplier = 1): number[] {
  let state = INITIAL_OVERSPEED;
  const at: number[] = [];
  for (const [time, speed] of samples) {
    const step = stepOverspeed(state, { ...limits, time, speed: knots(speed), holdMs, multiplier });
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
  const step = stepOverspeed(INITIAL_OVERSPEED, { ...limits, time: 0, speed: knots(200), limit: knots(0) });
  assert.equal(step.over, false);
});
test('[OVERSPEED-4] the multiplier is a tolerance; the geofence is that of the first sample over the limit', () => {
  assert.deepEqual(
    run(
      [
        [0, 54],
        [1, 55],
        [2, 56],
      ],
      0,
      1.1,
    ),
    [2],
  );
  const first = { ...limits, time: 0, speed: knots(60), geofenceId: 7, holdMs: 1000 };
  const { state } = stepOverspeed(INITIAL_OVERSPEED, first);
  const later = stepOverspeed(state, { ...first, time: 1000, geofenceId: 8 });
  assert.deepEqual([later.over, later.state.geofenceId], [true, 7]);
});
