import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FULL_WEIGHT, spreadOf, weightOf } from './track-weight.ts';

const GAP = 8;
/** A pixel of a map at zoom 10. */
const PX = 1 / (512 * 1024);

/** So many parallel tracks of 400 px to and fro. */
function driven(times: number) {
  const length = times * 2;
  return {
    length,
    x: Float64Array.from({ length }, (_, i) => 0.4 + (i % 4 === 1 || i % 4 === 2 ? 400 * PX : 0)),
    y: Float64Array.from({ length }, (_, i) => 0.4 + (((i >> 1) * 7) % 400) * PX),
    flags: new Uint8Array(length),
  };
}

test('[PAST-29] a day has lines of full width, a year in one town thin ones without an edge', () => {
  const px = 1 / PX;
  assert.deepEqual(weightOf([spreadOf(driven(6))], px), FULL_WEIGHT);
  const year = weightOf([spreadOf(driven(2000))], px);
  assert.equal(year.halfPx, 0.75);
  assert.equal(year.casingPx, 0);
  const month = weightOf([spreadOf(driven(60))], px);
  assert.ok(month.halfPx > 0.75 && month.halfPx < FULL_WEIGHT.halfPx, `${month.halfPx}`);
});

test('[PAST-29] a closer look has room again, and several vehicles share it', () => {
  const spread = spreadOf(driven(60));
  const far = weightOf([spread], 1 / PX).halfPx;
  assert.ok(weightOf([spread], 4 / PX).halfPx > far);
  assert.ok(weightOf([spread, spread], 1 / PX).halfPx < far);
});

test('[PAST-29] silences are no way, and nothing or one straight road has full width', () => {
  const { x, y } = driven(1);
  const straight = { length: 2, x, y: y.fill(0.4), flags: new Uint8Array(2) };
  assert.deepEqual(weightOf([spreadOf(straight)], 1 / PX), FULL_WEIGHT);
  assert.equal(spreadOf({ ...straight, flags: Uint8Array.of(0, GAP) }).length, 0);
  assert.deepEqual(weightOf([], 1 / PX), FULL_WEIGHT);
  assert.deepEqual(weightOf([spreadOf({ ...straight, length: 0 })], 1 / PX), FULL_WEIGHT);
});
