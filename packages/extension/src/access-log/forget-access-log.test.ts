import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HOUR_MS } from '@rastro/base';
import { forgetAccessLog } from './forget-access-log.ts';

const DAY = 24 * HOUR_MS;

test('[VIEW-9] once a day lines are forgotten that are older than the audit log is kept', async () => {
  const removed: number[] = [];
  const job = forgetAccessLog({ removeAccessLogBefore: async (hour) => void removed.push(hour) }, 30);
  assert.deepEqual(job.due(null, 100.5 * DAY), [100 * DAY]);
  assert.deepEqual(job.due(100 * DAY, 100.9 * DAY), []);
  const jobRun = {
    signal: new AbortController().signal,
    lease: { name: 'job', owner: 'test' },
    save: async () => {},
  };
  assert.deepEqual(await job.perform(100 * DAY, jobRun), {});
  assert.deepEqual(removed, [70 * 24]);
});
