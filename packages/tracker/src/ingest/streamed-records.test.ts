import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RecordEntry } from '../messages/records.ts';
import type { RecordStreamPort } from '../messages/record-stream.ts';
import { StreamedRecords } from './streamed-records.ts';

const DEVICE = 65;

/** A stream of which the test decides when it has a bundle. */
class HeldStream {
  isFull = false;
  readonly bundles: (readonly RecordEntry[])[] = [];
  readonly #open: PromiseWithResolvers<void>[] = [];
  readonly #drained = new Set<() => void>();

  publish(_partition: number, entries: readonly RecordEntry[]): Promise<void> {
    this.bundles.push(entries);
    const held = Promise.withResolvers<void>();
    this.#open.push(held);
    return held.promise;
  }
  whenDrained(wake: () => void): void {
    this.#drained.add(wake);
  }
  drain(): void {
    this.isFull = false;
    for (const wake of this.#drained) wake();
  }
  settle(isStored: boolean): void {
    const held = this.#open.shift();
    if (isStored) held?.resolve();
    else held?.reject(new Error('closed'));
  }
  readonly read = (): never => assert.fail('nothing is read here');
  readonly capacity = (): never => assert.fail('nobody asks here');
  readonly trim = async (): Promise<void> => {};
}
const open = (maxRecords = 100): { readonly stream: HeldStream; readonly records: StreamedRecords } => {
  const stream = new HeldStream();
  const port: RecordStreamPort = stream;
  return { stream, records: new StreamedRecords(port, { gatherMs: 1, maxRecords }) };
};
const entry = (arrivedAt: number): RecordEntry => ({ kind: 'gone', deviceId: DEVICE, arrivedAt });
const send = (records: StreamedRecords, arrivedAt: number): Promise<boolean> =>
  new Promise((resolve) =>
    records.send(
      entry(arrivedAt),
      () => resolve(true),
      () => resolve(false),
    ),
  );
const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

test('[ACK-1] a device is answered when the stream has its records; those that come meanwhile share the next bundle', async () => {
  const { stream, records } = open();
  const first = send(records, 1);
  await sleep(10);
  const others = [send(records, 2), send(records, 3)];
  await sleep(10);
  assert.deepEqual(stream.bundles, [[entry(1)]], 'one bundle of a partition is on its way');
  stream.settle(true);
  assert.equal(await first, true);
  await sleep(10);
  assert.deepEqual(stream.bundles[1], [entry(2), entry(3)]);
  stream.settle(false);
  assert.deepEqual(await Promise.all(others), [false, false], 'they send again');
  await records.idle();
});

test('[ACK-1] devices are not read while too much waits, here or in the stream', async () => {
  const { stream, records } = open(2);
  const woken: string[] = [];
  const sent = [send(records, 1), send(records, 2)];
  assert.equal(records.isFull, true);
  records.whenDrained(() => woken.push('here'));
  await sleep(10);
  stream.settle(true);
  await Promise.all(sent);
  assert.deepEqual(woken, ['here']);
  stream.isFull = true;
  assert.equal(records.isFull, true);
  records.whenDrained(() => woken.push('stream'));
  stream.drain();
  assert.deepEqual(woken, ['here', 'stream']);
});
