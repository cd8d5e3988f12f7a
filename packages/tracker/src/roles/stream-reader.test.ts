import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import type { PartitionCursor } from '@rastro/storage';
import { eventually } from '../../test/open-test-tracker.ts';
import type { RecordEntry } from '../messages/records.ts';
import type { RecordStreamPort, StreamCursor, StreamHandlers } from '../messages/record-stream.ts';
import type { BundleEnd } from '../pipeline/commit-batch.ts';
import { OwnPartitions } from '../pipeline/own-partitions.ts';
import { StreamReader } from './stream-reader.ts';

const PARTITION = 5;
const QUIET = { info: () => {}, warn: () => {}, error: () => {} };
let handlers: StreamHandlers;
let reading: Map<number, StreamCursor>;
let own: OwnPartitions;
let worked: { readonly entries: readonly RecordEntry[]; readonly end: BundleEnd }[];
let stopped: number[];
let isFull: boolean;
let isKnown: boolean;
let wakes: (() => void)[];
let reader: StreamReader;

beforeEach(() => {
  [reading, worked, stopped, isFull, isKnown, wakes] = [new Map(), [], [], false, true, []];
  own = OwnPartitions.none();
  const stream: RecordStreamPort = {
    isFull: false,
    whenDrained: () => {},
    publish: async () => assert.fail('nothing is published here'),
    read: (given) => {
      handlers = given;
      return {
        add: (partition, cursor) => {
          assert.ok(!reading.has(partition), 'it is read twice');
          reading.set(partition, cursor);
        },
        remove: async (partition) => void reading.delete(partition),
        lag: async () => reading.size,
        close: async () => reading.clear(),
      };
    },
    capacity: async () => ({ bytes: 0, maxBytes: 0 }),
    trim: async () => {},
  };
  reader = new StreamReader({
    stream,
    own,
    ids: { isShort: false },
    isKnown: () => isKnown,
    commits: {
      get isFull() {
        return isFull;
      },
      whenDrained: (wake) => void wakes.push(wake),
      settled: async () => {},
    },
    work: (entries, end) => void worked.push({ entries, end }),
    onStopped: (partition) => void stopped.push(partition),
    log: QUIET,
  });
});
afterEach(() => reader.close());

const take = async (cursor: PartitionCursor): Promise<void> => {
  own.take(cursor);
  await reader.add([cursor]);
};
const entry = (arrivedAt: number): RecordEntry => ({ kind: 'gone', deviceId: PARTITION, arrivedAt });
const bundle = (sequence: number, numbers: StreamCursor['numbers'], entries: readonly unknown[]) => ({
  partition: PARTITION,
  entries,
  cursor: { sequence, numbers },
});

test('[ACK-2] a partition is read from its place in the database on, and each bundle is stored with the next place', async () => {
  await take({ partition: PARTITION, epoch: 3, seq: 40, senders: 'gate-1.a 7\ngate-2.b 2' });
  assert.deepEqual(reading.get(PARTITION), {
    sequence: 40,
    numbers: new Map([
      ['gate-1.a', 7],
      ['gate-2.b', 2],
    ]),
  });
  await handlers.onBundle(bundle(41, new Map([['gate-1.a', 8]]), [entry(1), { kind: 'later' }, entry(2)]));
  assert.deepEqual(worked, [
    { entries: [entry(1), entry(2)], end: { partition: PARTITION, seq: 41, senders: 'gate-1.a 8' } },
  ]);
});

test('[ACK-2] of a partition that was never read all senders are new; of one without numbers nothing is known', async () => {
  await take({ partition: PARTITION, epoch: 1, seq: 0 });
  assert.deepEqual(reading.get(PARTITION), { sequence: 0, numbers: new Map() });
  await reader.remove([PARTITION]);
  await take({ partition: PARTITION, epoch: 2, seq: 9 });
  assert.deepEqual(reading.get(PARTITION), { sequence: 9, numbers: null });
});

test('[ACK-2] a bundle that waited while the partition changed hands is not worked out', async () => {
  await take({ partition: PARTITION, epoch: 3, seq: 40 });
  isFull = true;
  const waiting = handlers.onBundle(bundle(41, null, [entry(1)]));
  own.drop(PARTITION);
  own.take({ partition: PARTITION, epoch: 5, seq: 60 });
  isFull = false;
  for (const wake of wakes) wake();
  await assert.rejects(waiting, /not held any more/);
  assert.deepEqual(worked, []);
});

test('[ACK-3] a partition that stops is read again from the database; a stream that lost what was read, by numbers', async () => {
  await take({ partition: PARTITION, epoch: 3, seq: 40, senders: 'gate-1.a 7' });
  reading.delete(PARTITION);
  handlers.onStopped(PARTITION, new Error('not taken'), false);
  assert.deepEqual(stopped, [PARTITION]);
  handlers.onStopped(PARTITION, new Error('behind'), true);
  await eventually(() => reading.has(PARTITION));
  assert.deepEqual(reading.get(PARTITION), { sequence: 0, numbers: new Map([['gate-1.a', 7]]) });
  own.drop(PARTITION);
  handlers.onStopped(PARTITION, new Error('of a former life'), false);
  assert.deepEqual(stopped, [PARTITION]);
});

test('[ACK-2] records of a device that was just made wait until this process knows it', async () => {
  await take({ partition: PARTITION, epoch: 3, seq: 40 });
  isKnown = false;
  const waiting = handlers.onBundle(bundle(41, null, [entry(1)]));
  await new Promise((resolve) => setTimeout(resolve, 100));
  assert.deepEqual(worked, []);
  await waiting;
  assert.equal(worked.length, 1);
});
