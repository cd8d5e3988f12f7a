import type { Clock } from '@rastro/base';
import { host } from '@rastro/base/host';
import { Statistics } from '../audit/statistics.ts';
import {
  partitionOf,
  type TripStorage,
  type CommandStorage,
  type HistoryStorage,
  type IngestStorage,
  type PartitionCursor,
  type ServiceStorage,
  type StatisticsStorage,
  type StorageLocation,
} from '@rastro/storage';
import { Visibility } from '../access/visibility.ts';
import { startTripService, type TripService } from '../trips/trip-service.ts';
import { answerCommands } from '../commands/answer-commands.ts';
import { CommandDispatcher } from '../commands/command-dispatcher.ts';
import { handOverCommands, takeOverCommands } from '../commands/take-over.ts';
import type { Directory } from '../directory/directory.ts';
import { startForwarding, type Forwarding } from '../forwarding/start-forwarding.ts';
import type { ForwardTarget } from '../forwarding/target.ts';
import type { IngestCounters } from '../ingest/counters.ts';
import type { IngestLog } from '../ingest/ingest-log.ts';
import type { RecordSink } from '../messages/records.ts';
import type { CommittedDevice, TrackerBus } from '../messages/topics.ts';
import type { SmsGateway } from '@rastro/outgoing';
import { watchMaintenance } from '../maintenance/maintenance-watch.ts';
import { answerRecords } from '../pipeline/answer-records.ts';
import { DeviceOptions } from '../pipeline/device-options.ts';
import { answerFleetEdits } from '../pipeline/fleet-edits.ts';
import { GroupCommit, type GroupCommitOptions } from '../pipeline/group-commit.ts';
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
  /** Called with partitions of which something could not be stored. */
  readonly onGivenUp?: (partitions: ReadonlySet<number>) => void;
}
/** Turns records into positions, events and commands, and makes them durable. */
export interface ProcessRole {
  /** For ingest in this process; one elsewhere asks the port `records`. */
  readonly records: RecordSink;
  readonly forwarding: Forwarding;
  /** For what devices lived before this server knew them. */
  readonly past: HistoryImporter;
  /** For the history of another tracking server. */
  readonly copier: HistoryCopier;
  /** Work under way: rows for the disk, commands for devices, devices for derived history. */
  waiting(): { readonly rows: number; readonly commands: number; readonly books: number };
  /** Of every device, as it was read at the start and has become since. */
  states(): Iterable<CommittedDevice>;
  /** Begins to watch for silent devices; those who need the first results have subscribed by then. */
  watch(): void;
  /** Takes over partitions, as storage has them; what arrives for their devices is processed here from now on. */
  takeOver(cursors: readonly PartitionCursor[]): Promise<void>;
  /** Another process works on these partitions from now on. */
  handOver(partitions: readonly number[]): void;
  /** Resolves when everything taken so far is settled. */
  idle(): Promise<void>;
  close(): Promise<void>;
}

export async function openProcess(options: ProcessOptions, deps: ProcessDeps): Promise<ProcessRole> {
  const { clock, log } = options;
  const { bus, storage, directory } = deps;
  const work = await openPipeline(options, deps);
  const { live, pipeline, commits, recordLog, around, own } = work;
  const dispatcher = await loadDispatcher(options, deps, work);
  const records = new PipelineSink({
    ...work,
    directory,
    onAnswered: (entry) => dispatcher.messageReceived(entry),
    isAwaited: (deviceId) => dispatcher.isAwaited(deviceId),
  });
  const forwarding = startForwarding(options.forward, { bus, directory, live, own, clock, log });
  const tripService = await startTripService({
    ...deps,
    ...work,
    historyDays: options.historyDays,
    clock,
    log,
  });
  const onComplete = (deviceId: number): void => tripService.changed(deviceId);
  const past = new HistoryImporter({ ...deps, ...work, onComplete });
  const copier = new HistoryCopier({ ...deps, ...work, onComplete });
  const watching = { clock, pipeline, commits, directory, live, own };
  const stopCounting = countStored({ bus, live, own, clock, storage, log });
  const stops = [
    answerRecords(bus, records),
    answerCommands(bus, dispatcher),
    answerFleetEdits({ bus, storage, directory, live, pipeline, commits, clock }),
    bus.answer('records.noted', ({ deviceId }) => recordLog.of(deviceId)),
    forgetRemoved(directory, live, recordLog),
  ];
  return {
    records,
    forwarding,
    past,
    copier,
    waiting: () => ({ rows: commits.waitingRows, commands: dispatcher.waiting, books: tripService.behind() }),
    states: () => Iterator.from(live.all()).map(({ deviceId, committed }) => ({ deviceId, ...committed })),
    watch: () => {
      if (options.isReplica) return;
      stops.push(bus.subscribe('states.requested', () => publishStates(bus, live)));
      publishStates(bus, live);
      stops.push(...watchDevices({ ...watching, around, storage, log }, options.statusTimeoutMs));
    },
    ...sharedFleet(deps, work, { dispatcher, tripService, clock }),
    idle: () => commits.idle(),
    close: async () => {
      for (const stop of stops) stop();
      await commits.idle();
      await stopCounting();
      await dispatcher.close();
      await forwarding.close();
      await tripService.close();
    },
  };
}

