import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PARTITIONS } from '@rastro/storage';
import { openTestTracker } from '../../test/open-test-tracker.ts';
import { LiveDevices } from './live-device.ts';

test('[ROLE-5] devices are loaded and dropped by partition', async (t) => {
  const tracker = await openTestTracker();
  t.after(() => tracker.dispose());
  const { storage } = tracker;
  const ids = [1, 2, 2 + PARTITIONS];
  const states = ids.map((deviceId) => ({
    deviceId,
    positionId: 0,
    lastUpdate: deviceId,
    status: 'offline' as const,
    memory: '{}',
  }));
  await storage.commit({ positions: [], events: [], states });
  const live = new LiveDevices();
  const held = (): readonly number[] =>
    [...live.all()].map(({ deviceId }) => deviceId).toSorted((a, b) => a - b);
  await live.load(storage, undefined, { partitions: [2] });
  assert.deepEqual(held(), [2, 2 + PARTITIONS]);
  await live.load(storage, undefined, { partitions: [1] });
  live.drop(2);
  assert.deepEqual(held(), [1]);
  assert.equal(live.committed(1).lastUpdate, 1);
});
