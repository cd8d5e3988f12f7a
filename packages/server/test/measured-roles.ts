import { tmpdir } from 'node:os';
import type { Registry } from 'prom-client';
import type { JobStatus } from '@rastro/base/jobs';
import { IngestCounters, type RoleFigures, type TrackerRole } from '@rastro/tracker';
import { createMetrics } from '../src/metrics/create-metrics.ts';
import type { MeasuredProcess } from '../src/metrics/measured-process.ts';

const JOB: JobStatus = { isRunning: false, done: 1, failures: 0, doneAt: Date.UTC(2026, 0, 1) };

/** Numbers of a process that has these roles and has done a little. */
export function figuresOf(roles: ReadonlySet<TrackerRole>): RoleFigures {
  const counters = new IngestCounters();
  counters.count('messages', 'osmand');
  counters.count('records', 'osmand');
  counters.count('failures', 'osmand:MALFORMED');
  counters.count('rejections', 'unknown');
  const forwarded = { sent: 1, refused: 0, dropped: 0, waiting: 2 };
  const isShared = roles.has('ingest') || roles.has('process');
  return {
    counters,
    ingest: roles.has('ingest') ? { isPaused: () => false } : null,
    process: roles.has('process')
      ? {
          waiting: () => ({ rows: 3, commands: 0, books: 0 }),
          mostRows: 20,
          watchCommits: (observer) => {
            observer(0.02, true);
            observer(3, false);
            return () => {};
          },
          forwarding: { counts: () => new Map([['json', forwarded]]), close: async () => {} },
          streamLag: async () => 7,
        }
      : null,
    api: roles.has('api')
      ? { openSockets: () => 5, openDeliveries: () => 0, jobs: () => new Map([['upkeep', JOB]]) }
      : null,
    streamCapacity: isShared ? async () => ({ bytes: 10, maxBytes: 100 }) : null,
    partitions: roles.has('process') ? () => ({ held: 31, wanted: 32, all: 64 }) : null,
    messages: { gaps: () => 1, isCertain: () => true },
  };
}

/** Metrics of one of several processes, with a stream between them. */
export function metricsOf(roles: readonly TrackerRole[], figures = figuresOf(new Set(roles))): Registry {
  const servesUsers = roles.includes('api');
  const measured: MeasuredProcess = {
    roles: roles.join(','),
    complaint: async () => null,
    dataFolder: tmpdir(),
    figures,
    database: { healthy: async () => true },
    bus: { isConnected: true },
    jobs: servesUsers ? () => new Map([['data-size', JOB]]) : null,
    isSound: servesUsers ? () => true : null,
  };
  return createMetrics(measured);
}

/** Names in an answer of `/metrics`, as they are asked for: those of a histogram with their endings. */
export const namesIn = (text: string): ReadonlySet<string> =>
  new Set(
    text
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'))
      .map((line) => line.replace(/[ {].*$/, '')),
  );
