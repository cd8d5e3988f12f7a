import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { visibleRuns } from './visible-runs.ts';

const flags = (length: number, slots: readonly number[]): Uint8Array => {
  const visible = new Uint8Array(length);
  for (const slot of slots) visible[slot] = 1;
  return visible;
};

test('[MAP-9] few that are shown are drawn in few calls, none in none, and everything in one', () => {
  assert.deepEqual(visibleRuns(flags(1_000, []), 1_000), []);
  assert.deepEqual(visibleRuns(flags(1_000, [3, 5, 900]), 1_000), [
    { start: 3, count: 3 },
    { start: 900, count: 1 },
  ]);
  assert.deepEqual(visibleRuns(new Uint8Array(500).fill(1), 300), [{ start: 0, count: 300 }]);
  const scattered = Array.from({ length: 100 }, (_, at) => at * 200);
  assert.deepEqual(visibleRuns(flags(20_000, scattered), 20_000), [{ start: 0, count: 20_000 }]);
});

test('[MAP-9] every shown slot is drawn once, and nothing beyond the end', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(2_000)), fc.integer({ min: 1, max: 2_001 }), (slots, end) => {
      const visible = flags(2_001, slots);
      const drawn = visibleRuns(visible, end).flatMap(({ start, count }) =>
        Array.from({ length: count }, (_, at) => start + at),
      );
      assert.equal(new Set(drawn).size, drawn.length);
      for (const slot of slots) assert.equal(drawn.includes(slot), slot < end);
      for (const slot of drawn) assert.ok(slot < end);
    }),
    { numRuns: 200 },
  );
});
