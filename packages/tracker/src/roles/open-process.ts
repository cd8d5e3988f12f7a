import type { Clock } from '@rastro/base';
import type {
  BookStorage,
  CommandStorage,
  HistoryStorage,
  IngestStorage,
  ServiceStorage,
  StorageLocation,
} from '@rastro/storage';
import { Visibility } from '../access/visibility.ts';
import { answerBooks } from '../books/answer-books.ts';
import { answerCommands } from '../commands/answer-commands.ts';
import { CommandDesk } from '../commands/command-desk.ts';
import type { Directory } from '../directory/directory.ts';
import { startForwarding, type Forwarding } from '../forwarding/start-forwarding.ts';
import type { ForwardTarget } from '../forwarding/target.ts';
import type { IngestCounters } from '../ingest/counters.ts';
import type { IngestLog } from '../ingest/ingest-log.ts';
import type { RecordsDoor } from '../messages/records.ts';
import type { ShownDevice, TrackerBus } from '../messages/topics.ts';
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
import { PastDoor } from '../pipeline/past-door.ts';
import { PipelineDoor } from '../pipeline/pipeline-door.ts';
import { commandLanguage } from '../pipeline/own-language.ts';
import { Pipeline } from '../pipeline/pipeline.ts';
import { RecordDiary } from '../pipeline/record-diary.ts';
import { watchSilence } from '../pipeline/silence-watch.ts';
import { surroundingsOf, type CheckedIn } from '../pipeline/surroundings.ts';

export interface ProcessOptions {
  readonly clock: Clock;
  readonly log: IngestLog;
  readonly pipeline: PipelineOptions;
  readonly commit: GroupCommitOptions;
  /** `status.timeout`: silence after which a device is `unknown`. */
  readonly silenceMs: number;
  /** Days that positions are kept, 0 = for ever; what the books say of them stays. */
  readonly historyDays: number;
  /** Who has checked in to a device, as the extension keeps it; absent = nobody does. */
  readonly checkedIn?: CheckedIn;
  /** Other servers that get a copy of every stored position. */
  readonly forward: readonly ForwardTarget[];
}
/** What the process of positions has from others. */
export interface ProcessRoom {
  readonly bus: TrackerBus;
  readonly directory: Directory;
  /** Positions, events, device states and commands are written here and nowhere else. */
  readonly storage: IngestStorage &
    HistoryStorage &
    CommandStorage &
    BookStorage &
    ServiceStorage & { readonly location: StorageLocation };
  readonly sms: SmsGateway;
  readonly counters: IngestCounters;
}
/** Turns records into positions, events and commands, and makes them durable. */
export interface ProcessRole {
  /** For ingest in this process; one elsewhere asks the port `records`. */
  readonly records: RecordsDoor;
  readonly forwarding: Forwarding;
  /** For what devices lived before this server knew them. */
  readonly past: PastDoor;
  /** What is under way: rows for the disk, commands for devices, devices for the books. */
  waiting(): { readonly rows: number; readonly commands: number; readonly books: number };
  /** Of every device, as it was read at the start and has become since. */
  states(): Iterable<ShownDevice>;
  /** Begins to look after silent devices; who wants to hear what is found at once listens already. */
  watch(): void;
  /** Resolves when everything taken so far is settled. */
  idle(): Promise<void>;
  close(): Promise<void>;
}

