import { randomToken } from '@rastro/base';
import { host, pause, type Timer } from '@rastro/base/host';
import { jetstream, JetStreamApiError, type JetStreamClient } from '@nats-io/jetstream';
import { decodeBundle, encodeBundle } from './bundle.ts';
import type { BundleRing } from './bundle-ring.ts';
import { StreamError, type RecordStream } from './record-stream.ts';

export interface PublisherOptions {
  readonly stream: RecordStream;
  /** Name of this node, of no other: letters, digits, `_` and `-`. */
  readonly node: string;
  /** Of this publisher alone: bundles are in it before they are published. Null = nobody can ask for them again. */
  readonly ring: BundleRing | null;
  /** Bundles that wait or are under way before `isFull`. */
  readonly maxBundles: number;
  /** Something is tried again. */
  readonly onRetry: (error: unknown) => void;
}

const ACK_MS = 2000;
const FIRST_RETRY_MS = 50;
/** Short, as all lanes wait for it after a leader was elected. */
const LAST_RETRY_MS = 250;
/** A partition for which nothing came for so long gets an empty bundle: what was lost before it is missed. */
const IDLE_MS = 5000;
/** And again after so long: servers may lose that one, too. */
const STILL_IDLE_MS = 60_000;
/** Of bundles that wait or are under way, before `isFull`. */
const MAX_BYTES = 64 * 1024 * 1024;
/** The ends of so many earlier lives of the ring are published again; a reader knows more of them. */
const FORMER_LIVES = 3;
/** The stream is full. */
const MAXIMUM_BYTES = 10077;

interface Lane {
  tail: Promise<void>;
  waiting: number;
  /** Of the newest bundle. */
  number: number;
  idle: Timer | null;
  isMarked: boolean;
}

/**
 * Puts bundles into the stream, one of a partition under way at a time: it is repeated under its id until it is
 * acknowledged, before any later one, so that the order of a partition stays.
 */
export class RecordPublisher {
  readonly #options: PublisherOptions;
  readonly #stream: JetStreamClient;
  readonly #sender: string;
  readonly #lanes = new Map<number, Lane>();
  readonly #drained = new Set<() => void>();
  #bundles = 0;
  #bytes = 0;
  #renewal = newRenewal();
  #isRefused = false;
  #isClosed = false;

  constructor(options: PublisherOptions) {
    options.ring?.claim();
    this.#options = options;
    this.#stream = jetstream(options.stream.connection, { timeout: ACK_MS });
    this.#sender = `${options.node}.${options.ring?.life ?? randomToken(8)}`;
    this.#publishFormer();
    void this.#watch();
  }

