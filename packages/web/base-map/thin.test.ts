import assert from 'node:assert/strict';
import { test } from 'node:test';
import { thinLine, thinRing } from './thin.ts';

const TOLERANCE = { usual: 0.02, polar: 0.1 };

test('[BAKE-6] a line loses points that nobody would miss, keeps its ends, and more of them where people drive', () => {
  const bent = (latitude: number, by: number) => [
    [0, latitude],
    [1, latitude + by],
    [2, latitude],
  ];
  assert.equal(thinLine(bent(-23, 0.01), TOLERANCE).length, 2);
  assert.equal(thinLine(bent(-23, 0.05), TOLERANCE).length, 3);
  assert.equal(thinLine(bent(70, 0.05), TOLERANCE).length, 2);
  assert.equal(thinLine(bent(70, 0.2), TOLERANCE).length, 3);
  assert.deepEqual(thinLine([[5, 5]], TOLERANCE), [[5, 5]]);
});

test('[BAKE-7] a ring stays closed, and an islet that is a line no more is none', () => {
  const islet = (size: number) => [
    [0, 0],
    [size, 0],
    [size, size],
    [0, size],
    [0, 0],
  ];
  const ring = thinRing(islet(0.1), TOLERANCE);
  assert.deepEqual(ring?.[0], ring?.at(-1));
  assert.equal(ring?.length, 5);
  assert.equal(thinRing(islet(0.005), TOLERANCE), null);
});
