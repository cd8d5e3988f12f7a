import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dataPacket, imeiOf, TestDevice } from '@rastro/protocols/testing';
import { StorageError } from '@rastro/storage';
import { eventually, openTestTracker } from '../../test/open-test-tracker.ts';

const RECORD = { time: Date.UTC(2026, 0, 1), latitude: -23.5, longitude: -46.6 };

test('[METRICS-5] records wait until their commit, and then count as acknowledged or as to be sent again', async (t) => {
  let commit = Promise.withResolvers<null>();
  commit.resolve(null);
  const box = await openTestTracker({}, (storage) => ({
    ...storage,
    commit: async (batch) => {
      await commit.promise;
      return storage.commit(batch);
    },
  }));
  t.after(() => box.dispose());
  await box.addDevice(imeiOf(1));
  const { figures } = box.tracker;
  const commits: boolean[] = [];
  figures.process?.watchCommits((seconds, isStored) => {
    assert.ok(seconds >= 0);
    commits.push(isStored);
  });
  const device = await TestDevice.signedIn(await box.port('teltonika'), imeiOf(1));
  device.socket.write(dataPacket([RECORD, { ...RECORD, time: RECORD.time + 1000 }]));
  await device.bytes(4);
  assert.deepEqual(figures.counters.answers, { acknowledged: 2, failed: 0, waiting: 0 });
  commit = Promise.withResolvers();
  commit.promise.catch(() => null);
  device.socket.write(dataPacket([{ ...RECORD, time: RECORD.time + 2000 }]));
  await eventually(() => figures.counters.answers.waiting === 1);
  const before = commits.length;
  commit.reject(new StorageError('commit', 'UNAVAILABLE'));
  await device.closed;
  assert.deepEqual(figures.counters.answers, { acknowledged: 2, failed: 1, waiting: 0 });
  assert.deepEqual([commits.slice(0, before).every(Boolean), commits[before]], [true, false]);
  commit = Promise.withResolvers();
  commit.resolve(null);
});
