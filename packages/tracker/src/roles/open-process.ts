import type { Clock } from '@rastro/base';
import {
  PARTITIONS,
  type TripStorage,
  type CommandStorage,
  type HistoryStorage,
  type IngestStorage,
  type ServiceStorage,
  type StatisticsStorage,
  type StorageLocation,
} from '@rastro/storage';
import { Visibility } from '../access/visibility.ts';
import { startTripService } from '../trips/trip-service.ts';
import { CommandDispatcher } from '../commands/command-dispatcher.ts';
import type { Directory } from '../directory/directory.ts';
import { startForwarding, type Forwarding } from '../forwarding/start-forwarding.ts';
import type { ForwardTarget } from '../forwarding/target.ts';
import type { IngestCounters } from '../ingest/counters.ts';
import type { IngestLog } from '../ingest/ingest-log.ts';
import type { RecordSink } from '../messages/records.ts';
import type { RecordStreamPort } from '../messages/record-stream.ts';
import type { CommittedDevice, TrackerBus } from '../messages/topics.ts';
import type { SmsGateway } from '@rastro/outgoing';
import { watchMaintenance } from '../maintenance/maintenance-watch.ts';
import { DeviceOptions } from '../pipeline/device-options.ts';
import { ForeignPositions } from '../pipeline/foreign-positions.ts';
import { CommitTimes } from '../pipeline/commit-times.ts';
import { GroupCommit, type GroupCommitDeps, type GroupCommitOptions } from '../pipeline/group-commit.ts';
import { IdSequence } from '../pipeline/ids.ts';
import { watchInactivity } from '../pipeline/inactivity-watch.ts';
import { watchLicences } from '../pipeline/licence-watch.ts';
import { LiveDevices } from '../pipeline/live-device.ts';
import type { PipelineOptions } from '../pipeline/options.ts';
import { HistoryCopier } from '../pipeline/history-copier.ts';
import { HistoryImporter } from '../pipeline/history-importer.ts';
import { PipelineSink } from '../pipeline/pipeline-sink.ts';
import { commandLanguage } from '../pipeline/own-language.ts';
import { OwnPartitions } from '../pipeline/own-partitions.ts';
import { Pipeline } from '../pipeline/pipeline.ts';
import { RuledTypes } from '../pipeline/ruled-types.ts';
import { RecordLog } from '../pipeline/record-log.ts';
import { watchStatusTimeout } from '../pipeline/status-timeout.ts';
import { referenceDataOf, type CheckedIn } from '../pipeline/reference-data.ts';
import type { PartitionWorker } from './partition-share.ts';
import { countStored } from './count-stored.ts';
import { answerStates, publishStates } from './publish-states.ts';
import { SharedFleet } from './shared-fleet.ts';

export interface ProcessOptions {
  readonly clock: Clock;
  readonly log: IngestLog;
  readonly pipeline: PipelineOptions;
  readonly commit: GroupCommitOptions;
  /** `status.timeout`: gap after which a device is `unknown`. */
  readonly statusTimeoutMs: number;
  /** Days for which positions are stored, 0 = forever; their derived history remains. */
  readonly historyDays: number;
  /** Drivers who have checked in to devices, as the extension stores them; absent = none. */
  readonly checkedIn?: CheckedIn;
  /** Other servers that get a copy of every stored position. */
  readonly forward: readonly ForwardTarget[];
  /**
   * It holds copies of what another server has processed: that one watches its devices, reports events and sends
   * commands.
   */
  readonly isReplica?: boolean;
}
/** Dependencies of the process of positions. */
export interface ProcessDeps {
  readonly bus: TrackerBus;
  readonly directory: Directory;
  /** Positions, events, device states and commands are written here and nowhere else. */
  readonly storage: IngestStorage &
    HistoryStorage &
    CommandStorage &
    TripStorage &
    StatisticsStorage &
    ServiceStorage & { readonly location: StorageLocation };
  readonly sms: SmsGateway;
  readonly counters: IngestCounters;
  /** Where several processes share the fleet: its partitions of this one, at first none. Absent = all devices are its own. */
  readonly own?: OwnPartitions;
  /** Records that ingest elsewhere has put there; absent = it asks this process to store them. */
  readonly stream?: RecordStreamPort;
  /** Called with partitions of which something could not be stored. */
  readonly onGivenUp?: (partitions: ReadonlySet<number>) => void;
}
/** Turns records into positions, events and commands, and makes them durable. */
export interface ProcessRole extends PartitionWorker {
  /** For ingest in this process; one elsewhere asks the port `records`. */
  readonly records: RecordSink;
  readonly forwarding: Forwarding;
  /** For what devices lived before this server knew them. */
  readonly past: HistoryImporter;
  /** For the history of another tracking server. */
  readonly copier: HistoryCopier;
  /** Work under way: rows for the disk, commands for devices, devices for derived history. */
  waiting(): { readonly rows: number; readonly commands: number; readonly books: number };
  /** Of every commit of this process. */
  readonly commitTimes: CommitTimes;
  /** Messages of the stream that wait for this process; 0 = there is none. @throws when its servers do not say. */
  streamLag(): Promise<number>;
  /** Of every device, as it was read at the start and has become since. */
  states(): Iterable<CommittedDevice>;
  /** Begins to watch for silent devices; those who need the first results have subscribed by then. */
  watch(): void;
  /** Resolves when everything taken so far is settled. */
  idle(): Promise<void>;
  close(): Promise<void>;
}

