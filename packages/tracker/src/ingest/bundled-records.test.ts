import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import { createInProcessBus } from '@rastro/bus';
import type { RecordBundle, RecordEntry } from '../messages/records.ts';
import type { TrackerBus, TrackerPorts, TrackerTopics } from '../messages/topics.ts';
import { BundledRecords } from './bundled-records.ts';

const DEVICE = 65;
const PARTITION = 1;
let bus: TrackerBus;
let records: BundledRecords;

beforeEach(() => {
  bus = createInProcessBus<TrackerTopics, TrackerPorts>((topic, error) =>
    assert.fail(`${topic}: ${String(error)}`),
  );
  records = new BundledRecords(bus, { gatherMs: 1, maxRecords: 100, answerMs: 2000 });
});
afterEach(() => records.close());

const entry = (arrivedAt: number): RecordEntry => ({ kind: 'gone', deviceId: DEVICE, arrivedAt });
const send = (arrivedAt: number): Promise<'stored' | 'failed'> =>
  new Promise((resolve) =>
    records.send(
      entry(arrivedAt),
      () => resolve('stored'),
      () => resolve('failed'),
    ),
  );
/** A process that works on the partition. */
function work(answer: () => Promise<boolean> | boolean) {
  const taken: number[] = [];
  const stop = bus.answer(
    'records',
    async ({ entries }: RecordBundle) => {
      taken.push(...entries.map(({ arrivedAt }) => arrivedAt));
      return { isDurable: await answer(), awaited: [] };
    },
    { at: PARTITION },
  );
  return { taken, stop };
}

test('[ROLE-12] what a process had in hand is given to the one that takes over, in the same order', async () => {
  const standing = work(() => new Promise(() => {}));
  const first = send(1);
  while (standing.taken.length === 0) await new Promise(setImmediate);
  const second = send(2);
  standing.stop();
  const next = work(() => true);
  bus.publish('partitions.taken', { owned: [{ partition: PARTITION, epoch: 2 }] });
  assert.deepEqual(await Promise.all([first, second]), ['stored', 'stored']);
  assert.deepEqual(next.taken, [1, 2]);
});

test('[ROLE-12] while nobody works on a partition its devices wait', async () => {
  const sent = send(1);
  await new Promise((resolve) => setTimeout(resolve, 150));
  const next = work(() => true);
  assert.equal(await sent, 'stored');
  assert.deepEqual(next.taken, [1]);
});

test('[ROLE-12] what a process could not store is not tried again: it told so, and devices send again', async () => {
  const failing = work(() => false);
  assert.equal(await send(1), 'failed');
  assert.deepEqual(failing.taken, [1]);
  await records.idle();
});

test('[ROLE-12] beyond the time for an answer nobody is acknowledged', async () => {
  records.close();
  records = new BundledRecords(bus, { gatherMs: 1, maxRecords: 100, answerMs: 120 });
  work(() => new Promise(() => {}));
  assert.equal(await send(1), 'failed');
  await records.idle();
});
