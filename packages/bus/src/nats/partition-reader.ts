import { JetStreamError, type Consumer, type ConsumerMessages, type JsMsg } from '@nats-io/jetstream';
import { host } from '@rastro/base/host';
import { decodeBundle, nodeOf, type Bundle } from './bundle.ts';
import type { Cursor, Missing, ReaderOptions } from './reader-options.ts';
import { StreamError } from './record-stream.ts';

const AGAIN_MS = 300;
/** A question for messages ends, and is asked anew. */
const PULL_MS = 10_000;
/** The server says so often that it is there; after two times without it the consumer is taken for lost. */
const HEARTBEAT_MS = 1000;
/** Of bundles that came and were not handed over, and one more than the largest. */
const BATCH_BYTES = 1.5 * 1024 * 1024;
/** Of a node that the cursor knows; more than a publisher begins with. */
const MAX_LIVES = 8;

/** Reads one partition of the stream for a `RecordReader`. */
export class PartitionReader {
  readonly partition: number;
  readonly #options: ReaderOptions;
  readonly #onFailed: (error: StreamError) => void;
  readonly #numbers: Map<string, number>;
  /** A sender that is not among them is new. */
  readonly #isComplete: boolean;
  readonly #ended = Promise.withResolvers<null>();
  readonly #running: Promise<void>;
  #sequence: number;
  #mustCatchUp: boolean;
  #messages: ConsumerMessages | null = null;
  /** By which it reads now, and how many of its messages it has done; null = it begins anew. */
  #current: { readonly consumer: Consumer; taken: number } | null = null;
  #renewal = Promise.withResolvers<null>();
  #mustRenew = false;
  #isStopped = false;

  /** @param onFailed It has stopped by itself. */
  constructor(
    options: ReaderOptions,
    partition: number,
    { sequence, numbers }: Cursor,
    onFailed: (error: StreamError) => void,
  ) {
    this.#options = options;
    this.partition = partition;
    this.#onFailed = onFailed;
    this.#sequence = sequence;
    this.#numbers = new Map(numbers);
    this.#isComplete = numbers !== null;
    this.#mustCatchUp = sequence === 0;
    this.#running = this.#run();
  }

