import assert from 'node:assert/strict';
import { test } from 'node:test';
import { systemClock } from '@rastro/base';
import { LitWalls } from './lit-walls.ts';

test('[WALL-3] whether a wall may be shown is asked again after half a second, and when the clock is set back', () => {
  let now = 1_000_000;
  let looks = 0;
  const lit = new LitWalls(
    {
      clock: { ...systemClock, now: () => now },
      holderOf: () => Promise.resolve(null),
      clientWith: () => assert.fail('nobody holds it'),
    },
    {
      opened: () => {
        looks += 1;
        return new Promise(() => undefined);
      },
    },
  );
  const ask = (after: number): number => {
    now += after;
    void lit.find('link');
    return looks;
  };
  assert.deepEqual([ask(0), ask(499), ask(1), ask(100), ask(-3_600_000), ask(100)], [1, 1, 2, 2, 3, 3]);
});
