import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TrackerRole } from '@rastro/tracker';
import { createReadiness, workerComplaint } from './readiness.ts';

test('[START-9] ready is what can write; the disk is asked once in five seconds', async () => {
  let now = 1_000_000;
  let isFull = false;
  let isReadable = true;
  let writes = 0;
  const isReady = createReadiness(
    {
      healthy: async () => isReadable,
      setCursor: async () => {
        writes++;
        if (isFull) throw new Error('database or disk is full');
      },
    },
    { now: () => now, sleep: async () => {} },
  );
  for (let i = 0; i < 100; i++) assert.equal(await isReady(), true);
  assert.equal(writes, 1);
  isFull = true;
  assert.equal(await isReady(), true, 'not asked again yet');
  now += 5000;
  assert.equal(await isReady(), false);
  isFull = false;
  now += 5000;
  assert.equal(await isReady(), true);
  isReadable = false;
  assert.equal(await isReady(), false);
  assert.equal(writes, 3);
});

test('[START-14] ingest that answers by the stream is ready without the database, and never without the bus', async () => {
  const complaintOf = (ACK: 'store' | 'stream', roles: readonly TrackerRole[], isConnected = true) =>
    workerComplaint({
      settings: { ACK, ROLES: new Set(roles) },
      bus: { isConnected },
      isStored: async () => false,
    })();
  assert.equal(await complaintOf('stream', ['ingest']), null);
  for (const [ack, roles] of [
    ['store', ['ingest']],
    ['stream', ['process']],
    ['stream', ['ingest', 'process']],
  ] as const)
    assert.equal(await complaintOf(ack, roles), 'Database unreachable');
  assert.equal(await complaintOf('stream', ['ingest'], false), 'Bus unreachable');
});
