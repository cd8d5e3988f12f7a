import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { cpSync, rmSync } from 'node:fs';
import { after, afterEach, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { jetstream, jetstreamManager } from '@nats-io/jetstream';
import { Opened, START, startOf, until, upTo } from '../../test/record-testing.ts';
import { findNatsServer, NatsCluster } from '../testing/index.ts';
import { StreamError, type RecordStream } from './record-stream.ts';

const { path, missing } = findNatsServer();
const opened = new Opened();
let cluster: NatsCluster;
let tests = 0;

/** With a prefix of its own for each test. */
const newStream = (options: Parameters<Opened['stream']>[1] = {}): Promise<RecordStream> =>
  opened.stream(cluster, { prefix: `test${tests}`, ...options });
const random = (bytes: number): string => randomBytes(bytes / 2).toString('hex');
const isCode =
  (code: StreamError['code']) =>
  (error: unknown): boolean =>
    error instanceof StreamError && error.code === code;

if (missing !== null) test('records over JetStream', { skip: missing });
else {
  before(async () => {
    cluster = await NatsCluster.start({ binary: path, servers: 1 });
  });
  afterEach(async () => {
    tests++;
    await opened.close();
  });
  after(() => cluster.close());

  test('[BUS-19] a stream that may lose records is refused, or warned of', async () => {
    const warnings: string[] = [];
    const onWarning = (text: string): void => void warnings.push(text);
    const { connection, name } = await newStream({ monitorUrls: [], onWarning });
    assert.equal(warnings.length, 1);
    await assert.rejects(newStream({ replicas: 3 }), /1 copies, not 3/);
    await assert.rejects(
      newStream({ prefix: 'other.one' }).then(() => newStream({ prefix: 'other_one' })),
      /not for/,
    );
    const manager = await jetstreamManager(connection);
    await manager.streams.update(name, { max_age: 600_000_000_000 });
    await assert.rejects(newStream(), isCode('UNSAFE'));
    const lazy = await NatsCluster.start({ binary: path, servers: 1, syncInterval: '2m' });
    opened.later(() => lazy.close());
    await opened.stream(lazy, { onWarning });
    assert.match(warnings[1] ?? '', /sync_interval: always/);
  });

  test('[BUS-20] bundles are read in order and once, from the cursor on', async () => {
    const stream = await newStream();
    const publisher = opened.publisher(stream);
    await Promise.all(upTo(250).flatMap((n) => [1, 2].map((partition) => publisher.publish(partition, [n]))));
    const reading = opened.reading(stream, startOf(1, 2));
    await until(() => reading.of(1).length === 250 && reading.of(2).length === 250, 'all is read');
    assert.deepEqual([reading.of(1), reading.of(2)], [upTo(250), upTo(250)]);
    await reading.reader.close();
    await publisher.publish(1, [250]);
    const next = opened.reading(stream, reading.cursors);
    await until(() => next.of(1).length > 0, 'it goes on');
    assert.deepEqual([next.of(1), next.of(2), next.lost, reading.retries], [[250], [], [], []]);
  });

  test('[METRICS-6] messages that were not handed over count as waiting, also those that have arrived', async () => {
    const stream = await newStream();
    const publisher = opened.publisher(stream);
    const gate = Promise.withResolvers<null>();
    const isHeld = async (partition: number): Promise<void> => void (partition === 2 && (await gate.promise));
    const reading = opened.reading(stream, startOf(1, 2), { onBundle: ({ partition }) => isHeld(partition) });
    opened.later(() => gate.resolve(null));
    /** A server learns of what was just stored a moment later. */
    const waits = async ({ reader }: typeof reading, count: number): Promise<void> => {
      for (let lag = -1; lag !== count; lag = await reader.lag().catch(() => -1)) await sleep(20);
    };
    for (const partition of [1, 2]) for (const n of upTo(5)) await publisher.publish(partition, [n]);
    await until(() => reading.of(1).length === 5, 'one partition is read');
    await waits(reading, 5);
    const { bytes, maxBytes } = await stream.capacity();
    assert.ok(bytes > 100 && bytes < maxBytes);
    gate.resolve(null);
    await until(() => reading.of(2).length === 5, 'the other one, too');
    await waits(reading, 0);
    await reading.reader.close();
    await publisher.publish(2, [5]);
    const later = Promise.withResolvers<null>();
    const onBundle = async (): Promise<void> => void (await later.promise);
    // It counts from its cursor on.
    const next = opened.reading(stream, reading.cursors, { onBundle });
    opened.later(() => later.resolve(null));
    await waits(next, 1);
  });

  test('[BUS-20] a full stream pushes back, until it is trimmed or enlarged', async () => {
    const stream = await newStream({ maxBytes: 400_000 });
    const publisher = opened.publisher(stream);
    const done: number[] = [];
    const text = random(60_000);
    for (let n = 0; n < 40; n++) void publisher.publish(n % 2, [text]).then(() => done.push(n));
    await until(() => publisher.isFull, 'it is full');
    assert.ok(done.length < 40);
    let isAwake = false;
    publisher.whenDrained(() => (isAwake = true));
    await stream.trim((await stream.lastSequence()) + 1, 0);
    await until(() => isAwake, 'there is room again');
    await until(() => publisher.isFull, 'it is full again');
    await newStream({ maxBytes: 10_000_000 });
    await until(() => done.length === 40 && !publisher.isFull, 'all is published');
  });

  test('[BUS-20] bundles that wait for servers are bounded by their bytes, too', async () => {
    const publisher = opened.publisher(await newStream());
    const [node] = cluster.nodes;
    const text = random(1_900_000);
    const published: Promise<void>[] = [];
    node?.pause();
    while (!publisher.isFull) published.push(publisher.publish(published.length, [text]));
    node?.wake();
    assert.ok(published.length > 60 && published.length < 80, `${published.length} wait`);
    await Promise.all(published);
    assert.equal(publisher.isFull, false);
  });

  test('[BUS-20] a bundle that is larger than a message travels in several; an entry that is too large is refused', async () => {
    const stream = await newStream();
    const publisher = opened.publisher(stream, { ring: await opened.ring() });
    const entries = upTo(9).map((n) => ({ n, text: random(400_000) }));
    await publisher.publish(1, entries);
    await assert.rejects(publisher.publish(1, [random(3_000_000)]), isCode('TOO_LARGE'));
    await publisher.publish(1, [{ n: 9 }]);
    const reading = opened.reading(stream, startOf(1));
    await until(() => reading.of(1).length === 10, 'all is read');
    assert.deepEqual(reading.of(1), [...entries, { n: 9 }]);
    assert.deepEqual(reading.lost, []);
  });

  test('[BUS-20] a bundle that is stored twice, beyond the time in which the servers notice it, is read once', async () => {
    const stream = await newStream();
    const manager = await jetstreamManager(stream.connection);
    await manager.streams.update(stream.name, { duplicate_window: 100_000_000 });
    const publisher = opened.publisher(stream);
    for (const n of upTo(3)) await publisher.publish(1, [n]);
    for (const sequence of [1, 3]) {
      const stored = await manager.streams.getMessage(stream.name, { seq: sequence });
      assert.ok(stored);
      await jetstream(stream.connection).publish(stream.subjectOf(1), stored.data);
    }
    await publisher.publish(1, [3]);
    const reading = opened.reading(stream, startOf(1));
    await until(() => reading.of(1).includes(3), 'all is read');
    assert.deepEqual([reading.of(1), reading.lost], [upTo(4), []]);
  });

  test('[BUS-20] partitions come and go while others are read on, and none waits for another', async () => {
    const stream = await newStream();
    const publisher = opened.publisher(stream);
    for (const n of upTo(5)) for (const partition of [1, 2, 3]) await publisher.publish(partition, [n]);
    const held = Promise.withResolvers<void>();
    const reading = opened.reading(stream, startOf(1), {
      onBundle: ({ partition }) => (partition === 2 ? held.promise : undefined),
    });
    reading.reader.add(2, START);
    await until(() => reading.of(1).length === 5, 'the first one is read');
    reading.reader.add(3, START);
    assert.throws(() => reading.reader.add(3, START), /twice/);
    await until(() => reading.of(3).length === 5, 'the third one is read while the second one is held');
    await reading.reader.remove(1);
    await publisher.publish(1, [5]);
    await publisher.publish(3, [5]);
    await until(() => reading.of(3).length === 6, 'it goes on');
    held.resolve();
    await until(() => reading.of(2).length === 5, 'the second one is read');
    assert.deepEqual([reading.of(1), reading.of(2), reading.of(3)], [upTo(5), upTo(5), upTo(6)]);
    const cursor = reading.cursors.get(1);
    assert.ok(cursor);
    reading.reader.add(1, cursor);
    await until(() => reading.of(1).length === 6, 'one that came back goes on where it was');
  });

  test('[BUS-20] a reader that is slow is sent no more than a bound', async () => {
    const stream = await newStream();
    const publisher = opened.publisher(stream);
    const text = random(100_000);
    await Promise.all(upTo(200).map(() => publisher.publish(1, [text])));
    const held = Promise.withResolvers<void>();
    const own = await newStream();
    const before = own.connection.stats().inBytes;
    const reading = opened.reading(own, startOf(1), { onBundle: () => held.promise });
    await until(() => own.connection.stats().inBytes - before > 200_000, 'some came');
    // Nothing follows that could be waited for: no more must come.
    await new Promise((resolve) => setTimeout(resolve, 300));
    assert.ok(own.connection.stats().inBytes - before < 2_000_000);
    held.resolve();
    await until(() => reading.of(1).length === 200, 'all is read');
  });

  test('[BUS-26] a partition whose bundle is not taken stops, and is read anew from its cursor', async () => {
    const stream = await newStream();
    const publisher = opened.publisher(stream);
    for (const n of upTo(5)) for (const partition of [1, 2]) await publisher.publish(partition, [n]);
    let fails = true;
    const reading = opened.reading(stream, startOf(1, 2), {
      onBundle: ({ partition, entries }) => {
        if (fails && partition === 1 && entries[0] === 3) throw new Error('the disk is full');
      },
    });
    await until(() => reading.stopped.length === 1 && reading.of(2).length === 5, 'it stops');
    const [[partition, error] = []] = reading.stopped;
    assert.deepEqual(
      [partition, error?.code, String(error?.cause)],
      [1, 'NOT_TAKEN', 'Error: the disk is full'],
    );
    assert.deepEqual(reading.of(1), upTo(3));
    fails = false;
    reading.reader.add(1, reading.cursors.get(1) ?? START);
    await until(() => reading.of(1).length === 5, 'it is read anew');
    assert.deepEqual([reading.of(1), reading.lost], [upTo(5), []]);
  });

  test('[BUS-22] what was removed before it was read is fetched from the ring, or reported', async () => {
    const stream = await newStream();
    const ring = await opened.ring();
    const publisher = opened.publisher(stream, { ring });
    for (const n of upTo(5)) await publisher.publish(1, [n]);
    const reading = opened.reading(stream, startOf(1));
    await until(() => reading.of(1).length === 5, 'the first ones are read');
    await reading.reader.close();
    for (const n of upTo(5)) await publisher.publish(1, [5 + n]);
    await stream.trim((await stream.lastSequence()) + 1);
    await publisher.publish(1, [10]);
    const askAgain = await opened.asking(cluster, { a: ring });
    const next = opened.reading(stream, reading.cursors, { askAgain });
    const without = opened.reading(stream, reading.cursors);
    await until(() => next.of(1).length === 6 && without.of(1).length === 1, 'all is read');
    assert.deepEqual([next.of(1), next.lost], [[5, 6, 7, 8, 9, 10], []]);
    assert.deepEqual(
      without.lost.map(({ first, last }) => [first, last]),
      [[6, 10]],
    );
  });

  test('[BUS-22] the end of the life of a node that was killed is published again by its next one', async () => {
    const stream = await newStream();
    const folder = opened.folder();
    const ring = await opened.ring(folder);
    const publisher = opened.publisher(stream, { ring });
    for (const n of upTo(5)) for (const partition of [1, 2]) await publisher.publish(partition, [n]);
    await publisher.close();
    await ring.close();
    const manager = await jetstreamManager(stream.connection);
    const last = await stream.lastSequence();
    for (let sequence = last - 3; sequence <= last; sequence++)
      await manager.streams.deleteMessage(stream.name, sequence);
    const again = await opened.ring(folder);
    const next = opened.publisher(stream, { ring: again });
    await Promise.all([1, 2].map((partition) => next.publish(partition, [5])));
    const askAgain = await opened.asking(cluster, { a: again });
    const reading = opened.reading(stream, startOf(1, 2), { askAgain });
    await until(() => reading.of(1).length >= 6 && reading.of(2).length >= 6, 'all is read');
    assert.deepEqual([reading.of(1), reading.of(2), reading.lost], [upTo(6), upTo(6), []]);
  });

  test('[BUS-22] bytes that are no bundle are passed over; a bundle of a newer program stops its partition', async () => {
    const stream = await newStream();
    const ring = await opened.ring();
    const publisher = opened.publisher(stream, { ring });
    const client = jetstream(stream.connection);
    await publisher.publish(1, [0]);
    await client.publish(stream.subjectOf(1), 'no bundle');
    await publisher.publish(1, [1]);
    const reading = opened.reading(stream, startOf(1));
    await until(() => reading.of(1).length === 2, 'it goes on');
    assert.equal(reading.retries.length, 1);
    await client.publish(stream.subjectOf(1), JSON.stringify({ v: 99, sender: 'a.b', number: 1 }));
    await until(() => reading.stopped.length === 1, 'it stops');
    assert.equal(reading.stopped[0]?.[1].code, 'UNKNOWN_VERSION');
  });

  /** A server of its own, whose state after five bundles can be restored. */
  async function newRestorable() {
    const own = await NatsCluster.start({ binary: path ?? '', servers: 1 });
    opened.later(() => own.close());
    const [node] = own.nodes;
    assert.ok(node);
    const stream = await opened.stream(own);
    const ring = await opened.ring();
    const publisher = opened.publisher(stream, { ring });
    for (const n of upTo(5)) await publisher.publish(1, [n]);
    const copy = opened.folder();
    await node.kill();
    cpSync(node.store, copy, { recursive: true });
    await node.start();
    for (const n of upTo(5)) await publisher.publish(1, [5 + n]);
    const restore = async (): Promise<void> => {
      await node.kill();
      rmSync(node.store, { recursive: true });
      cpSync(copy, node.store, { recursive: true });
      await node.start();
    };
    return { own, stream, ring, publisher, restore };
  }

  test('[BUS-23] a stream that was restored to an older state stops the partitions whose cursors are ahead', async () => {
    const { stream, publisher, restore } = await newRestorable();
    const reading = opened.reading(stream, startOf(1, 3));
    await until(() => reading.of(1).length === 10, 'all is read');
    await restore();
    await until(() => reading.stopped.length === 1, 'it is noticed');
    assert.deepEqual(
      reading.stopped.map(([partition, { code }]) => [partition, code]),
      [[1, 'STREAM_BEHIND']],
    );
    await publisher.publish(3, [1]);
    await until(() => reading.of(3).length === 1, 'the other one is read');
    // Numbers tell what was read: from the beginning on, nothing is read twice, and what was lost is missed.
    const numbers = reading.cursors.get(1)?.numbers ?? null;
    reading.reader.add(1, { sequence: 0, numbers });
    await publisher.publish(1, [10]);
    await until(() => reading.of(1).length === 11, 'it is read anew');
    assert.deepEqual([reading.of(1), reading.lost], [upTo(11), []]);
  });

  test('[BUS-23] a stream that the servers have lost is created anew; what was not read comes from the ring', async () => {
    const { own, ring, publisher } = await newRestorable();
    const [node] = own.nodes;
    const warnings: string[] = [];
    const stream = await opened.stream(own, { onWarning: (text) => warnings.push(text) });
    const askAgain = await opened.asking(own, { a: ring });
    const reading = opened.reading(stream, startOf(1), { askAgain });
    await until(() => reading.of(1).length === 10, 'all is read');
    await reading.reader.close();
    for (const n of upTo(5)) await publisher.publish(1, [10 + n]);
    await node?.kill();
    rmSync(node?.store ?? '', { recursive: true });
    await node?.start();
    const next = opened.reading(stream, reading.cursors, { askAgain });
    await publisher.publish(1, [15]);
    assert.equal(warnings.length, 1);
    await until(() => next.stopped.length === 1, 'the cursor is ahead');
    assert.equal(next.stopped[0]?.[1].code, 'STREAM_BEHIND');
    next.reader.add(1, { sequence: 0, numbers: reading.cursors.get(1)?.numbers ?? null });
    await until(() => next.of(1).length === 6, 'the rest is read');
    assert.deepEqual([next.of(1), next.lost], [[10, 11, 12, 13, 14, 15], []]);
    // Of another reader, the sender may have nothing more to say.
    await publisher.close();
    await stream.trim((await stream.lastSequence()) + 1);
    const third = opened.reading(
      stream,
      new Map([[1, { sequence: 0, numbers: reading.cursors.get(1)?.numbers ?? null }]]),
      { askAgain },
    );
    await until(() => third.of(1).length === 6, 'the end is asked for');
    assert.deepEqual([third.of(1), third.lost], [next.of(1), []]);
  });

  test('[BUS-23] when it has grown beyond a cursor meanwhile, what was skipped is fetched from the ring', async () => {
    const { own, stream, ring, publisher, restore } = await newRestorable();
    const reading = opened.reading(stream, startOf(1));
    await until(() => reading.of(1).length === 10, 'all is read');
    await reading.reader.close();
    await restore();
    for (const n of upTo(10)) await publisher.publish(1, [10 + n]);
    const askAgain = await opened.asking(own, { a: ring });
    const next = opened.reading(stream, reading.cursors, { askAgain });
    await until(() => next.of(1).length === 10, 'the rest is read');
    assert.deepEqual(
      next.of(1),
      upTo(10).map((n) => 10 + n),
    );
    assert.deepEqual([next.lost, next.stopped], [[], []]);
  });
}