export async function openProcess(options: ProcessOptions, deps: ProcessDeps): Promise<ProcessRole> {
  const { clock, log } = options;
  const { bus, storage, directory } = deps;
  const work = await openPipeline(options, deps);
  const { live, pipeline, commits, recordLog, around, foreign, own } = work;
  const dispatcher = await loadDispatcher(options, deps, work);
  const records = new PipelineSink({
    ...work,
    directory,
    onAnswered: (entry) => dispatcher.messageReceived(entry),
    isAwaited: (deviceId) => dispatcher.isAwaited(deviceId),
  });
  const forwarding = startForwarding(options.forward, { bus, directory, live, own, clock, log });
  const { historyDays } = options;
  const tripService = await startTripService({ ...deps, ...work, historyDays, clock, log });
  const onComplete = (deviceId: number): void => tripService.changed(deviceId);
  const past = new HistoryImporter({ ...deps, ...work, onComplete });
  const copier = new HistoryCopier({ ...deps, ...work, onComplete });
  const { stream = null, onGivenUp = nobody } = deps;
  const sharing = { ...deps, ...work, clock, log, records, dispatcher, tripService, stream, onGivenUp };
  const fleet = new SharedFleet(sharing);
  const watching = { clock, pipeline, commits, directory, live, own };
  const stopCounting = countStored({ bus, live, own, clock, storage, log });
  const stops = [
    // Of a shared fleet, partitions are answered for from when they are taken over.
    ...(deps.own ? [] : ALL_PARTITIONS.map((at) => fleet.answer(at))),
    forgetRemoved(directory, live, recordLog),
    () => foreign?.close(),
  ];
  return {
    records,
    forwarding,
    past,
    copier,
    commitTimes: work.commitTimes,
    waiting: () => ({ rows: commits.waitingRows, commands: dispatcher.waiting, books: tripService.behind() }),
    states: () => Iterator.from(live.all()).map(({ deviceId, committed }) => ({ deviceId, ...committed })),
    watch: () => {
      if (options.isReplica) return;
      stops.push(answerStates(bus, live));
      publishStates(bus, live);
      const onError = (error: unknown): void =>
        log.error({ err: error }, 'cannot look for licenses that end');
      stops.push(
        ...watchDevices({ ...watching, bus, around, storage, log, onError }, options.statusTimeoutMs),
      );
    },
    ...partsOf(fleet),
    idle: () => commits.idle(),
    close: async () => {
      for (const stop of stops) stop();
      await fleet.close();
      await commits.idle();
      await stopCounting();
      await dispatcher.close();
      await forwarding.close();
      await tripService.close();
    },
  };
}

const partsOf = (fleet: SharedFleet): PartitionWorker & Pick<ProcessRole, 'streamLag'> => ({
  takeOver: (cursors, isAfterStop) => fleet.takeOver(cursors, isAfterStop),
  handOver: (partitions) => fleet.handOver(partitions),
  release: (partitions) => fleet.release(partitions),
  streamLag: () => fleet.streamLag(),
});

/** Commands of a replica are on their way from the server that it copies: here nothing of them is open. */
const loadDispatcher = (
  { clock, log, isReplica }: ProcessOptions,
  deps: ProcessDeps,
  { visibility, pipeline, commits, live, own }: Awaited<ReturnType<typeof openPipeline>>,
): Promise<CommandDispatcher> =>
  CommandDispatcher.load({
    ...deps,
    storage: isReplica ? { ...deps.storage, openCommands: async () => [] } : deps.storage,
    visibility,
    pipeline,
    commits,
    own,
    clock,
    log,
    languageOf: (device) => commandLanguage(device, live.of(device.id).pending),
  });

