import { createSafeFetch, createSmsGateway } from '@rastro/outgoing';
import { PARTITIONS, StorageError, type PartitionStorage } from '@rastro/storage';
import { openReplica } from './directory/follow-directory.ts';
import type { Directory } from './directory/directory.ts';
import { BundledRecords } from './ingest/bundled-records.ts';
import { IngestCounters } from './ingest/counters.ts';
import { StreamedRecords } from './ingest/streamed-records.ts';
import type { RecordStreamPort } from './messages/record-stream.ts';
import type { Certainty } from './messages/certainty.ts';
import { OwnPartitions } from './pipeline/own-partitions.ts';
import { answerMeasures } from './roles/answer-measures.ts';
import { openApi, type ApiRole } from './roles/open-api.ts';
import { openIngest, type IngestRole } from './roles/open-ingest.ts';
import { openProcess, type ProcessDeps, type ProcessRole } from './roles/open-process.ts';
import { MessageWatch } from './roles/message-watch.ts';
import { OwnerAddresses, type SharedBus } from './roles/owner-addresses.ts';
import { PartitionShare } from './roles/partition-share.ts';
import { roleFigures, type RoleFigures } from './roles/role-figures.ts';
import type { TrackerOptions } from './tracker.ts';

export const TRACKER_ROLES = ['ingest', 'process', 'api'] as const;
export type TrackerRole = (typeof TRACKER_ROLES)[number];

/** A process among several that share a database and a bus. */
export interface NodeOptions {
  readonly bus: SharedBus;
  /** Name of the process, the same after a restart. */
  readonly node: string;
  readonly roles: ReadonlySet<TrackerRole>;
  /** Devices are answered when this has their records; null = when the database has them. */
  readonly stream: RecordStreamPort | null;
}
/** The roles of a process; null = others have it. */
export interface TrackerNode {
  /** On which whoever asks a partition asks its owner. */
  readonly bus: SharedBus;
  readonly directory: Directory;
  readonly counters: IngestCounters;
  readonly ingest: IngestRole | null;
  readonly process: ProcessRole | null;
  readonly api: ApiRole | null;
  readonly certain: Certainty;
  readonly figures: RoleFigures;
  /** Partitions that this process works on now. */
  readonly partitions: () => readonly number[];
  /** Finishes what is in flight, and hands its share of the fleet to the others. Storage and bus stay open: the caller's. */
  close(): Promise<void>;
}

/** Neighbours in time share a bundle; a device is answered once its bundle is stored. */
const BUNDLES = { gatherMs: 3, maxRecords: 20_000, answerMs: 10_000 };

/** @throws StorageError UNAVAILABLE when the database is embedded: several processes cannot share it. */
export async function openTrackerNode(
  options: TrackerOptions,
  { bus: outerBus, node, roles, stream }: NodeOptions,
): Promise<TrackerNode> {
  const { storage, log } = options;
  const { partitions } = storage;
  if (!partitions)
    throw new StorageError('share an embedded database among several processes', 'UNAVAILABLE');
  const watch = new MessageWatch({ bus: outerBus, partitions, log });
  await watch.open();
  const own = OwnPartitions.none();
  const addresses = await OwnerAddresses.open(outerBus, partitions);
  const bus = addresses.busOf((partition) => own.epochOf(partition));
  const { directory, close: closeReplica } = await openReplica(storage, bus, options.brand);
  const counters = new IngestCounters();
  const { sms: smsOptions, allowPrivateUrls: allowPrivate, timeoutMs } = options.outgoing;
  const sms = createSmsGateway(smsOptions, createSafeFetch({ allowPrivate, timeoutMs }));
  const around = { bus, directory, storage, partitions, sms, counters, own, ...(stream ? { stream } : {}) };
  const positions = roles.has('process') ? await openPositions(options, node, around) : null;
  const process = positions?.worker ?? null;
  const api = roles.has('api')
    ? await openApi(options, { bus, directory, storage, certain: watch.certain })
    : null;
  const records = stream ? new StreamedRecords(stream, BUNDLES) : new BundledRecords(bus, BUNDLES);
  const ingest = roles.has('ingest')
    ? openIngest({ ...options, node }, { bus, directory, counters, records })
    : null;
  const stopMeasuring = answerMeasures({ bus, node, counters, ingest, process });
  await positions?.share.open();
  process?.watch();
  await bus.flush();
  return {
    bus,
    directory,
    counters,
    ingest,
    process,
    api,
    certain: watch.certain,
    figures: roleFigures(
      { counters, records: ingest && records, stream, process, mostRows: options.commit.maxRows, api },
      sharedFigures(positions?.share ?? null, watch),
    ),
    partitions: () => positions?.share.held ?? [],
    close: async () => {
      stopMeasuring();
      await closeInOrder({ ingest, records, api, positions });
      closeReplica();
      addresses.close();
      await watch.close();
    },
  };
}

interface Parts {
  readonly ingest: IngestRole | null;
  readonly records: StreamedRecords | BundledRecords;
  readonly api: ApiRole | null;
  readonly positions: { readonly worker: ProcessRole; readonly share: PartitionShare } | null;
}
/** Nothing new is taken, what was taken is answered, and only then its devices and users are let go. */
async function closeInOrder({ ingest, records, api, positions }: Parts): Promise<void> {
  ingest?.stopAccepting();
  await records.idle();
  ingest?.endConnections();
  await records.idle();
  await api?.close();
  await positions?.share.close();
  await positions?.worker.close();
  ingest?.close();
  records.close();
}

const sharedFigures = (
  share: PartitionShare | null,
  watch: MessageWatch,
): Pick<RoleFigures, 'partitions' | 'messages'> => ({
  partitions: share && (() => ({ held: share.held.length, wanted: share.wanted, all: PARTITIONS })),
  messages: { gaps: () => watch.gaps, isCertain: () => watch.isCertain },
});

/** The process of positions, and its share of the fleet: at first none. */
async function openPositions(
  options: TrackerOptions,
  node: string,
  { partitions, ...deps }: ProcessDeps & { readonly partitions: PartitionStorage },
): Promise<{ readonly worker: ProcessRole; readonly share: PartitionShare }> {
  let share: PartitionShare | null = null;
  const worker = await openProcess(options, { ...deps, onGivenUp: (lost) => share?.doubt(lost) });
  share = new PartitionShare({ partitions, node, worker, onReplaced: options.onReplaced, log: options.log });
  return { worker, share };
}