export async function openProcess(options: ProcessOptions, room: ProcessRoom): Promise<ProcessRole> {
  const { clock, log } = options;
  const { bus, storage, directory } = room;
  const work = await openPipeline(options, room);
  const { visibility, live, pipeline, commits, diary, around } = work;
  const desk = await CommandDesk.load({
    ...room,
    visibility,
    pipeline,
    commits,
    clock,
    log,
    languageOf: (device) => commandLanguage(device, live.of(device.id).ahead),
  });
  const records = new PipelineDoor({
    ...work,
    directory,
    onAnswered: (entry) => desk.heard(entry),
    isAwaited: (deviceId) => desk.isAwaited(deviceId),
  });
  const forwarding = startForwarding(options.forward, { bus, directory, live, clock, log });
  const books = await answerBooks({ ...room, ...work, historyDays: options.historyDays, clock, log });
  const past = new PastDoor({ ...room, ...work, onComplete: (deviceId) => books.changed(deviceId) });
  const watching = { clock, pipeline, commits, directory, live };
  const stops = [
    answerRecords(bus, records),
    answerCommands(bus, desk),
    answerFleetEdits({ bus, storage, directory, live, pipeline, commits, clock }),
    bus.answer('records.noted', ({ deviceId }) => diary.of(deviceId)),
    directory.devices.watch(({ before, after }) => {
      if (before && after && after.uniqueId !== before.uniqueId) live.forgetLanguage(after.id);
      if (!before || after) return;
      live.forget(before.id);
      diary.forget(before.id);
    }),
  ];
  return {
    records,
    forwarding,
    past,
    waiting: () => ({ rows: commits.waitingRows, commands: desk.waiting, books: books.behind() }),
    states: () => Iterator.from(live.all()).map(({ deviceId, shown }) => ({ deviceId, ...shown })),
    watch: () => {
      tellUnknown(bus, live);
      stops.push(...watchDevices({ ...watching, around, storage, log }, options.silenceMs));
    },
    idle: () => commits.idle(),
    close: async () => {
      for (const stop of stops) stop();
      await commits.idle();
      await desk.close();
      await forwarding.close();
      await books.close();
    },
  };
}

/** What nobody sends is found by looking. */
const watchDevices = (
  room: Parameters<typeof watchMaintenance>[0],
  silenceMs: number,
): readonly (() => void)[] => [
  watchSilence(room, silenceMs),
  watchInactivity(room),
  watchMaintenance(room),
  watchLicences(room),
];

/** Devices in one message. */
const PAGE = 1000;

/** Nobody listened while this process was away: who shows devices elsewhere hears of it. */
function tellUnknown(bus: TrackerBus, live: LiveDevices): void {
  const unknown = [...live.all()].flatMap(({ deviceId, shown: { status, lastUpdate } }) =>
    status === 'unknown' ? [{ deviceId, status, lastUpdate }] : [],
  );
  for (let at = 0; at < unknown.length; at += PAGE) {
    const devices = unknown.slice(at, at + PAGE);
    bus.publish('fleet.changed', { devices, events: [], positions: [], commands: [] });
  }
}

/** The first, tenth, hundredth … time: whoever claims a device may do so a thousand times a second. */
const isWorthTelling = (count: number): boolean => /^10*$/.test(String(count));

/** The pipeline with all that it stands on. */
async function openPipeline(options: ProcessOptions, room: ProcessRoom) {
  const { pipeline: defaults, commit, clock, log } = options;
  const { bus, storage, directory, counters } = room;
  const visibility = new Visibility(directory);
  const deviceOptions = new DeviceOptions(defaults, directory, visibility);
  const ids = await IdSequence.open(storage, (error) => {
    log.error({ err: error }, 'cannot reserve ids; it is tried again');
  });
  const live = await LiveDevices.load(storage, deviceOptions.tripWindow());
  const diary = new RecordDiary();
  const known = surroundingsOf(directory, visibility, live, deviceOptions);
  const around = { ...known, checkedIn: options.checkedIn ?? known.checkedIn };
  const pipeline = new Pipeline({
    live,
    ids,
    around,
    onRefused: (deviceId, reason) => {
      counters.count('refusals', `position:${reason}`);
      diary.dropped(deviceId, reason, clock.now());
    },
    onImplausible: (deviceId, what) => {
      counters.count('refusals', 'value');
      diary.implausible(deviceId, what, clock.now());
    },
    onForeign: (deviceId, { own, said }) => {
      counters.count('refusals', 'foreign');
      if (!isWorthTelling(diary.foreign(deviceId, said, clock.now()))) return;
      log.warn(
        { security: true, deviceId, own, said },
        'another protocol claims a device; it gets no commands',
      );
    },
    onFault: (deviceId, error) => log.error({ err: error, deviceId }, 'cannot work out a part of a position'),
  });
  const commits = new GroupCommit(storage, bus, commit, (error) => {
    log.error({ err: error }, 'cannot store positions; devices will send them again');
  });
  return { visibility, around, ids, live, diary, pipeline, commits };
}
