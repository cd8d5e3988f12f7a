import assert from 'node:assert/strict';
import { test } from 'node:test';
import { narrowingOf } from './saved-question.ts';

test('[REPW-702] a saved report asks for its rows by driver or group; what it says wrongly is not asked for', () => {
  assert.deepEqual(narrowingOf({ by: 'driver', types: 'a,b' }), { by: 'driver', type: ['a', 'b'] });
  assert.deepEqual(narrowingOf({ by: 'group', daily: '1' }), { by: 'group', daily: 'true' });
  for (const by of ['device', 'colour', 7, true]) assert.deepEqual(narrowingOf({ by }), {});
});
