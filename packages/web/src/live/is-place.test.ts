import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isPlace } from './is-place.ts';

test('zero, zero is no place', () => {
  assert.equal(isPlace({ latitude: 0, longitude: 0 }), false);
  assert.equal(isPlace({ latitude: 0, longitude: 9.4 }), true);
});
