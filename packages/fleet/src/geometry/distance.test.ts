import assert from 'node:assert/strict';
import { test } from 'node:test';
import { distanceM } from './distance.ts';

test('[GEO-1] great-circle distance matches the check values of the tracking API', () => {
  const from = { latitude: 52, longitude: 13 };
  // A millimeter: the reference states three decimals.
  assert.ok(Math.abs(distanceM(from, { latitude: 52.01, longitude: 13 }) - 1113.195) < 0.001);
  assert.ok(Math.abs(distanceM(from, { latitude: 52, longitude: 13.01 }) - 685.351) < 0.001);
});
