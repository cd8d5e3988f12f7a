import assert from 'node:assert/strict';
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { jetstreamManager } from '@nats-io/jetstream';
import { findNatsServer, NatsCluster, type NatsNode } from '../testing/index.ts';
import { BundleRing } from './bundle-ring.ts';
import { connectNats } from './connect.ts';
import { createNatsBus } from './nats-bus.ts';
import { answerMissed, askMissed, type Found, type MissedPorts } from './missed-bundles.ts';
import { RecordPublisher } from './record-publisher.ts';
import { RecordReader, type Cursor, type Missing, type ReadBundle } from './record-reader.ts';
import { RecordStream, type StreamError } from './record-stream.ts';

const { path, missing } = findNatsServer();
const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
});

async function newCluster(servers: 1 | 3): Promise<NatsCluster> {
  const cluster = await NatsCluster.start({ binary: path ?? '', servers });
  closers.push(() => cluster.close());
  return cluster;
}
async function newConnection(cluster: NatsCluster) {
  const connection = await connectNats({
    url: cluster.url,
    credentialsFile: null,
    caFile: null,
    name: 'test',
  });
  closers.push(() => connection.close());
  return connection;
}
async function newStream(
  cluster: NatsCluster,
  options: Partial<Parameters<typeof RecordStream.open>[0]> = {},
) {
  const stream = await RecordStream.open({
    connection: await newConnection(cluster),
    prefix: 'test',
    replicas: cluster.nodes.length === 3 ? 3 : 1,
    maxBytes: 100_000_000,
    monitorUrls: cluster.nodes.map(({ monitorUrl }) => monitorUrl),
    onWarning: (text) => assert.fail(text),
    ...options,
  });
  return stream;
}
async function newRing(): Promise<BundleRing> {
  const folder = mkdtempSync(join(tmpdir(), 'rastro-ring-'));
  closers.push(() => rmSync(folder, { recursive: true }));
  const ring = await BundleRing.open({ folder, segmentBytes: 1_000_000, segments: 8 });
  closers.push(() => ring.close());
  return ring;
}
function newPublisher(
  stream: RecordStream,
  ring: BundleRing | null = null,
  maxBundles = 1000,
): RecordPublisher {
  const publisher = new RecordPublisher({ stream, node: 'a', ring, maxBundles, onRetry: () => {} });
  closers.push(() => publisher.close());
  return publisher;
}
/** Reads everything, and notes it by partition. */
class Reading {
  readonly entries = new Map<number, unknown[]>();
  readonly cursors = new Map<number, Cursor>();
  readonly lost: Missing[] = [];
  readonly stopped: [number, StreamError][] = [];
  readonly reader: RecordReader;

  constructor(
    stream: RecordStream,
    cursors: ReadonlyMap<number, Cursor>,
    askAgain: (missing: Missing) => Promise<Found> = async ({ last }) => ({ bundles: [], upTo: last }),
  ) {
    this.reader = new RecordReader({
      stream,
      cursors,
      askAgain,
      onBundle: (bundle) => this.#take(bundle),
      onLost: (lost) => this.lost.push(lost),
      onStopped: (partition, error) => this.stopped.push([partition, error]),
      onRetry: () => {},
    });
    closers.push(() => this.reader.close());
  }
  of(partition: number): readonly unknown[] {
    return this.entries.get(partition) ?? [];
  }
  #take({ partition, sequence, sender, number, entries }: ReadBundle): void {
    this.entries.set(partition, [...this.of(partition), ...entries]);
    const before = this.cursors.get(partition);
    assert.ok(sequence >= (before?.sequence ?? 0), 'sequences rise');
    this.cursors.set(partition, {
      sequence,
      numbers: new Map([...(before?.numbers ?? []), [sender, number]]),
    });
  }
}
const START: Cursor = { sequence: 0, numbers: new Map() };
const startOf = (...partitions: readonly number[]): ReadonlyMap<number, Cursor> =>
  new Map(partitions.map((partition) => [partition, START]));
