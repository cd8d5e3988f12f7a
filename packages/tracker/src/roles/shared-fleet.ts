import type { Clock } from '@rastro/base';
import {
  partitionOf,
  type CommandStorage,
  type HistoryStorage,
  type IngestStorage,
  type PartitionCursor,
} from '@rastro/storage';
import { answerCommands } from '../commands/answer-commands.ts';
import type { CommandDispatcher } from '../commands/command-dispatcher.ts';
import { handOverCommands, takeOverCommands } from '../commands/take-over.ts';
import type { IngestLog } from '../ingest/ingest-log.ts';
import type { RecordStreamPort } from '../messages/record-stream.ts';
import type { IdSequence } from '../pipeline/ids.ts';
import type { PipelineSink } from '../pipeline/pipeline-sink.ts';
import { answerRecords } from '../pipeline/answer-records.ts';
import { answerFleetEdits, type FleetEditsDeps } from '../pipeline/fleet-edits.ts';
import type { DeviceOptions } from '../pipeline/device-options.ts';
import type { ForeignPositions } from '../pipeline/foreign-positions.ts';
import type { OwnPartitions } from '../pipeline/own-partitions.ts';
import type { RecordLog } from '../pipeline/record-log.ts';
import type { TripService } from '../trips/trip-service.ts';
import { publishStates } from './publish-states.ts';
import { StreamReader } from './stream-reader.ts';

interface SharedFleetDeps extends FleetEditsDeps {
  readonly storage: IngestStorage & HistoryStorage & CommandStorage;
  readonly own: OwnPartitions;
  /** Null = all devices are of this process. */
  readonly foreign: ForeignPositions | null;
  readonly deviceOptions: DeviceOptions;
  readonly recordLog: RecordLog;
  readonly records: PipelineSink;
  readonly ids: IdSequence;
  readonly log: IngestLog;
  /** Null = records come by questions. */
  readonly stream: RecordStreamPort | null;
  /** Called with partitions that are to be read again from storage. */
  readonly onGivenUp: (partitions: ReadonlySet<number>) => void;
  readonly dispatcher: CommandDispatcher;
  readonly tripService: TripService;
  readonly clock: Clock;
}

/** Partitions of the fleet that come from other processes, and go to them. */
export class SharedFleet {
  readonly #deps: SharedFleetDeps;
  readonly #answering = new Map<number, () => void>();
  /** Null = ingest asks this process to store what it has. */
  readonly #stream: StreamReader | null;

  constructor(deps: SharedFleetDeps) {
    this.#deps = deps;
    const { stream, records, onGivenUp } = deps;
    this.#stream = stream
      ? new StreamReader({
          ...deps,
          stream,
          isKnown: (deviceId) => deps.directory.devices.get(deviceId) !== undefined,
          work: (entries, end) => records.sendBundle(entries, end),
          onStopped: (partition) => onGivenUp(new Set([partition])),
        })
      : null;
  }

  /** Takes over partitions, as storage has them, and answers for their devices from then on. */
  async takeOver(cursors: readonly PartitionCursor[], isAfterStop: boolean): Promise<void> {
    const { bus, storage, clock, live, own, foreign, deviceOptions, dispatcher, tripService } = this.#deps;
    const partitions = cursors.map(({ partition }) => partition);
    const isTaken = isIn(partitions);
    await live.load(storage, deviceOptions.tripWindow(), { partitions, isAfterStop });
    for (const cursor of cursors) own.take(cursor);
    await takeOverCommands(dispatcher.memory, { storage, clock }, isTaken);
    await tripService.takeOver(isTaken);
    await foreign?.read(this.#companions(isTaken));
    for (const partition of partitions) this.#answering.set(partition, this.answer(partition));
    await this.#stream?.add(cursors);
    bus.publish('partitions.taken', {
      owned: cursors.map(({ partition, epoch }) => ({ partition, epoch })),
    });
    publishStates(bus, live, isTaken);
  }

  /** Devices of others that are linked to those of a partition: rules ask where they are. */
  #companions(isTaken: (deviceId: number) => boolean): readonly number[] {
    const { directory, own } = this.#deps;
    return directory.devices
      .inOrder()
      .filter(({ id }) => isTaken(id))
      .flatMap(({ id }) => [...directory.links.of('device', id, 'linkedDevice')])
      .filter((id) => !own.owns(id))
      .toArray();
  }

  /** Another process works on these partitions from now on, or they are read again. */
  handOver(partitions: readonly number[]): void {
    const { live, own, commits, dispatcher, tripService } = this.#deps;
    const isGiven = isIn(partitions);
    this.#stopAnswering(partitions);
    for (const partition of partitions) own.drop(partition);
    void this.#stream?.remove(partitions);
    commits.abandon(isGiven);
    handOverCommands(dispatcher.memory, isGiven);
    tripService.handOver(isGiven);
    for (const partition of partitions) live.drop(partition);
  }

  /** The same, once everything that has arrived for them is stored. */
  async release(partitions: readonly number[]): Promise<void> {
    this.#stopAnswering(partitions);
    await this.#stream?.remove(partitions);
    await this.#deps.commits.settled(isIn(partitions));
    this.handOver(partitions);
  }

  async streamLag(): Promise<number> {
    return (await this.#stream?.lag()) ?? 0;
  }

  #stopAnswering(partitions: readonly number[]): void {
    for (const partition of partitions) {
      this.#answering.get(partition)?.();
      this.#answering.delete(partition);
    }
  }

  /** Answers about devices of a partition. @returns a function that ends it. */
  answer(at: number): () => void {
    const { bus, records, dispatcher, recordLog, tripService } = this.#deps;
    const stops = [
      answerRecords(bus, records, at),
      answerCommands(bus, dispatcher, at),
      answerFleetEdits(this.#deps, at),
      bus.answer('records.noted', ({ deviceId }) => recordLog.of(deviceId), { at }),
      tripService.answer(at),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }

  async close(): Promise<void> {
    for (const stop of this.#answering.values()) stop();
    this.#answering.clear();
    await this.#stream?.close();
  }
}

function isIn(partitions: readonly number[]): (deviceId: number) => boolean {
  const wanted = new Set(partitions);
  return (deviceId) => wanted.has(partitionOf(deviceId));
}