  /** Sources must stop reading and ask `whenDrained` to be woken. */
  get isFull(): boolean {
    return this.#isRefused || this.#bundles >= this.#options.maxBundles || this.#bytes >= MAX_BYTES;
  }
  whenDrained(wake: () => void): void {
    this.#drained.add(wake);
  }
  /**
   * Resolves when the stream has acknowledged it. What is larger than a message of the stream travels in several
   * bundles. @throws StreamError CLOSED: it may be there or not. TOO_LARGE: an entry alone is.
   */
  async publish(partition: number, entries: readonly unknown[]): Promise<void> {
    if (this.#isClosed) throw new StreamError('CLOSED', 'Cannot publish: this publisher has ended');
    const lane = this.#laneOf(partition);
    const bodies = this.#cut(lane.number + 1, entries);
    lane.isMarked = entries.length === 0;
    await Promise.all(bodies.map((body) => this.#enqueue(partition, lane, body)));
  }
  /** Ends; what is under way is given up after what the server says to it now. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const { idle } of this.#lanes.values()) host.clearTimeout(idle);
    await Promise.all(Array.from(this.#lanes.values(), ({ tail }) => tail));
  }

  #laneOf(partition: number): Lane {
    let lane = this.#lanes.get(partition);
    if (!lane) {
      lane = { tail: Promise.resolve(), waiting: 0, number: 0, idle: null, isMarked: false };
      this.#lanes.set(partition, lane);
    }
    return lane;
  }
  /** @returns bundles with numbers from the first one on. */
  #cut(first: number, entries: readonly unknown[]): readonly Uint8Array[] {
    const body = encodeBundle({ sender: this.#sender, number: first, entries });
    const { maxBytes } = this.#options.stream;
    if (body.length <= maxBytes) return [body];
    if (entries.length < 2) {
      const text = `Cannot publish: an entry has ${body.length} bytes, the stream takes ${maxBytes}`;
      throw new StreamError('TOO_LARGE', text);
    }
    const middle = Math.ceil(entries.length / 2);
    const head = this.#cut(first, entries.slice(0, middle));
    return [...head, ...this.#cut(first + head.length, entries.slice(middle))];
  }
  #enqueue(partition: number, lane: Lane, body: Uint8Array): Promise<void> {
    const number = ++lane.number;
    const { ring } = this.#options;
    // Nobody else knows of it before it is on the disk.
    const stored = this.#repeat(async () => ring?.append(partition, number, body));
    stored.catch(() => null); // It is awaited later.
    return this.#inLane(partition, lane, body.length, async () => {
      await stored;
      await this.#send(partition, `${this.#sender}:${partition}:${number}`, body);
    });
  }
  #inLane(partition: number, lane: Lane, bytes: number, send: () => Promise<void>): Promise<void> {
    host.clearTimeout(lane.idle);
    lane.waiting++;
    this.#bundles++;
    this.#bytes += bytes;
    const sent = lane.tail.then(send);
    const settle = (): void => {
      lane.waiting--;
      this.#bundles--;
      this.#bytes -= bytes;
      this.#awaitIdle(partition, lane);
      this.#wake();
    };
    lane.tail = sent.then(settle, settle);
    return sent;
  }
  #awaitIdle(partition: number, lane: Lane): void {
    if (lane.waiting > 0 || this.#isClosed) return;
    const ms = lane.isMarked ? STILL_IDLE_MS : IDLE_MS;
    lane.idle = host.setTimeout(() => void this.publish(partition, []).catch(() => null), ms);
    lane.idle.unref();
  }
  #wake(): void {
    if (this.isFull) return;
    const wakes = [...this.#drained];
    this.#drained.clear();
    for (const wake of wakes) wake();
  }

  /** Nobody answers over a connection that broke: all that waits is sent again. */
  async #watch(): Promise<void> {
    for await (const { type } of this.#options.stream.connection.status()) {
      if (type !== 'reconnect') continue;
      const { reject } = this.#renewal;
      this.#renewal = newRenewal();
      reject(new Error('The connection is a new one'));
    }
  }
  /** Nothing follows the last bundles of an earlier life, by which their loss would be noticed. */
  #publishFormer(): void {
    const { ring } = this.#options;
    for (const { life, partition, number } of ring?.formerLasts(FORMER_LIVES) ?? []) {
      const send = async (): Promise<void> => {
        const body = await ring?.read(life, partition, number);
        if (!body) return;
        // Under another id than before: a server may remember the id of what it has lost.
        const { sender } = decodeBundle(body);
        await this.#send(partition, `${sender}:${partition}:${number}:again`, body);
      };
      this.#inLane(partition, this.#laneOf(partition), 0, send).catch(this.#options.onRetry);
    }
  }
  async #send(partition: number, msgID: string, body: Uint8Array): Promise<void> {
    const { stream } = this.#options;
    const subject = stream.subjectOf(partition);
    await this.#repeat(() =>
      Promise.race([this.#stream.publish(subject, body, { msgID }), this.#renewal.promise]),
    );
    if (!this.#isRefused) return;
    this.#isRefused = false;
    this.#wake();
  }
  async #repeat(attempt: () => Promise<unknown>): Promise<void> {
    for (let wait = FIRST_RETRY_MS; ; wait = Math.min(LAST_RETRY_MS, wait * 2)) {
      if (this.#isClosed) throw new StreamError('CLOSED', 'Cannot publish: this publisher has ended');
      try {
        await attempt();
        return;
      } catch (error) {
        // No leader, no connection, no answer, no room: it may be there, and is stored once under its id.
        if (error instanceof JetStreamApiError && error.code === MAXIMUM_BYTES) this.#isRefused = true;
        this.#options.onRetry(error);
      }
      await pause(wait);
    }
  }
}

function newRenewal(): PromiseWithResolvers<never> {
  const renewal = Promise.withResolvers<never>();
  renewal.promise.catch(() => null);
  return renewal;
}