const upTo = (count: number): readonly number[] => Array.from({ length: count }, (_, i) => i);
async function until(isDone: () => boolean, what: string, ms = 40_000): Promise<void> {
  const end = Date.now() + ms;
  while (!isDone()) {
    assert.ok(Date.now() < end, what);
    await sleep(20);
  }
}
async function leaderOf(cluster: NatsCluster): Promise<NatsNode> {
  const manager = await jetstreamManager(await newConnection(cluster));
  const { cluster: group } = await manager.streams.info('RECORDS_test');
  return cluster.node(group?.leader ?? '');
}
/** Publishes numbers, some partitions at once, until told to stop. @returns what was acknowledged. */
function publishOn(publisher: RecordPublisher, partitions: readonly number[]) {
  const acknowledged = new Map<number, number[]>();
  const end = new AbortController();
  const lanes = partitions.map(async (partition) => {
    const done: number[] = [];
    acknowledged.set(partition, done);
    for (let n = 0; !end.signal.aborted; n++) {
      await publisher.publish(partition, [n]);
      done.push(n);
    }
  });
  return {
    acknowledged,
    stop: async () => {
      end.abort();
      await Promise.all(lanes);
    },
  };
}

if (missing !== null) test('records over JetStream', { skip: missing });
else {
  test('[BUS-19] a stream that may lose records is refused, or warned of', async () => {
    const cluster = await newCluster(1);
    const warnings: string[] = [];
    const onWarning = (text: string): void => void warnings.push(text);
    await newStream(cluster, { monitorUrls: [], onWarning });
    assert.equal(warnings.length, 1);
    await assert.rejects(newStream(cluster, { replicas: 3 }), /UNSAFE|1 copies/);
    const lazy = await NatsCluster.start({ binary: path, servers: 1, syncInterval: '2m' });
    closers.push(() => lazy.close());
    await newStream(lazy, { onWarning });
    assert.match(warnings[1] ?? '', /sync_interval: always/);
  });

  test('[BUS-20] bundles are read in order, once, from the cursor on; a full stream pushes back', async () => {
    const cluster = await newCluster(1);
    const stream = await newStream(cluster, { maxBytes: 400_000 });
    const publisher = newPublisher(stream);
    await Promise.all(upTo(50).flatMap((n) => [1, 2].map((partition) => publisher.publish(partition, [n]))));
    const reading = new Reading(stream, startOf(1, 2));
    await until(() => reading.of(1).length === 50 && reading.of(2).length === 50, 'all is read');
    assert.deepEqual([reading.of(1), reading.of(2)], [upTo(50), upTo(50)]);
    await reading.reader.close();
    const random = Array.from({ length: 4000 }, () => Math.random());
    const done: number[] = [];
    for (let n = 0; n < 20; n++) void publisher.publish(3, random).then(() => done.push(n));
    await until(() => publisher.isFull, 'it is full');
    assert.ok(done.length < 20);
    let isAwake = false;
    publisher.whenDrained(() => (isAwake = true));
    const next = new Reading(stream, new Map([...reading.cursors, [3, START]]));
    while (done.length < 20) {
      await stream.trim((await stream.lastSequence()) + 1);
      await sleep(100);
    }
    assert.ok(isAwake && !publisher.isFull);
    await publisher.publish(1, [50]);
    await until(() => next.of(1).length === 1, 'it goes on behind the cursor');
    assert.deepEqual(next.of(1), [50]);
  });

  test('[BUS-21] kill -9 of the leader and a restart of all three lose and double nothing', async () => {
    const cluster = await newCluster(3);
    const stream = await newStream(cluster);
    const publishing = publishOn(newPublisher(stream, await newRing()), [1, 2, 3]);
    const reading = new Reading(await newStream(cluster), startOf(1, 2, 3));
    const goesOn = async (what: string): Promise<void> => {
      const before = publishing.acknowledged.get(1)?.length ?? 0;
      await until(() => (publishing.acknowledged.get(1)?.length ?? 0) > before + 20, what);
    };
    await goesOn('at first');
    const leader = await leaderOf(cluster);
    await leader.kill();
    await goesOn('without the leader');
    await leader.start();
    await Promise.all(cluster.nodes.map((node) => node.kill()));
    await Promise.all(cluster.nodes.map((node) => node.start()));
    await goesOn('after all were killed');
    await publishing.stop();
    for (const [partition, sent] of publishing.acknowledged)
      await until(() => reading.of(partition).length >= sent.length, `partition ${partition} is read`);
    for (const [partition, sent] of publishing.acknowledged) assert.deepEqual(reading.of(partition), sent);
    assert.deepEqual([reading.lost, reading.stopped], [[], []]);
  });

  test('[BUS-22] what the servers lose, by damaged or wiped files, is fetched from the ring of the node', async () => {
    const cluster = await newCluster(3);
    const stream = await newStream(cluster);
    const ring = await newRing();
    const publisher = newPublisher(stream, ring);
    for (const n of upTo(30)) await publisher.publish(5, [n]);
    const [damaged, wiped] = [await leaderOf(cluster), cluster.nodes[0]];
    await damaged.kill();
    for (const file of globSync(`${damaged.store}/**/*.blk`).filter((name) => statSync(name).size > 1000)) {
      const bytes = readFileSync(file);
      for (let at = 500; at < bytes.length; at += 700) bytes[at] = (bytes[at] ?? 0) ^ 4;
      writeFileSync(file, bytes);
    }
    await damaged.start();
    for (const n of upTo(10)) await publisher.publish(5, [30 + n]);
    if (wiped && wiped !== damaged) {
      await wiped.kill();
      rmSync(wiped.store, { recursive: true });
      await wiped.start();
    }
    // Whatever is left, some more is taken away.
    const manager = await jetstreamManager(await newConnection(cluster));
    for (const sequence of [3, 4, 20])
      await manager.streams.deleteMessage('RECORDS_test', sequence).catch(() => null);
    await publisher.publish(5, [40]);
    const connection = await newConnection(cluster);
    const bus = createNatsBus<object, MissedPorts>({
      connection,
      prefix: 'test',
      onError: (_topic, error) => assert.fail(String(error)),
      maxPendingBytes: 1e7,
    });
    closers.push(() => bus.close());
    answerMissed(bus, 'a', ring);
    await bus.flush();
    const reading = new Reading(stream, startOf(5), (gap) => askMissed(bus, gap, 5000));
    await until(() => reading.of(5).length >= 41, 'all is read');
    assert.deepEqual(reading.of(5), upTo(41));
    assert.deepEqual([reading.lost, reading.stopped], [[], []]);
    const without = new Reading(stream, startOf(5));
    await until(() => without.of(5).at(-1) === 40, 'the end is read');
    assert.ok(without.lost.length >= 3, 'nobody has them');
  });

  test('[BUS-23] a stream that was restored to an older state stops the partitions whose cursors are ahead', async () => {
    const cluster = await newCluster(1);
    const [node] = cluster.nodes;
    assert.ok(node);
    const stream = await newStream(cluster);
    const publisher = newPublisher(stream);
    for (const n of upTo(5)) await publisher.publish(1, [n]);
    const copy = mkdtempSync(join(tmpdir(), 'rastro-old-'));
    closers.push(() => rmSync(copy, { recursive: true }));
    await node.kill();
    cpSync(node.store, copy, { recursive: true });
    await node.start();
    const reading = new Reading(stream, startOf(1, 3));
    for (const n of upTo(5)) await publisher.publish(1, [5 + n]);
    await until(() => reading.of(1).length === 10, 'all is read');
    await node.kill();
    rmSync(node.store, { recursive: true });
    cpSync(copy, node.store, { recursive: true });
    await node.start();
    await until(() => reading.stopped.length === 1, 'it is noticed');
    assert.deepEqual(
      reading.stopped.map(([partition, { code }]) => [partition, code]),
      [[1, 'STREAM_BEHIND']],
    );
    await publisher.publish(3, [1]);
    await until(() => reading.of(3).length === 1, 'the other one is read');
  });
}
