import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  answerMissed,
  askMissed,
  BundleRing,
  connectNats,
  createNatsBus,
  RecordPublisher,
  RecordReader,
  RecordStream,
  type Cursor,
  type Found,
  type Missing,
  type MissedPorts,
  type ReadBundle,
  type ReaderOptions,
  type RecordStreamOptions,
  type StreamError,
} from '../src/nats/index.ts';
import type { NatsCluster } from '../src/testing/index.ts';

export const START: Cursor = { sequence: 0, numbers: new Map() };
export const startOf = (...partitions: readonly number[]): ReadonlyMap<number, Cursor> =>
  new Map(partitions.map((partition) => [partition, START]));
export const upTo = (count: number): readonly number[] => Array.from({ length: count }, (_, i) => i);

/** A limit for what must happen on a busy machine, too. */
const UNTIL_MS = 60_000;
export async function until(isDone: () => boolean, what: string): Promise<void> {
  const end = Date.now() + UNTIL_MS;
  while (!isDone()) {
    assert.ok(Date.now() < end, `in time: ${what}`);
    await sleep(10);
  }
}

/** Opens what a test of the record stream needs, and closes all of it. */
export class Opened {
  readonly #closers: (() => unknown)[] = [];

  later(close: () => unknown): void {
    this.#closers.push(close);
  }
  async close(): Promise<void> {
    for (const close of this.#closers.splice(0).toReversed()) await close();
  }
  folder(): string {
    const folder = mkdtempSync(join(tmpdir(), 'rastro-records-'));
    this.later(() => rmSync(folder, { recursive: true }));
    return folder;
  }
  async connection(url: string) {
    const connection = await connectNats({ url, credentialsFile: null, caFile: null, name: 'test' });
    this.later(() => connection.close());
    return connection;
  }
  /** @param url For a way to the servers other than straight. */
  async stream(
    cluster: NatsCluster,
    options: Partial<RecordStreamOptions> & { readonly url?: string } = {},
  ): Promise<RecordStream> {
    return RecordStream.open({
      connection: await this.connection(options.url ?? cluster.url),
      prefix: 'test',
      replicas: cluster.nodes.length === 3 ? 3 : 1,
      maxBytes: 100_000_000,
      monitorUrls: cluster.nodes.map(({ monitorUrl }) => monitorUrl),
      onWarning: (text) => assert.fail(text),
      ...options,
    });
  }
  async ring(folder = this.folder()): Promise<BundleRing> {
    const ring = await BundleRing.open({ folder, segmentBytes: 1_000_000, segments: 8 });
    this.later(() => ring.close());
    return ring;
  }
  publisher(
    stream: RecordStream,
    options: {
      readonly node?: string;
      readonly ring?: BundleRing | null;
      readonly maxBundles?: number;
    } = {},
  ): RecordPublisher {
    const { node = 'a', ring = null, maxBundles = 1000 } = options;
    const publisher = new RecordPublisher({ stream, node, ring, maxBundles, onRetry: () => {} });
    this.later(() => publisher.close());
    return publisher;
  }
  reading(
    stream: RecordStream,
    cursors: ReadonlyMap<number, Cursor>,
    options: Partial<ReaderOptions> = {},
  ): Reading {
    const reading = new Reading(stream, cursors, options);
    this.later(() => reading.reader.close());
    return reading;
  }
  async bus(cluster: NatsCluster) {
    const bus = createNatsBus<object, MissedPorts>({
      connection: await this.connection(cluster.url),
      prefix: 'test',
      onError: () => {},
      maxPendingBytes: 1e7,
    });
    this.later(() => bus.close());
    return bus;
  }
  /** Answers from rings by the names of their nodes. @returns asks them. */
  async asking(
    cluster: NatsCluster,
    rings: Readonly<Record<string, BundleRing>>,
    patienceMs = 30_000,
  ): Promise<(missing: Missing) => Promise<Found>> {
    const [asker, answerer] = [await this.bus(cluster), await this.bus(cluster)];
    for (const [node, ring] of Object.entries(rings)) answerMissed(answerer, node, ring);
    await answerer.flush();
    return (missing) => askMissed(asker, missing, patienceMs);
  }
}

/** Reads everything, and notes it by partition. */
export class Reading {
  readonly bundles = new Map<number, ReadBundle[]>();
  readonly cursors = new Map<number, Cursor>();
  readonly lost: Missing[] = [];
  readonly stopped: [number, StreamError][] = [];
  readonly retries: unknown[] = [];
  readonly reader: RecordReader;

  constructor(
    stream: RecordStream,
    cursors: ReadonlyMap<number, Cursor>,
    options: Partial<ReaderOptions> = {},
  ) {
    this.reader = new RecordReader({
      stream,
      cursors,
      askAgain: async ({ last }) => ({ bundles: [], upTo: last }),
      onLost: (lost) => this.lost.push(lost),
      onStopped: (partition, error) => this.stopped.push([partition, error]),
      onRetry: (error) => this.retries.push(error),
      ...options,
      onBundle: async (bundle) => {
        await options.onBundle?.(bundle);
        this.#note(bundle);
      },
    });
  }
  of(partition: number): readonly unknown[] {
    return (this.bundles.get(partition) ?? []).flatMap(({ entries }) => entries);
  }
  #note(bundle: ReadBundle): void {
    const { partition, cursor } = bundle;
    this.bundles.set(partition, [...(this.bundles.get(partition) ?? []), bundle]);
    const before = this.cursors.get(partition)?.sequence ?? 0;
    assert.ok(cursor.sequence >= before, 'sequences rise');
    this.cursors.set(partition, cursor);
  }
}

/** Publishes numbers under the name of a node, several partitions at once, until told to stop. */
export class Publishing {
  /** By partition. */
  readonly acknowledged = new Map<number, string[]>();
  readonly node: string;
  readonly #end = new AbortController();
  readonly #lanes: Promise<unknown>;

  constructor(publisher: RecordPublisher, node: string, partitions: readonly number[], pauseMs: number) {
    this.node = node;
    this.#lanes = Promise.all(
      partitions.map(async (partition) => {
        const done: string[] = [];
        this.acknowledged.set(partition, done);
        for (let n = 0; !this.#end.signal.aborted; n++) {
          await publisher.publish(partition, [`${node}${n}`]);
          done.push(`${node}${n}`);
          await sleep(pauseMs);
        }
      }),
    );
    this.#lanes.catch(() => null); // A test that fails does not stop it.
  }
  /** Each partition gets more. */
  async goesOn(what: string): Promise<void> {
    const before = new Map(Array.from(this.acknowledged, ([partition, { length }]) => [partition, length]));
    const isOn = ([partition, { length }]: [number, string[]]): boolean =>
      length > (before.get(partition) ?? 0) + 5;
    await until(() => [...this.acknowledged].every(isOn), what);
  }
  async stop(): Promise<void> {
    this.#end.abort();
    await this.#lanes;
  }
}
