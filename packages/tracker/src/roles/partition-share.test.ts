import assert from 'node:assert/strict';
import { test } from 'node:test';
import { StorageError, type PartitionCursor, type PartitionStorage } from '@rastro/storage';
import { eventually } from '../../test/open-test-tracker.ts';
import { PartitionShare } from './partition-share.ts';

const QUIET = { info: () => {}, warn: () => {}, error: () => {} };
const ALL = 64;

/** Partitions of a database with one process, which has owned some of them in a life before this one. */
function database(ofFormerLife: readonly number[]) {
  const owned = new Map<number, number>(ofFormerLife.map((partition) => [partition, 1]));
  let losesAnswer = false;
  const partitions: PartitionStorage = {
    noteAlive: async () => 1,
    noteGone: async () => owned.clear(),
    takePartitions: async (_owner, wanted) => {
      const taken: PartitionCursor[] = [];
      for (let partition = 0; partition < ALL && taken.length < wanted; partition++)
        if (!owned.has(partition)) taken.push({ partition, epoch: 2, seq: 0 });
      for (const { partition, epoch } of taken) owned.set(partition, epoch);
      if (losesAnswer) throw new StorageError('take', 'UNAVAILABLE');
      return taken;
    },
    renewPartitions: async () => [...owned.keys()],
    giveUpPartitions: async (_owner, given) => {
      for (const partition of given) owned.delete(partition);
    },
    epochs: async () => owned,
    noteSent: async () => new Map(),
  };
  return { partitions, loseAnswers: (isLost: boolean) => (losesAnswer = isLost) };
}
function open(partitions: PartitionStorage) {
  const worked = new Set<number>();
  const share = new PartitionShare({
    partitions,
    node: 'p1',
    worker: {
      takeOver: async (cursors) => {
        for (const { partition } of cursors) worked.add(partition);
      },
      handOver: (given) => {
        for (const partition of given) worked.delete(partition);
      },
      release: async (given) => {
        for (const partition of given) worked.delete(partition);
      },
    },
    onReplaced: () => assert.fail('it is not alone'),
    log: QUIET,
  });
  return { share, worked };
}

test('[ROLE-38] a process that is back before its leases ran out works on what it held before', async () => {
  const { partitions } = database([3, 5, 60]);
  const { share, worked } = open(partitions);
  await share.open();
  await eventually(() => worked.size === ALL);
  await share.close();
});

test('[ROLE-38] partitions that were taken by an attempt whose answer got lost are not left alone', async () => {
  const { partitions, loseAnswers } = database([]);
  const { share, worked } = open(partitions);
  loseAnswers(true);
  await share.open().catch(() => null);
  assert.equal(worked.size, 0);
  loseAnswers(false);
  await share.open();
  await eventually(() => worked.size === ALL);
  await share.close();
});

test('[METRICS-7] a process says how many parts of the fleet it has, and how many it should have', async () => {
  const { partitions } = database([]);
  let alive = 1;
  const { share } = open({ ...partitions, noteAlive: async () => alive });
  assert.deepEqual([share.held.length, share.wanted], [0, 0]);
  await share.open();
  await eventually(() => share.held.length === ALL);
  assert.equal(share.wanted, ALL);
  alive = 3;
  await eventually(() => share.held.length === Math.ceil(ALL / 3));
  assert.equal(share.wanted, Math.ceil(ALL / 3));
  await share.close();
});
