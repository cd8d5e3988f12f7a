import assert from 'node:assert/strict';
import { test } from 'node:test';
import { standInForThreads, startThread, type Thread } from './threads.ts';

test('[HOST-2] what stands in for threads gets their entry and their data, until it ends', async () => {
  const started: unknown[] = [];
  const made = { unref: () => {} } as Thread;
  const end = standInForThreads((entry, { workerData }) => {
    started.push([entry.pathname, workerData]);
    return made;
  });
  assert.equal(startThread(new URL('file:///entry.ts'), { workerData: 7 }), made);
  assert.deepEqual(started, [['/entry.ts', 7]]);
  end();
  const real = startThread(new URL('data:text/javascript,'), {});
  await real.terminate();
  assert.equal(started.length, 1);
});
