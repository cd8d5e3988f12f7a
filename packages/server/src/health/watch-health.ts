import { monitorEventLoopDelay } from 'node:perf_hooks';
import { totalmem } from 'node:os';
import type { Clock } from '@rastro/base';
import type { DoorHealth, Health, HealthOfAddress, HealthOfDevices, HealthOfLoop } from '@rastro/fleet';
import type { ExtensionStorage } from '@rastro/storage';
import type { Tracker } from '@rastro/tracker';
import { VERSION } from '../version.ts';
import { measureDisk } from './measure-disk.ts';
import { RateDiary } from './rate-diary.ts';

/** What of the embedded tracking server is looked at. */
export type WatchedTracker = Pick<
  Tracker,
  'counters' | 'directory' | 'states' | 'waiting' | 'assignedDevices'
>;
export interface HealthParts {
  /** Null = somebody else's server: of its devices nobody here knows. */
  readonly tracker: WatchedTracker | null;
  readonly storage: ExtensionStorage;
  /** Of the data. */
  readonly folder: string;
  readonly clock: Clock;
  readonly address: HealthOfAddress;
  /** Port of each protocol that is listened to. */
  readonly doors: () => Readonly<Record<string, number>>;
}
export interface HealthWatch {
  read(): Promise<Health>;
  close(): void;
}

const SAMPLE_MS = 10_000;
const LOOP_SAMPLES = 6;
/** How often the loop is looked at; what it says comes on top of that. */
const RESOLUTION_MS = 20;
/** However many look: devices and disk are looked at once in this time. */
const KEPT_MS = 5000;
const SILENT_MS = 86_400_000;
const NANOS = 1e6;

/** Notes every ten seconds how the process does, so that who asks gets an answer and makes no work. */
export function watchHealth({ tracker, storage, folder, clock, address, doors }: HealthParts): HealthWatch {
  const startedAt = new Date(clock.now()).toISOString();
  const records = new RateDiary();
  const loop = watchLoop();
  const sample = (): void => {
    if (tracker) records.note(clock.now(), sum(tracker.counters.records.values()));
    loop.note();
  };
  sample();
  const timer = setInterval(sample, SAMPLE_MS);
  timer.unref();
  const slow = keptFor(KEPT_MS, clock, async () => ({
    disk: await measureDisk(folder, storage, clock.now()),
    devices: tracker && countDevices(tracker, clock.now()),
  }));
  return {
    read: async () => ({
      startedAt,
      ingest: tracker && {
        perSecond: records.perSecond,
        perMinute: records.perMinute,
        connections: tracker.counters.connections,
        doors: doorsOf(tracker.counters, doors()),
        refused: Object.fromEntries(tracker.counters.refusals),
      },
      queues: tracker && tracker.waiting(),
      ...(await slow()),
      memory: { usedBytes: process.memoryUsage.rss(), mostBytes: mostMemory() },
      loop: loop.read(),
      address,
      versions: {
        product: VERSION,
        runtime: `Node.js ${process.versions.node}`,
        database: `SQLite ${process.versions['sqlite'] ?? ''}`.trim(),
      },
    }),
    close: () => {
      clearInterval(timer);
      loop.close();
    },
  };
}

function doorsOf(
  { messages, failures }: WatchedTracker['counters'],
  doors: Readonly<Record<string, number>>,
): readonly DoorHealth[] {
  // Failures are counted by protocol and reason.
  const failed = (protocol: string): number =>
    sum(
      Iterator.from(failures)
        .filter(([name]) => name.startsWith(`${protocol}:`))
        .map(([, count]) => count),
    );
  return Object.entries(doors).map(([protocol, port]) => ({
    protocol,
    port,
    messages: messages.get(protocol) ?? 0,
    failures: failed(protocol),
  }));
}

export function countDevices(
  { directory, states, assignedDevices }: Pick<WatchedTracker, 'directory' | 'states' | 'assignedDevices'>,
  now: number,
): HealthOfDevices {
  let [online, silent, heard] = [0, 0, 0];
  for (const { deviceId, status, lastUpdate } of states()) {
    if (lastUpdate === null || !directory.devices.get(deviceId)) continue;
    heard++;
    if (status === 'online') online++;
    else if (now - lastUpdate >= SILENT_MS) silent++;
  }
  const total = directory.devices.size;
  return { total, online, silent, never: total - heard, ...assignedDevices() };
}

/** What is slow to find out, at most once in a while; who asks meanwhile gets the same. */
function keptFor<T>(ms: number, clock: Clock, find: () => Promise<T>): () => Promise<T> {
  let kept: { readonly at: number; readonly value: Promise<T> } | null = null;
  return () => {
    const at = clock.now();
    if (kept === null || Math.abs(at - kept.at) >= ms) {
      const value = find();
      kept = { at, value };
      value.catch(() => {
        kept = null; // Whoever asked is told; the next one asks anew.
      });
    }
    return kept.value;
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

/** What a container grants, where there is one. */
function mostMemory(): number {
  const granted = process.constrainedMemory();
  return granted > 0 && granted < totalmem() ? granted : totalmem();
}

const sum = (numbers: Iterable<number>): number => Iterator.from(numbers).reduce((a, b) => a + b, 0);
