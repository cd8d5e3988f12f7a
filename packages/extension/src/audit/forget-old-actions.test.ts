import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AuditStorage } from '@rastro/storage';
import { forgetOldActions } from './forget-old-actions.ts';

const DAY = 86_400_000;

test('[WORK-5] once a day what is older than it must be kept is forgotten', async () => {
  const removed: number[] = [];
  const storage: Pick<AuditStorage, 'removeActionsBefore'> = {
    removeActionsBefore: async (instant) => void removed.push(instant),
  };
  const job = forgetOldActions(storage, 30);
  const noon = 100 * DAY + DAY / 2;
  assert.deepEqual(job.due(null, noon), [100 * DAY]);
  assert.deepEqual(job.due(100 * DAY, noon), []);
  assert.deepEqual(job.due(99 * DAY, noon), [100 * DAY]);
  const jobRun = {
    signal: new AbortController().signal,
    lease: { name: 'job', owner: 'test' },
    save: async () => {},
  };
  assert.deepEqual(await job.perform(100 * DAY, jobRun), {});
  assert.deepEqual(removed, [70 * DAY]);
});
