import assert from 'node:assert/strict';
import { test } from 'node:test';
import { licenceNotice } from './licence-notice.ts';

test('[LICENCE-1] a licence is told of 30 and 7 days before its end and on its last day, not afterwards', () => {
  const threshold = (today: string) => licenceNotice('2026-12-31', today)?.threshold ?? null;
  assert.deepEqual(['2026-11-30', '2026-12-01', '2026-12-23', '2026-12-24'].map(threshold), [
    null,
    30,
    30,
    7,
  ]);
  assert.deepEqual(['2026-12-30', '2026-12-31', '2027-01-01'].map(threshold), [7, 0, null]);
  assert.equal(licenceNotice('2026-12-31', '2026-12-28')?.daysLeft, 3);
  assert.equal(licenceNotice('soon', '2026-12-28'), null);
});
