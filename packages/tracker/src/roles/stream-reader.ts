import { host, pause, type Timer } from '@rastro/base/host';
import type { PartitionCursor } from '@rastro/storage';
import type { IngestLog } from '../ingest/ingest-log.ts';
import type { RecordEntry } from '../messages/records.ts';
import type {
  RecordStreamPort,
  StreamCursor,
  StreamedBundle,
  StreamReading,
} from '../messages/record-stream.ts';
import type { BundleEnd } from '../pipeline/commit-batch.ts';
import type { GroupCommit } from '../pipeline/group-commit.ts';
import type { IdSequence } from '../pipeline/ids.ts';
import type { OwnPartitions } from '../pipeline/own-partitions.ts';

export interface StreamReaderDeps {
  readonly stream: RecordStreamPort;
  readonly own: OwnPartitions;
  readonly ids: Pick<IdSequence, 'isShort'>;
  readonly isKnown: (deviceId: number) => boolean;
  readonly commits: Pick<GroupCommit, 'isFull' | 'whenDrained' | 'settled'>;
  readonly work: (entries: readonly RecordEntry[], end: BundleEnd) => void;
  /** Called with a partition that must be read again from its stored place. */
  readonly onStopped: (partition: number) => void;
  readonly log: IngestLog;
}

const SHORT_MS = 50;
/** Whatever others have written is known here by then. */
const KNOWN_MS = 2000;
const TRIM_MS = 60_000;
/** The stream holds what is stored for so many rounds longer: a database that is restored reads it again. */
const TRIM_AFTER = 10;

/** Reads the partitions of this process from the stream, each from its place in the database. */
export class StreamReader {
  readonly #deps: StreamReaderDeps;
  readonly #reading: StreamReading;
  readonly #ending = new Map<number, Promise<void>>();
  /** Places of the last rounds, by partition, oldest first. */
  readonly #stored = new Map<number, number[]>();
  readonly #trimming: Timer;

  constructor(deps: StreamReaderDeps) {
    this.#deps = deps;
    this.#reading = deps.stream.read({
      onBundle: (bundle) => this.#take(bundle),
      onStopped: (partition, error, isBehind) => void this.#stopped(partition, error, isBehind),
    });
    this.#trimming = host.setInterval(() => void this.#trim(), TRIM_MS);
  }

  async add(cursors: readonly PartitionCursor[]): Promise<void> {
    for (const cursor of cursors) {
      await this.#ending.get(cursor.partition);
      this.#reading.add(cursor.partition, placeIn(cursor));
    }
  }
  /** Resolves when nothing of them is worked out any more. */
  async remove(partitions: readonly number[]): Promise<void> {
    for (const partition of partitions) {
      this.#stored.delete(partition);
      const ended = this.#reading.remove(partition).finally(() => {
        if (this.#ending.get(partition) === ended) this.#ending.delete(partition);
      });
      this.#ending.set(partition, ended);
    }
    for (const partition of partitions) await this.#ending.get(partition);
  }
  /** Messages of its partitions that are not worked out yet. @throws when the servers do not say. */
  lag(): Promise<number> {
    return this.#reading.lag();
  }
  async close(): Promise<void> {
    host.clearInterval(this.#trimming);
    await this.#reading.close();
  }

  /** @throws Error when the partition is of another process by now: it stops here. */
  async #take({ partition, entries, cursor }: StreamedBundle): Promise<void> {
    const { own, ids, commits, work } = this.#deps;
    const known = entries.filter(isEntry);
    const epoch = own.placeOf(partition)?.epoch;
    while (commits.isFull) await new Promise<void>((resolve) => commits.whenDrained(resolve));
    while (ids.isShort) await pause(SHORT_MS);
    // Ingest knows a device that was just made a moment before this process does.
    if (known.some(({ deviceId }) => !this.#deps.isKnown(deviceId))) await pause(KNOWN_MS);
    if (epoch === undefined || own.placeOf(partition)?.epoch !== epoch)
      throw new Error(`Cannot work on partition ${partition}: it is not held any more`);
    const senders = textOf(cursor.numbers);
    work(known, {
      partition,
      seq: cursor.sequence,
      ...(senders === null ? {} : { senders }),
    });
  }

  async #stopped(partition: number, error: Error, isBehind: boolean): Promise<void> {
    const { own, commits, log, onStopped } = this.#deps;
    if (!own.placeOf(partition)) return;
    log.error({ err: error, partition, alarm: isBehind }, 'a part of the stream is not read as it was');
    if (!isBehind) return onStopped(partition);
    // Its numbers tell what was read already, and nodes of ingest have what its servers lost.
    await commits.settled((deviceId) => own.owns(deviceId));
    const place = own.placeOf(partition);
    if (place) this.#reading.add(partition, { ...placeIn(place), sequence: 0 });
  }

  async #trim(): Promise<void> {
    const { own, stream, log } = this.#deps;
    for (const partition of own.held) {
      const places = this.#stored.get(partition) ?? [];
      places.push(own.placeOf(partition)?.seq ?? 0);
      this.#stored.set(partition, places);
      const [oldest = 0] = places;
      if (places.length <= TRIM_AFTER) continue;
      places.shift();
      try {
        if (oldest > 0) await stream.trim(partition, oldest);
      } catch (error) {
        log.warn({ err: error, partition }, 'cannot shorten the stream; it is tried again');
      }
    }
  }
}

/** Kinds that a later version adds are passed over. */
const isEntry = (entry: unknown): entry is RecordEntry =>
  typeof entry === 'object' &&
  entry !== null &&
  'kind' in entry &&
  (entry.kind === 'records' || entry.kind === 'gone');

function placeIn({ seq, senders }: PartitionCursor): StreamCursor {
  if (senders === undefined) return { sequence: seq, numbers: seq === 0 ? new Map() : null };
  const lines = senders.split('\n').filter((line) => line !== '');
  const numbers = lines.map((line) => {
    const [sender = '', number = ''] = line.split(' ');
    return [sender, Number(number)] as const;
  });
  return { sequence: seq, numbers: new Map(numbers) };
}

/** A line for each sender; null = they are not known. */
const textOf = (numbers: StreamCursor['numbers']): string | null =>
  numbers && Array.from(numbers, ([sender, number]) => `${sender} ${number}`).join('\n');
