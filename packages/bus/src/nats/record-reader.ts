import { DeliverPolicy, jetstream, type ConsumerMessages, type JsMsg } from '@nats-io/jetstream';
import { host } from '@rastro/base/host';
import { decodeBundle, type Bundle } from './bundle.ts';
import { StreamError, type RecordStream } from './record-stream.ts';

/** Where reading of a partition goes on: committed with what was read. */
export interface Cursor {
  readonly sequence: number;
  /** The last number of each sender; null = not known, whatever comes first is taken as the next one. */
  readonly numbers: ReadonlyMap<string, number> | null;
}
export interface ReadBundle extends Bundle {
  readonly partition: number;
  /** Of the cursor after this bundle. */
  readonly sequence: number;
}
export interface ReaderOptions {
  readonly stream: RecordStream;
  /** By partition. */
  readonly cursors: ReadonlyMap<number, Cursor>;
  /** The next one is handed over when this resolves. */
  readonly onBundle: (bundle: ReadBundle) => Promise<void> | void;
  /** The bundles with numbers from `first` to `last`, from the node that sent them; without those it has no more. */
  readonly askAgain: (missing: Missing) => Promise<readonly Bundle[]>;
  /** Nobody has these any more: they are lost, unless devices send again. */
  readonly onLost: (missing: Missing) => void;
  /** STREAM_BEHIND: a partition is not read any more. */
  readonly onStopped: (partition: number, error: StreamError) => void;
  /** Something is tried again. */
  readonly onRetry: (error: unknown) => void;
}
export interface Missing {
  readonly partition: number;
  readonly sender: string;
  readonly first: number;
  readonly last: number;
}

const AGAIN_MS = 500;
const CHECK_MS = 5000;
const BEHIND_CHECKS = 5;
/** A consumer that its server forgot is noticed within this time. */
const PULL_MS = 3000;

interface Position {
  sequence: number;
  readonly numbers: Map<string, number>;
  /** A sender that is not among them is new. */
  readonly isComplete: boolean;
}

/**
 * Reads partitions of the stream from their cursors on, in strictly rising order, each bundle once. Bundles that are
 * missing are fetched from their sender before the next one is handed over.
 */
export class RecordReader {
  readonly #options: ReaderOptions;
  readonly #positions = new Map<number, Position>();
  readonly #running: Promise<void>;
  readonly #end = Promise.withResolvers<void>();
  #messages: ConsumerMessages | null = null;
  #isClosed = false;

  constructor(options: ReaderOptions) {
    this.#options = options;
    for (const [partition, { sequence, numbers }] of options.cursors)
      this.#positions.set(partition, {
        sequence,
        numbers: new Map(numbers),
        isComplete: numbers !== null,
      });
    this.#running = this.#run();
  }

  /** Resolves when nothing is handed over any more. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#end.resolve();
    this.#messages?.stop();
    await this.#running;
  }

  async #run(): Promise<void> {
    const check = host.setInterval(() => void this.#check().catch(this.#options.onRetry), CHECK_MS);
    while (!this.#isClosed) {
      try {
        await this.#check();
        if (this.#positions.size === 0) break;
        await this.#read();
      } catch (error) {
        this.#options.onRetry(error);
      }
      if (!this.#isClosed) await this.#pause();
    }
    host.clearInterval(check);
  }
  #pause(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = host.setTimeout(resolve, AGAIN_MS);
    return Promise.race([promise, this.#end.promise]).finally(() => host.clearTimeout(timer));
  }

  /** A stream that ends before a cursor is an older state of itself: what it gets now would be skipped. */
  async #check(): Promise<void> {
    const sequences = Array.from(
      this.#positions,
      ([partition, { sequence }]) => [partition, sequence] as const,
    );
    // Servers that have just started may not have read all that they stored.
    for (let checks = 1; ; checks++) {
      const last = await this.#options.stream.lastSequence();
      const behind = sequences.filter(([, sequence]) => sequence > last);
      if (behind.length === 0 || this.#isClosed) return;
      if (checks === BEHIND_CHECKS) return this.#stopReading(behind, last);
      await this.#pause();
    }
  }
  #stopReading(behind: readonly (readonly [partition: number, sequence: number])[], last: number): void {
    for (const [partition, sequence] of behind) {
      if (!this.#positions.delete(partition)) continue;
      const text = `Cannot read partition ${partition}: the stream ends at ${last}, its cursor is at ${sequence}`;
      this.#options.onStopped(partition, new StreamError('STREAM_BEHIND', text));
    }
    // The consumer stands where it was, too: the others are read anew from their cursors.
    this.#messages?.stop();
  }
  async #read(): Promise<void> {
    const { stream } = this.#options;
    const first = Math.min(...Array.from(this.#positions.values(), ({ sequence }) => sequence)) + 1;
    const partitionOf = new Map(
      Array.from(this.#positions.keys(), (partition) => [stream.subjectOf(partition), partition]),
    );
    const consumer = await jetstream(stream.connection).consumers.get(stream.name, {
      filter_subjects: [...partitionOf.keys()],
      deliver_policy: DeliverPolicy.StartSequence,
      opt_start_seq: first,
    });
    this.#messages = await consumer.consume({ expires: PULL_MS });
    if (this.#isClosed) this.#messages.stop();
    for await (const message of this.#messages) {
      if (this.#isClosed) break;
      await this.#take(partitionOf.get(message.subject) ?? -1, message);
    }
  }

  async #take(partition: number, { seq, data }: Pick<JsMsg, 'seq' | 'data'>): Promise<void> {
    const position = this.#positions.get(partition);
    if (!position || seq <= position.sequence) return;
    const bundle = decodeBundle(data);
    const { sender, number } = bundle;
    const before = position.numbers.get(sender) ?? (position.isComplete ? 0 : number - 1);
    if (number > before + 1)
      await this.#fetch(position, { partition, sender, first: before + 1, last: number - 1 });
    if (this.#isClosed) return;
    if (number > before) await this.#handOver(position, { ...bundle, partition, sequence: seq });
    position.sequence = seq;
  }
  async #fetch(position: Position, missing: Missing): Promise<void> {
    const { partition, sender, first, last } = missing;
    const fetched = new Map<number, Bundle>();
    for (const bundle of await this.#options.askAgain(missing)) fetched.set(bundle.number, bundle);
    for (let number = first; number <= last && !this.#isClosed; number++) {
      const bundle = fetched.get(number);
      if (bundle) await this.#handOver(position, { ...bundle, partition, sequence: position.sequence });
      else this.#options.onLost({ partition, sender, first: number, last: number });
    }
  }
  async #handOver(position: Position, bundle: ReadBundle): Promise<void> {
    if (bundle.entries.length > 0) await this.#options.onBundle(bundle);
    position.numbers.set(bundle.sender, bundle.number);
  }
}
