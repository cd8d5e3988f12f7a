import type { JobStatus } from '@rastro/base/jobs';
import type { Forwarding } from '../forwarding/start-forwarding.ts';
import type { IngestCounters } from '../ingest/counters.ts';
import type { RecordSink } from '../messages/records.ts';
import type { RecordStreamPort, StreamCapacity } from '../messages/record-stream.ts';
import type { CommitObserver } from '../pipeline/commit-times.ts';
import type { ApiRole } from './open-api.ts';
import type { ProcessRole } from './open-process.ts';

/** Numbers of a process for its operator, by role; null = another process has that role. */
export interface RoleFigures {
  readonly counters: IngestCounters;
  readonly ingest: {
    /** Devices are not read, because too much of them waits. */
    readonly isPaused: () => boolean;
  } | null;
  readonly process: {
    /** Work under way: rows for the disk, commands for devices, devices for derived history. */
    readonly waiting: ProcessRole['waiting'];
    /** Rows that may wait. */
    readonly mostRows: number;
    readonly watchCommits: (observer: CommitObserver) => () => void;
    readonly forwarding: Forwarding;
    /** Messages of the stream that wait for this process; null = there is no stream. */
    readonly streamLag: (() => Promise<number>) | null;
  } | null;
  readonly api: {
    readonly openSockets: () => number;
    readonly openDeliveries: () => number;
    readonly jobs: () => ReadonlyMap<string, JobStatus>;
  } | null;
  /** Null = devices are answered when the database has their records. @throws when the servers do not say. */
  readonly streamCapacity: (() => Promise<StreamCapacity>) | null;
  /** Parts of the fleet that this process has, and should have; null = it does not share the fleet. */
  readonly partitions:
    | (() => { readonly held: number; readonly wanted: number; readonly all: number })
    | null;
  /** Messages of other processes; null = there are none. */
  readonly messages: {
    /** Times that some were lost, and what they change was read again. */
    readonly gaps: () => number;
    /** All that the others have sent is known. */
    readonly isCertain: () => boolean;
  } | null;
}

interface Roles {
  readonly counters: IngestCounters;
  /** Sink of the records of ingest; null = no ingest here. */
  readonly records: RecordSink | null;
  readonly stream: RecordStreamPort | null;
  readonly process: ProcessRole | null;
  readonly mostRows: number;
  readonly api: ApiRole | null;
}

export function roleFigures(
  { counters, records, stream, process, mostRows, api }: Roles,
  shared: Pick<RoleFigures, 'partitions' | 'messages'>,
): RoleFigures {
  return {
    counters,
    ingest: records && {
      isPaused: () => records.isFull,
    },
    process: process && {
      waiting: () => process.waiting(),
      mostRows,
      watchCommits: (observer) => process.commitTimes.watch(observer),
      forwarding: process.forwarding,
      streamLag: stream && (() => process.streamLag()),
    },
    api: api && {
      openSockets: () => api.openSockets(),
      openDeliveries: () => api.openDeliveries(),
      jobs: () => api.jobs(),
    },
    streamCapacity: stream && (() => stream.capacity()),
    ...shared,
  };
}
