import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SnapTargets } from './snap-targets.ts';

/** A square of about 2 km near São Paulo, latitudes first. */
const SQUARE = 'POLYGON ((-23.51 -46.61, -23.51 -46.59, -23.49 -46.59, -23.49 -46.61))';
const near = (targets: SnapTargets, longitude: number, latitude: number, zoom = 15) =>
  targets.nearest({ longitude, latitude }, zoom)?.map((degrees) => Math.round(degrees * 1e6) / 1e6) ?? null;

test('[WEBFENCE-44] a point comes to the corner or the edge that it is near, corners first', () => {
  const targets = new SnapTargets([SQUARE]);
  assert.deepEqual(near(targets, -46.6099, -23.5099), [-46.61, -23.51]);
  assert.deepEqual(near(targets, -46.6, -23.5101), [-46.6, -23.51]);
  assert.equal(near(targets, -46.6, -23.5), null);
});

test('[WEBFENCE-44] near means on the screen: closer by the same place is far', () => {
  const targets = new SnapTargets([SQUARE]);
  assert.deepEqual(near(targets, -46.6, -23.5112, 12), [-46.6, -23.51]);
  assert.equal(near(targets, -46.6, -23.5112, 17), null);
});

test('[WEBFENCE-44] the side that closes a polygon counts, a line has none; circles and nonsense are left alone', () => {
  const open = 'LINESTRING (-23.51 -46.61, -23.51 -46.59, -23.49 -46.59, -23.49 -46.61)';
  assert.deepEqual(near(new SnapTargets([SQUARE]), -46.6101, -23.5), [-46.61, -23.5]);
  assert.equal(near(new SnapTargets([open]), -46.6101, -23.5), null);
  assert.equal(near(new SnapTargets(['CIRCLE (-23.5 -46.6, 100)', 'nonsense', '']), -46.6, -23.5), null);
});

test('[WEBFENCE-44] over the antimeridian, from either side', () => {
  const targets = new SnapTargets(['LINESTRING (10 179.9, 10 -179.9)']);
  assert.deepEqual(near(targets, -179.95, 10.0001), [-179.95, 10]);
  assert.deepEqual(near(targets, 179.95, 10.0001), [179.95, 10]);
});
