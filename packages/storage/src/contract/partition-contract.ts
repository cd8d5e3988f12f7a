import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PartitionStorage } from '../partition-port.ts';
import { PARTITIONS } from '../partition.ts';
import type { Storage } from '../port.ts';
import { batch, isStorageError, position } from './made-rows.ts';

const LEASE_MS = 30_000;

/**
 * Tests of ownership, for stores that several processes share.
 * @param pass Lets so much time go by on the clock of the store, for leases and for what is alive.
 */
export function partitionContract(room: {
  readonly store: () => Storage;
  readonly open: () => Promise<Storage>;
  readonly pass: (ms: number) => Promise<void>;
}): void {
  const partitions = (): PartitionStorage => {
    const found = room.store().partitions;
    assert.ok(found);
    return found;
  };
  const commit = (partition: number, epoch: number, seq: number): Promise<unknown> => {
    const positions = [position({ id: seq, deviceId: partition, contentKey: seq })];
    return room.store().commit(batch({ positions, partitions: [{ partition, epoch, seq }] }));
  };
  const numbers = (taken: readonly { readonly partition: number }[]): readonly number[] =>
    taken.map(({ partition }) => partition).toSorted((a, b) => a - b);
  const all = Array.from({ length: PARTITIONS }, (_, i) => i);

  test('[OWN-1] a partition has one owner, whoever takes at the same time', async () => {
    const second = await room.open();
    assert.ok(second.partitions);
    const shares = await Promise.all([
      partitions().takePartitions('a', 20, LEASE_MS),
      second.partitions.takePartitions('b', 20, LEASE_MS),
      partitions().takePartitions('c', 20, LEASE_MS),
    ]);
    const left = await partitions().takePartitions('d', PARTITIONS, LEASE_MS);
    await second.close();
    assert.deepEqual(numbers([...shares, left].flat()), all);
    assert.ok(shares.every((share) => share.length <= 20));
    assert.deepEqual(await partitions().takePartitions('e', 1, LEASE_MS), []);
    const held = await Promise.all(
      ['a', 'b', 'c', 'd'].map((o) => partitions().renewPartitions(o, LEASE_MS)),
    );
    assert.deepEqual(held, [...shares, left].map(numbers));
  });

  test('[OWN-2] a partition is taken with its cursor and an epoch above all before it', async () => {
    const [first] = await partitions().takePartitions('a', 1, LEASE_MS);
    assert.ok(first);
    const { partition, epoch } = first;
    assert.equal(first.seq, 0);
    assert.equal(await room.store().cursor(partition), null, 'nothing was committed');
    await commit(partition, epoch, 17);
    await partitions().giveUpPartitions('a', [partition]);
    const [again] = await partitions().takePartitions('b', 1, LEASE_MS);
    assert.deepEqual([again?.partition, again?.seq], [partition, 17]);
    assert.ok((again?.epoch ?? 0) > epoch);
  });

  test('[OWN-3] the commits of a former owner are rejected, whatever it believes', async () => {
    const [held] = await partitions().takePartitions('a', 1, LEASE_MS);
    assert.ok(held);
    const { partition, epoch } = held;
    await room.pass(LEASE_MS + 1);
    await commit(partition, epoch, 1);
    assert.deepEqual(await partitions().renewPartitions('a', LEASE_MS), [partition], 'nobody wanted it');
    await room.pass(LEASE_MS + 1);
    const taken = await partitions().takePartitions('b', PARTITIONS, LEASE_MS);
    assert.deepEqual(numbers(taken), all);
    await assert.rejects(commit(partition, epoch, 2), isStorageError('FENCED'));
    assert.deepEqual(await partitions().renewPartitions('a', LEASE_MS), []);
    await partitions().giveUpPartitions('a', [partition]);
    assert.equal(
      (await partitions().renewPartitions('b', LEASE_MS)).length,
      PARTITIONS,
      'it gave up nothing',
    );
    const owner = taken.find((each) => each.partition === partition);
    const beside = taken.find((each) => each.partition !== partition);
    assert.ok(beside);
    const mixed = [
      { ...beside, seq: 9 },
      { partition, epoch, seq: 9 },
    ];
    await assert.rejects(
      room.store().commit(batch({ positions: [position({ id: 9 })], partitions: mixed })),
      isStorageError('FENCED'),
      'of one of its partitions',
    );
    assert.equal(await room.store().cursor(beside.partition), null);
    await commit(partition, owner?.epoch ?? 0, 2);
    await partitions().giveUpPartitions('b', [partition]);
    await assert.rejects(commit(partition, owner?.epoch ?? 0, 3), isStorageError('FENCED'), 'given up');
    assert.deepEqual((await room.store().cursor(partition))?.seq, 2);
  });

  test('[OWN-4] it is known how many processes are alive, by the clock of the store', async () => {
    assert.equal(await partitions().noteAlive('a', 5000), 1);
    assert.equal(await partitions().noteAlive('b', 60_000), 2);
    assert.equal(await partitions().noteAlive('b', 60_000), 2);
    await room.pass(10_000);
    assert.equal(await partitions().noteAlive('b', 60_000), 1, 'the other one is silent');
    await partitions().takePartitions('b', 3, LEASE_MS);
    assert.equal(await partitions().noteAlive('a', 5000), 2);
    await partitions().noteGone('b');
    assert.equal(await partitions().noteAlive('a', 5000), 1);
    assert.equal((await partitions().takePartitions('a', PARTITIONS, LEASE_MS)).length, PARTITIONS);
  });

  test('[OWN-2] the epochs of all partitions are known to everybody', async () => {
    const before = await partitions().epochs();
    assert.equal(before.size, PARTITIONS);
    const [taken] = await partitions().takePartitions('a', 1, LEASE_MS);
    assert.ok(taken);
    assert.deepEqual(await partitions().epochs(), new Map([...before, [taken.partition, taken.epoch]]));
  });

  test('[OWN-6] the last bundle of each sender goes with the cursor to the next owner', async () => {
    const [taken] = await partitions().takePartitions('a', 1, LEASE_MS);
    assert.ok(taken);
    const { partition, epoch } = taken;
    const positions = (id: number) => [position({ id, deviceId: partition, contentKey: id })];
    await room
      .store()
      .commit(
        batch({ positions: positions(1), partitions: [{ partition, epoch, seq: 7, senders: 'gate-1.x 4' }] }),
      );
    // A batch without a bundle, such as one of a timer.
    await room.store().commit(batch({ positions: positions(2), partitions: [{ partition, epoch, seq: 7 }] }));
    assert.equal((await room.store().cursor(partition))?.senders, 'gate-1.x 4');
    await partitions().giveUpPartitions('a', [partition]);
    const next = await partitions().takePartitions('b', PARTITIONS, LEASE_MS);
    assert.deepEqual(
      next.filter((each) => each.partition === partition).map(({ seq, senders }) => [seq, senders]),
      [[7, 'gate-1.x 4']],
    );
  });

  test('[OWN-5] processes know what the others have sent, as long as those are alive', async () => {
    assert.deepEqual(await partitions().noteSent('a', { x: 1 }, 5000), new Map());
    assert.deepEqual(await partitions().noteSent('b', {}, 60_000), new Map([['a', { x: 1 }]]));
    await partitions().noteSent('a', { x: 2, 'y.z': 1 }, 5000);
    assert.deepEqual(
      await partitions().noteSent('b', { x: 7 }, 60_000),
      new Map([['a', { x: 2, 'y.z': 1 }]]),
    );
    await room.pass(10_000);
    assert.deepEqual(await partitions().noteSent('b', { x: 7 }, 60_000), new Map(), 'silent');
    assert.deepEqual(await partitions().noteSent('a', { x: 2 }, 5000), new Map([['b', { x: 7 }]]), 'back');
    await partitions().noteSent('b', { x: 8 }, 0);
    assert.deepEqual(await partitions().noteSent('a', { x: 2 }, 5000), new Map(), 'ended');
  });
}