  /** All up to it is read. */
  get sequence(): number {
    return this.#sequence;
  }
  /** Messages of it that are not handed over yet. @throws when the servers do not say, or it is about to begin. */
  async lag(): Promise<number> {
    const current = this.#current;
    if (!current) throw new Error(`Cannot count what waits of partition ${this.partition}: nothing is read`);
    const { num_pending: waiting, delivered } = await current.consumer.info();
    return waiting + Math.max(0, delivered.consumer_seq - current.taken);
  }
  /** The connection is a new one. */
  renew(): void {
    this.#mustRenew = true;
    this.#renewal.resolve(null);
    this.#messages?.stop();
  }
  /** Stops reading, and says why when nothing is handed over any more. */
  fail(reason: StreamError): void {
    if (this.#isStopped) return;
    this.#end();
    void this.#running.then(() => this.#onFailed(reason));
  }
  /** Resolves when nothing is handed over any more. */
  async stop(): Promise<void> {
    this.#end();
    await this.#running;
  }

  #end(): void {
    this.#isStopped = true;
    this.#ended.resolve(null);
    this.#renewal.resolve(null);
    this.#messages?.stop();
  }
  async #run(): Promise<void> {
    while (!this.#isStopped) {
      try {
        await this.#read();
      } catch (error) {
        if (error instanceof StreamError) this.fail(error);
        else this.#options.onRetry(error);
      }
      const { promise, resolve } = Promise.withResolvers<void>();
      const timer = host.setTimeout(resolve, AGAIN_MS);
      await Promise.race([promise, this.#ended.promise]);
      host.clearTimeout(timer);
    }
  }
  /** With one consumer, as long as it hands out without gaps. */
  async #read(): Promise<void> {
    if (this.#mustCatchUp) await this.#catchUp();
    this.#mustCatchUp = false;
    this.#mustRenew = false;
    this.#renewal = Promise.withResolvers();
    const { stream } = this.#options;
    // What is asked over a connection that breaks has no answer.
    const consumer = await Promise.race([
      stream.consume(this.partition, this.#sequence + 1),
      this.#renewal.promise,
    ]);
    if (!consumer) return;
    const place = { delivered: 0 };
    this.#current = { consumer, taken: 0 };
    try {
      while (!this.#isStopped && !this.#mustRenew) await this.#readBatch(consumer, place);
    } finally {
      this.#current = null;
      consumer.delete().catch(() => null); // The server forgets it by itself, too.
    }
  }
  async #readBatch(consumer: Consumer, place: { delivered: number }): Promise<void> {
    const messages = await consumer.fetch({
      max_bytes: BATCH_BYTES,
      expires: PULL_MS,
      idle_heartbeat: HEARTBEAT_MS,
    });
    this.#messages = messages;
    if (this.#isStopped || this.#mustRenew) messages.stop();
    const before = place.delivered;
    try {
      for await (const message of messages) {
        if (this.#isStopped || this.#mustRenew) break;
        place.delivered++;
        if (message.info.deliverySequence !== place.delivered || message.seq <= this.#sequence)
          throw new Error(`Cannot read partition ${this.partition} on: ${message.seq} came out of turn`);
        await this.#take(message);
        if (this.#current) this.#current.taken = place.delivered;
      }
    } catch (error) {
      // While these were handed over, the server had nothing more to say.
      const isSlow = place.delivered > before && isStandstill(error);
      if (!isFullBatch(error) && !isSlow) throw error;
    } finally {
      messages.stop();
    }
  }

  async #take({ seq, data }: Pick<JsMsg, 'seq' | 'data'>): Promise<void> {
    const bundle = this.#decode(seq, data);
    if (bundle) {
      const { sender, number } = bundle;
      const before = this.#numbers.get(sender) ?? (this.#isComplete ? 0 : number - 1);
      if (number > before + 1) await this.#fetch(sender, before + 1, number - 1);
      if (this.#isStopped) return;
      if (number > before) await this.#handOver(bundle, seq);
    }
    this.#sequence = seq;
  }
  /** @returns null = damaged: that it is missing is noticed by the next one of its sender. */
  #decode(sequence: number, data: Uint8Array): Bundle | null {
    try {
      return decodeBundle(data);
    } catch (error) {
      if (error instanceof StreamError) throw error;
      const text = `Cannot read message ${sequence} of partition ${this.partition}: it is damaged`;
      this.#options.onRetry(new Error(text, { cause: error }));
      return null;
    }
  }
  /** The stream is not the one that was read before: senders who say nothing any more are asked for their ends. */
  async #catchUp(): Promise<void> {
    for (const sender of this.#numbers.keys()) {
      let next = (this.#numbers.get(sender) ?? 0) + 1;
      for (let isMore = true; isMore && !this.#isStopped;) {
        const missing: Missing = {
          partition: this.partition,
          sender,
          first: next,
          last: Number.MAX_SAFE_INTEGER,
        };
        const found = await Promise.race([this.#options.askAgain(missing), this.#ended.promise]);
        if (!found) return;
        // Later ones come by the stream: one that goes on publishing is not asked for ever.
        isMore = found.upTo < missing.last;
        for (const bundle of found.bundles) {
          if (this.#isStopped) return;
          if (bundle.number !== next) {
            isMore = false; // What the ring has not may be in the stream.
            break;
          }
          await this.#handOver({ ...bundle, sender }, this.#sequence);
          next++;
        }
      }
    }
  }
  async #fetch(sender: string, first: number, last: number): Promise<void> {
    for (let next = first; next <= last && !this.#isStopped;) {
      const missing: Missing = { partition: this.partition, sender, first: next, last };
      const found = await Promise.race([this.#options.askAgain(missing), this.#ended.promise]);
      if (!found) return;
      for (const bundle of found.bundles) {
        if (bundle.number < next || bundle.number > last) continue;
        this.#lose(sender, next, bundle.number - 1);
        await this.#handOver({ ...bundle, sender }, this.#sequence);
        if (this.#isStopped) return;
        next = bundle.number + 1;
      }
      const upTo = Math.min(last, Math.max(next, found.upTo));
      this.#lose(sender, next, upTo);
      next = upTo + 1;
    }
  }
  #lose(sender: string, first: number, last: number): void {
    if (first > last) return;
    this.#options.onLost({ partition: this.partition, sender, first, last });
    this.#numbers.set(sender, last);
  }
  async #handOver(bundle: Bundle, sequence: number): Promise<void> {
    const { partition } = this;
    this.#note(bundle);
    if (bundle.entries.length === 0) return;
    const cursor = { sequence, numbers: this.#isComplete ? new Map(this.#numbers) : null };
    try {
      await this.#options.onBundle({ ...bundle, partition, sequence, cursor });
    } catch (cause) {
      const text = `Cannot go on with partition ${partition}: bundle ${sequence} was not taken`;
      throw new StreamError('NOT_TAKEN', text, { cause });
    }
  }
  #note({ sender, number }: Bundle): void {
    const isNew = !this.#numbers.has(sender);
    this.#numbers.set(sender, number);
    if (!isNew) return;
    const lives = [...this.#numbers.keys()].filter((other) => nodeOf(other) === nodeOf(sender));
    for (const life of lives.slice(0, -MAX_LIVES)) this.#numbers.delete(life);
  }
}

const isStandstill = (error: unknown): boolean =>
  error instanceof JetStreamError && /heartbeats missed/i.test(error.message);
/** As many messages came as were asked for, or the next one would have been too large for the rest. */
const isFullBatch = (error: unknown): boolean =>
  error instanceof JetStreamError && /batch completed|size exceeds maxbytes/i.test(error.message);
