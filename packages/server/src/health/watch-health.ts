import { monitorEventLoopDelay } from 'node:perf_hooks';
import { totalmem } from 'node:os';
import { host } from '@rastro/base/host';
import type { Clock } from '@rastro/base';
import type { Health, HealthOfAddress, HealthOfDevices, HealthOfLoop } from '@rastro/fleet';
import type { ExtensionStorage } from '@rastro/storage';
import type { NodeMeasures, ServedTracker } from '@rastro/tracker';
import type { IntegrityWatch } from '../integrity/watch-integrity.ts';
import { VERSION } from '../version.ts';
import { measureDisk } from './measure-disk.ts';
import { ingestOf, queuesOf, RecordCount } from './measure-nodes.ts';
import { RateHistory } from './rate-history.ts';

/** Parts of the embedded tracking server that are watched. */
export type WatchedTracker = Pick<
  ServedTracker,
  'directory' | 'states' | 'measured' | 'openDeliveries' | 'mostRows' | 'assignedDevices'
>;
export interface HealthDeps {
  /** Null = an external server: its devices are not known here. */
  readonly tracker: WatchedTracker | null;
  readonly storage: ExtensionStorage;
  /** Of the databases; null = a database server has them. */
  readonly folder: string | null;
  readonly clock: Clock;
  readonly integrity: Pick<IntegrityWatch, 'read'>;
  readonly address: HealthOfAddress;
}
export interface HealthWatch {
  read(): Promise<Health>;
  close(): void;
}

const SAMPLE_MS = 10_000;
const LOOP_SAMPLES = 6;
/** Interval of the checks of the event loop; the measured delay comes on top of it. */
const RESOLUTION_MS = 20;
/** For all readers together, devices and disk are checked once in this time. */
const CACHE_MS = 5000;
const INACTIVE_MS = 86_400_000;
const NANOS = 1e6;

/** Notes every ten seconds how the process does, so that who asks gets an answer and makes no work. */
export function watchHealth({
  tracker,
  storage,
  folder,
  clock,
  integrity,
  address,
}: HealthDeps): HealthWatch {
  const startedAt = new Date(clock.now()).toISOString();
  const records = new RateHistory();
  const count = new RecordCount();
  const loop = watchLoop();
  // Empty where the bus is away, as where nobody answers.
  const measured = async (): Promise<readonly NodeMeasures[]> =>
    (await tracker?.measured().catch(() => [])) ?? [];
  const sample = (): void => {
    if (tracker) void measured().then((nodes) => records.note(clock.now(), count.note(nodes)));
    loop.note();
  };
  sample();
  const timer = host.setInterval(sample, SAMPLE_MS);
  timer.unref();
  const slow = cachedFor(CACHE_MS, clock, async () => ({
    disk: await measureDisk(folder, storage, clock.now()),
    devices: tracker && countDevices(tracker, clock.now()),
    replica: await replicaOf(storage),
  }));
  const read = async (): Promise<Health> => {
    const [{ disk, devices, replica }, nodes] = await Promise.all([slow(), measured()]);
    return {
      startedAt,
      ingest: ingestOf(nodes, records),
      queues: tracker && queuesOf(nodes, tracker),
      disk,
      devices,
      memory: { usedBytes: process.memoryUsage.rss(), mostBytes: peakMemory() },
      integrity: integrity.read(),
      loop: loop.read(),
      address,
      versions: {
        product: VERSION,
        runtime: `Node.js ${process.versions.node}`,
        database: storage.engine,
        ...replica,
      },
    };
  };
  return {
    read,
    close: () => {
      host.clearInterval(timer);
      loop.close();
    },
  };
}

async function replicaOf(
  storage: Pick<ExtensionStorage, 'readReplica'>,
): Promise<Pick<Health['versions'], 'replica'>> {
  const replica = await storage.readReplica();
  return replica === null ? {} : { replica };
}

export function countDevices(
  { directory, states, assignedDevices }: Pick<WatchedTracker, 'directory' | 'states' | 'assignedDevices'>,
  now: number,
): HealthOfDevices {
  let [online, inactive, active] = [0, 0, 0];
  for (const { deviceId, status, lastUpdate } of states()) {
    if (lastUpdate === null || !directory.devices.get(deviceId)) continue;
    active++;
    if (status === 'online') online++;
    else if (now - lastUpdate >= INACTIVE_MS) inactive++;
  }
  const total = directory.devices.size;
  return { total, online, silent: inactive, never: total - active, ...assignedDevices() };
}

/** Caches a slow value for a while; callers that ask meanwhile get the same one. */
function cachedFor<T>(ms: number, clock: Clock, find: () => Promise<T>): () => Promise<T> {
  let cached: { readonly at: number; readonly value: Promise<T> } | null = null;
  return () => {
    const at = clock.now();
    if (cached === null || Math.abs(at - cached.at) >= ms) {
      const value = find();
      cached = { at, value };
      value.catch(() => {
        cached = null; // The caller gets the failure; the next one asks again.
      });
    }
    return cached.value;
  };
}

function watchLoop(): { note(): void; read(): HealthOfLoop; close(): void } {
  const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delays.enable();
  let samples: readonly HealthOfLoop[] = [];
  const late = (nanos: number): number => Math.max(0, nanos / NANOS - RESOLUTION_MS);
  return {
    note: () => {
      if (delays.count === 0) return;
      const now = { p99Ms: late(delays.percentile(99)), longestMs: late(delays.max) };
      samples = [...samples, now].slice(-LOOP_SAMPLES);
      delays.reset();
    },
    read: () => ({
      p99Ms: Math.max(0, ...samples.map(({ p99Ms }) => p99Ms)),
      longestMs: Math.max(0, ...samples.map(({ longestMs }) => longestMs)),
    }),
    close: () => void delays.disable(),
  };
}

/** Memory limit of the container, where there is one. */
function peakMemory(): number {
  const granted = process.constrainedMemory();
  return granted > 0 && granted < totalmem() ? granted : totalmem();
}