const nobody = (): void => {};
const ALL_PARTITIONS = Array.from({ length: PARTITIONS }, (_, at) => at);

/** Watches for conditions that no device reports. */
const watchDevices = (
  deps: Parameters<typeof watchMaintenance>[0] & Parameters<typeof watchLicences>[0],
  statusTimeoutMs: number,
): readonly (() => void)[] => [
  watchStatusTimeout(deps, statusTimeoutMs),
  watchInactivity(deps),
  watchMaintenance(deps),
  watchLicences(deps),
];

/** The first, tenth, hundredth … time: an impostor of a device may send a thousand times a second. */
const isWorthTelling = (count: number): boolean => /^10*$/.test(String(count));

/** The pipeline with all that it stands on. */
async function openPipeline(options: ProcessOptions, deps: ProcessDeps) {
  const { pipeline: defaults, clock, log } = options;
  const { bus, storage, directory, counters } = deps;
  const visibility = new Visibility(directory);
  const deviceOptions = new DeviceOptions(defaults, directory, visibility);
  const ids = await IdSequence.open(storage, (error) => {
    log.error({ err: error }, 'cannot reserve ids; it is tried again');
  });
  const own = deps.own ?? OwnPartitions.all();
  const live = deps.own ? new LiveDevices() : await LiveDevices.load(storage, deviceOptions.tripWindow());
  const recordLog = new RecordLog();
  const onReadError = (error: unknown): void =>
    log.error({ err: error }, 'cannot read the positions of others');
  const foreign = deps.own ? new ForeignPositions({ bus, storage, onError: onReadError }) : null;
  const whereabouts = foreign
    ? { committed: (id: number) => (own.owns(id) ? live.committed(id) : { position: foreign.of(id) }) }
    : live;
  const known = referenceDataOf(directory, visibility, whereabouts, deviceOptions);
  const around = { ...known, checkedIn: options.checkedIn ?? known.checkedIn };
  const pipeline = new Pipeline({
    live,
    ids,
    around,
    onRejected: (deviceId, reason) => {
      counters.count('rejections', `position:${reason}`);
      recordLog.dropped(deviceId, reason, clock.now());
    },
    onImplausible: (deviceId, what) => {
      counters.count('rejections', 'value');
      recordLog.implausible(deviceId, what, clock.now());
    },
    onForeign: (deviceId, { own, reported }) => {
      counters.count('rejections', 'foreign');
      if (!isWorthTelling(recordLog.foreign(deviceId, reported, clock.now()))) return;
      log.warn(
        { security: true, deviceId, own, reported },
        'another protocol claims a device; it gets no commands',
      );
    },
    onFault: (deviceId, error) => log.error({ err: error, deviceId }, 'cannot work out a part of a position'),
  });
  const ruled = options.isReplica === true ? {} : { ruled: new RuledTypes(directory) };
  return {
    visibility,
    around,
    foreign,
    ids,
    live,
    recordLog,
    pipeline,
    ...openCommits(options, deps, { own, ...ruled }),
    own,
    deviceOptions,
    ...ruled,
  };
}

function openCommits(
  { commit, log }: ProcessOptions,
  { storage, bus, onGivenUp = nobody }: ProcessDeps,
  around: Pick<GroupCommitDeps, 'own' | 'ruled'>,
): { readonly commits: GroupCommit; readonly commitTimes: CommitTimes } {
  const onError = (error: unknown): void =>
    log.error({ err: error }, 'cannot store positions; devices will send them again');
  const commitTimes = new CommitTimes();
  const deps = { ...around, storage: commitTimes.measured(storage), bus, onError, onGivenUp };
  return { commits: new GroupCommit(deps, commit), commitTimes };
}

/** Forgets what is known of removed devices, and the language of one that became another tracker. */
const forgetRemoved = (directory: Directory, live: LiveDevices, recordLog: RecordLog): (() => void) =>
  directory.devices.watch(({ before, after }) => {
    if (before && after && after.uniqueId !== before.uniqueId) live.forgetLanguage(after.id);
    if (!before || after) return;
    live.forget(before.id);
    recordLog.forget(before.id);
  });
