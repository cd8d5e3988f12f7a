// Bundles and records a second through the record stream: published with an acknowledgement by each, and read back.
// One node publishes for 16 partitions, on real servers of NATS that sync each record, with one copy and with three;
// bundles of 1, 20 and 100 records; with the ring of the node and without. All shares the cores of this machine.
// Run: node bench/nats.bench.ts [seconds of a measurement] [part of a name, such as "R3.100"]
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  BundleRing,
  connectNats,
  RecordPublisher,
  RecordReader,
  RecordStream,
  type Cursor,
} from '@rastro/bus/nats';
import { findNatsServer, NatsCluster } from '@rastro/bus/testing';
import { printFigure } from './support/print-figure.ts';

const SECONDS = Number(process.argv[2] ?? 5);
const ONLY = process.argv[3] ?? '';
const PARTITIONS = Array.from({ length: 16 }, (_, i) => i);
/** Bundles that wait in front of each partition. */
const DEPTH = 4;
const SIZES = [1, 20, 100];
const { path, missing } = findNatsServer();
if (path === null) throw new Error(missing);

for (const replicas of [1, 3] as const)
  for (const size of SIZES)
    for (const hasRing of [false, true]) {
      const name = `nats.R${replicas}.${size}.${hasRing ? 'ring' : 'plain'}`;
      if (!name.includes(ONLY)) continue;
      const cluster = await NatsCluster.start({ binary: path, servers: replicas });
      await measure(cluster, { name, replicas, size, hasRing });
      await cluster.close();
    }

interface Case {
  readonly name: string;
  readonly replicas: 1 | 3;
  readonly size: number;
  readonly hasRing: boolean;
}
async function measure(cluster: NatsCluster, { name, replicas, size, hasRing }: Case): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'nats-bench-'));
  const settings = { url: cluster.url, credentialsFile: null, caFile: null, name: 'bench' };
  const connection = await connectNats(settings);
  const stream = await RecordStream.open({
    connection,
    prefix: 'bench',
    replicas,
    maxBytes: 1_500_000_000,
    monitorUrls: cluster.nodes.map(({ monitorUrl }) => monitorUrl),
    onWarning: (text) => {
      throw new Error(text);
    },
  });
  const ring = hasRing ? await BundleRing.open({ folder, segmentBytes: 64 << 20, segments: 8 }) : null;
  const fail = (error: unknown): void => console.error(name, error);
  const publisher = new RecordPublisher({ stream, node: 'bench', ring, maxBundles: 10_000, onRetry: fail });
  const published = await publish(publisher, size);
  const readPerSecond = await read(stream, published.bundles);
  await publisher.close();
  await ring?.close();
  await connection.close();
  rmSync(folder, { recursive: true });
  printFigure(name, {
    bundlesPerSecond: Math.round(published.perSecond),
    recordsPerSecond: Math.round(published.perSecond * size),
    medianMs: published.medianMs,
    highMs: published.highMs,
    processorUs: published.processorUs,
    bundlesReadPerSecond: Math.round(readPerSecond),
  });
}

async function publish(publisher: RecordPublisher, size: number) {
  const times: number[] = [];
  const start = performance.now();
  const end = start + SECONDS * 1000;
  const before = process.cpuUsage();
  await Promise.all(
    PARTITIONS.flatMap((partition) =>
      Array.from({ length: DEPTH }, async (_, lane) => {
        for (let n = 0; performance.now() < end; n++) {
          const sent = performance.now();
          await publisher.publish(partition, madeRecords(size, partition + 64 * lane, n));
          times.push(performance.now() - sent);
        }
      }),
    ),
  );
  const seconds = (performance.now() - start) / 1000;
  const { user, system } = process.cpuUsage(before);
  times.sort((a, b) => a - b);
  const at = (share: number): number => Number((times[Math.floor(times.length * share)] ?? 0).toFixed(1));
  return {
    bundles: times.length,
    perSecond: times.length / seconds,
    medianMs: at(0.5),
    highMs: at(0.99),
    /** Of this process, for a bundle. */
    processorUs: Math.round((user + system) / times.length),
  };
}

/** Bundles a second from the beginning on. */
async function read(stream: RecordStream, bundles: number): Promise<number> {
  const start: Cursor = { sequence: 0, numbers: new Map() };
  const done = Promise.withResolvers<void>();
  let left = bundles;
  const since = performance.now();
  const reader = new RecordReader({
    stream,
    cursors: new Map(PARTITIONS.map((partition) => [partition, start])),
    onBundle: () => {
      if (--left === 0) done.resolve();
    },
    askAgain: async ({ last }) => ({ bundles: [], upTo: last }),
    onLost: ({ partition }) => done.reject(new Error(`bundles of ${partition} are lost`)),
    onStopped: (_, error) => done.reject(error),
    onRetry: (error) => console.error(error),
  });
  await done.promise;
  const seconds = (performance.now() - since) / 1000;
  await reader.close();
  return bundles / seconds;
}

/** As a device sends them, about 350 bytes each. */
function madeRecords(count: number, vehicle: number, n: number): readonly unknown[] {
  return Array.from({ length: count }, (_, i) => ({
    kind: 'records',
    deviceId: vehicle * 100 + i,
    protocol: 'teltonika',
    arrivedAt: 1_795_000_000_000 + n * 1000,
    fixTime: 1_795_000_000_000 + n * 1000 - 450,
    latitude: 48.137154 + Math.random() / 100,
    longitude: 11.576124 + Math.random() / 100,
    altitude: 519 + (n % 20),
    speed: Number((Math.random() * 60).toFixed(3)),
    course: Math.floor(Math.random() * 360),
    attributes: {
      ignition: true,
      motion: true,
      battery: 12.4 + (n % 10) / 10,
      satellites: 9 + (i % 5),
      odometer: 125_000_000 + n * 17 + i,
      rssi: 4,
      event: 0,
    },
  }));
}
