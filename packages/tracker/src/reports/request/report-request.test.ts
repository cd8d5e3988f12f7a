import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pageOf } from './report-request.ts';

test('[REPORT-21] a list that is asked for whole is made in many jobs, a page of it in one', () => {
  assert.equal(pageOf({ limit: 0, offset: 0 }), null);
  assert.deepEqual(pageOf({ limit: 25, offset: 0 }), { limit: 25, offset: 0 });
  assert.deepEqual(pageOf({ limit: 0, offset: 50 }), { limit: null, offset: 50 });
});