/** Parts of the fleet that come from other processes, and go to them. */
const sharedFleet = (
  { bus, storage }: ProcessDeps,
  { live, own, commits, deviceOptions }: Awaited<ReturnType<typeof openPipeline>>,
  {
    dispatcher,
    tripService,
    clock,
  }: { readonly dispatcher: CommandDispatcher; readonly tripService: TripService; readonly clock: Clock },
): Pick<ProcessRole, 'takeOver' | 'handOver'> => ({
  async takeOver(cursors) {
    const partitions = cursors.map(({ partition }) => partition);
    const isTaken = (deviceId: number): boolean => partitions.includes(partitionOf(deviceId));
    await live.load(storage, deviceOptions.tripWindow(), partitions);
    for (const cursor of cursors) own.take(cursor);
    await takeOverCommands(dispatcher.memory, { storage, clock }, isTaken);
    await tripService.takeOver(isTaken);
    publishStates(bus, live, isTaken);
  },
  handOver(partitions) {
    const isGiven = (deviceId: number): boolean => partitions.includes(partitionOf(deviceId));
    for (const partition of partitions) own.drop(partition);
    commits.abandon(isGiven);
    handOverCommands(dispatcher.memory, isGiven);
    tripService.handOver(isGiven);
    for (const partition of partitions) live.drop(partition);
  },
});

const SAVE_MS = 60_000;

/** Counts stored records and the devices that they are of. @returns ends it, and saves the rest. */
function countStored({
  bus,
  live,
  own,
  storage,
  clock,
  log,
}: Pick<ProcessDeps, 'bus' | 'storage'> &
  Pick<ProcessOptions, 'clock' | 'log'> & { readonly live: LiveDevices; readonly own: OwnPartitions }) {
  const statistics = new Statistics(storage, clock);
  const save = (): Promise<void> =>
    statistics.save().catch((error: unknown) => log.error({ err: error }, 'cannot keep statistics'));
  const stops = [
    bus.subscribe('fleet.changed', ({ devices, positions }) => {
      const stored = own.ofOwn(positions).length;
      if (stored > 0) statistics.count('messagesStored', stored);
      for (const { deviceId, position } of own.ofOwn(devices))
        if (position) statistics.deviceActive(deviceId, live.of(deviceId).committed.position?.protocol ?? '');
    }),
    bus.answer('statistics.saved', async () => {
      await save();
      return null;
    }),
  ];
  const timer = host.setInterval(() => void save(), SAVE_MS);
  return async (): Promise<void> => {
    host.clearInterval(timer);
    for (const stop of stops) stop();
    await save();
  };
}

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

/** Watches for conditions that no device reports. */
const watchDevices = (
  deps: Parameters<typeof watchMaintenance>[0],
  statusTimeoutMs: number,
): readonly (() => void)[] => [
  watchStatusTimeout(deps, statusTimeoutMs),
  watchInactivity(deps),
  watchMaintenance(deps),
  watchLicences(deps),
];

/** Devices in one message. */
const PAGE = 1000;

/**
 * Other processes that show devices get their states: nobody listened while this one was down, and the one before may
 * have died with something stored that it told nobody.
 */
function publishStates(
  bus: TrackerBus,
  live: LiveDevices,
  isWanted: (deviceId: number) => boolean = () => true,
): void {
  const states = Iterator.from(live.all())
    .filter(({ deviceId }) => isWanted(deviceId))
    .map(({ deviceId, committed: { status, lastUpdate, position } }) => ({
      deviceId,
      status,
      lastUpdate,
      position,
    }))
    .toArray();
  for (let at = 0; at < states.length; at += PAGE)
    bus.publish('states.published', { devices: states.slice(at, at + PAGE) });
}

/** The first, tenth, hundredth … time: an impostor of a device may send a thousand times a second. */
const isWorthTelling = (count: number): boolean => /^10*$/.test(String(count));

/** The pipeline with all that it stands on. */
async function openPipeline(options: ProcessOptions, deps: ProcessDeps) {
  const { pipeline: defaults, commit, clock, log } = options;
  const { bus, storage, directory, counters } = deps;
  const visibility = new Visibility(directory);
  const deviceOptions = new DeviceOptions(defaults, directory, visibility);
  const ids = await IdSequence.open(storage, (error) => {
    log.error({ err: error }, 'cannot reserve ids; it is tried again');
  });
  const own = deps.own ?? OwnPartitions.all();
  const live = deps.own ? new LiveDevices() : await LiveDevices.load(storage, deviceOptions.tripWindow());
  const recordLog = new RecordLog();
  const known = referenceDataOf(directory, visibility, live, deviceOptions);
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
  const onError = (error: unknown): void =>
    log.error({ err: error }, 'cannot store positions; devices will send them again');
  const onGivenUp = deps.onGivenUp ?? (() => {});
  const ruled = options.isReplica === true ? {} : { ruled: new RuledTypes(directory) };
  const commits = new GroupCommit({ storage, bus, own, ...ruled, onError, onGivenUp }, commit);
  return { visibility, around, ids, live, recordLog, pipeline, commits, own, deviceOptions, ...ruled };
}

/** Forgets what is known of removed devices, and the language of one that became another tracker. */
const forgetRemoved = (directory: Directory, live: LiveDevices, recordLog: RecordLog): (() => void) =>
  directory.devices.watch(({ before, after }) => {
    if (before && after && after.uniqueId !== before.uniqueId) live.forgetLanguage(after.id);
    if (!before || after) return;
    live.forget(before.id);
    recordLog.forget(before.id);
  });
