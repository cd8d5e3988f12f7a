import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eventually } from '../../../test/open-test-tracker.ts';
import { IdleWorkers } from './idle-workers.ts';

const LONG_MS = 600_000;
const worker = (lane: number | null, remembers = 0) => ({
  lane,
  remembers,
  hasJobs: false,
  hasEnded: false,
  async end() {
    this.hasEnded = true;
  },
});

test('[REPORT-78] devices are read by the thread that read them last, where it has no other work', () => {
  const idle = new IdleWorkers<ReturnType<typeof worker>>({ quietMs: LONG_MS, memoryMs: LONG_MS }, () => {});
  const [first, second, third] = [worker(0), worker(1), worker(null)];
  for (const each of [second, first, third]) idle.push(each);
  assert.equal(idle.pop(1), second);
  assert.equal(idle.pop(1), third, 'the last that has worked');
  assert.equal(idle.pop(0), first);
  assert.equal(idle.pop(0), null);
});

test('[REPORT-78] a thread that remembers much of a fleet stays when others end', async () => {
  const gone: ReturnType<typeof worker>[] = [];
  const idle = new IdleWorkers<ReturnType<typeof worker>>({ quietMs: 1, memoryMs: LONG_MS }, (each) =>
    gone.push(each),
  );
  const [forgetful, knowing] = [worker(0), worker(1, 10_000)];
  idle.push(knowing);
  idle.push(forgetful);
  await eventually(() => gone.length > 0);
  assert.deepEqual(gone, [forgetful]);
  assert.deepEqual([forgetful.hasEnded, knowing.hasEnded], [true, false]);
  assert.equal(idle.pop(0), knowing);
  await idle.close();
});
