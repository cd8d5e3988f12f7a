import { join } from 'node:path';
import type { Logger } from 'pino';
import {
  answerMissed,
  askMissed,
  BundleRing,
  RecordPublisher,
  RecordReader,
  RecordStream,
  StreamError,
} from '@rastro/bus/nats';
import type { RecordStreamPort } from '@rastro/tracker';
import { connectShared, nodeNameOf, type NodeBus } from './open-shared-bus.ts';
import type { Settings } from './settings/registry.ts';

const GIGABYTE = 1024 ** 3;
/** Bundles of all partitions that wait for the stream; beyond it devices are not read. */
const MAX_BUNDLES = 256;
const SEGMENTS = 16;
/** A node of ingest that does not come back within this time has lost its ring, or its machine. */
const RING_PATIENCE_MS = 60_000;

/** The stream between ingest and process by the settings; null = records are answered when the database has them. */
export async function openSharedStream(
  settings: Settings,
  url: string,
  bus: NodeBus,
  log: Logger,
): Promise<(RecordStreamPort & { close(): Promise<void> }) | null> {
  const { ROLES } = settings;
  if (settings.ACK === 'store' || (!ROLES.has('ingest') && !ROLES.has('process'))) return null;
  const node = nodeNameOf(settings);
  const onRetry = (error: unknown): void => log.debug({ err: error }, 'the stream is tried again');
  const connection = await connectShared(settings, url);
  const stream = await RecordStream.open({
    connection,
    prefix: settings.NATS_PREFIX,
    replicas: settings.NATS_REPLICAS,
    maxBytes: settings.STREAM_GB * GIGABYTE,
    monitorUrls: settings.NATS_MONITOR_URLS,
    onWarning: (text) => log.warn({}, text),
  });
  const ring = ROLES.has('ingest') ? await openRing(settings) : null;
  const stop = ring ? answerMissed(bus, node, ring) : null;
  const publisher = ring && new RecordPublisher({ stream, node, ring, maxBundles: MAX_BUNDLES, onRetry });
  return {
    get isFull() {
      return publisher?.isFull ?? false;
    },
    whenDrained: (wake) => publisher?.whenDrained(wake),
    publish: async (partition, entries) => {
      if (!publisher) throw new Error('Cannot publish: this process has no role ingest');
      await publisher.publish(partition, entries);
    },
    read: ({ onBundle, onStopped }) =>
      new RecordReader({
        stream,
        cursors: new Map(),
        onBundle,
        askAgain: (missing) => askMissed(bus, missing, RING_PATIENCE_MS),
        onLost: (missing) =>
          log.error({ alarm: true, ...missing }, 'records that were acknowledged are nowhere any more'),
        onStopped: (partition, error) =>
          onStopped(partition, error, error instanceof StreamError && error.code === 'STREAM_BEHIND'),
        onRetry,
      }),
    capacity: () => stream.capacity(),
    trim: (partition, sequence) => stream.trim(sequence, partition),
    close: async () => {
      await publisher?.close();
      stop?.();
      await ring?.close();
      await connection.close();
    },
  };
}

const openRing = ({ DATA_DIR, RING_GB }: Settings): Promise<BundleRing> =>
  BundleRing.open({
    folder: join(DATA_DIR, 'ring'),
    segmentBytes: (RING_GB * GIGABYTE) / SEGMENTS,
    segments: SEGMENTS,
  });
