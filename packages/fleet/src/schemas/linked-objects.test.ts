import assert from 'node:assert/strict';
import { test } from 'node:test';
import { maintenanceBody } from './linked-objects.ts';

test('[MDUE-100] a service that would never come, or comes backwards, is refused; one that comes once is not', () => {
  const read = (fields: object) =>
    maintenanceBody.safeParse({ id: 0, name: 'Oil', type: 'totalDistance', start: 0, period: 0, ...fields });
  assert.match(read({}).error?.issues[0]?.message ?? '', /must be above 0/);
  assert.deepEqual(read({}).error?.issues[0]?.path, ['period']);
  assert.equal(read({ start: 10_000, period: -5 }).success, false);
  assert.equal(read({ start: 10_000 }).success, true, 'once, at its start');
  assert.equal(read({ period: 10_000 }).success, true);
});
