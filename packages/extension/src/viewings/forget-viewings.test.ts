import assert from 'node:assert/strict';
import { test } from 'node:test';
import { forgetViewings } from './forget-viewings.ts';
import { HOUR_MS } from './viewing-log.ts';

const DAY = 24 * HOUR_MS;

test('[VIEW-9] once a day lines are forgotten that are older than the audit log is kept', async () => {
  const removed: number[] = [];
  const job = forgetViewings({ removeViewingsBefore: async (hour) => void removed.push(hour) }, 30);
  assert.deepEqual(job.due(null, 100.5 * DAY), [100 * DAY]);
  assert.deepEqual(job.due(100 * DAY, 100.9 * DAY), []);
  const turn = {
    signal: new AbortController().signal,
    lease: { name: 'job', owner: 'test' },
    keep: async () => {},
  };
  assert.deepEqual(await job.perform(100 * DAY, turn), {});
  assert.deepEqual(removed, [70 * 24]);
});
