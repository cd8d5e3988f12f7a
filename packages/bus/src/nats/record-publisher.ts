import { randomToken } from '@rastro/base';
import { host, type Timer } from '@rastro/base/host';
import { jetstream, JetStreamApiError, type JetStreamClient } from '@nats-io/jetstream';
import { encodeBundle } from './bundle.ts';
import type { BundleRing } from './bundle-ring.ts';
import { StreamError, type RecordStream } from './record-stream.ts';

export interface PublisherOptions {
  readonly stream: RecordStream;
  /** Name of this node: letters, digits, `_` and `-`. */
  readonly node: string;
  /** Bundles are on this disk before they are published; null = nobody can ask for them again. */
  readonly ring: BundleRing | null;
  /** Bundles that wait or are under way before `isFull`. */
  readonly maxBundles: number;
  /** Something is tried again. */
  readonly onRetry: (error: unknown) => void;
}

const ACK_MS = 2000;
const FIRST_RETRY_MS = 50;
const LAST_RETRY_MS = 1000;
/** A partition for which nothing came for so long gets an empty bundle: what was lost before it is missed. */
const IDLE_MS = 5000;
/** The stream is full. */
const MAXIMUM_BYTES = 10077;

interface Lane {
  tail: Promise<void>;
  waiting: number;
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
  /** Of partitions, without a ring. */
  readonly #numbers = new Map<number, number>();
  readonly #drained = new Set<() => void>();
  #waiting = 0;
  #isRefused = false;
  #isClosed = false;

  constructor(options: PublisherOptions) {
    this.#options = options;
    this.#stream = jetstream(options.stream.connection, { timeout: ACK_MS });
    this.#sender = `${options.node}.${options.ring?.life ?? randomToken(8)}`;
  }

  /** Sources must stop reading and ask `whenDrained` to be woken. */
  get isFull(): boolean {
    return this.#isRefused || this.#waiting >= this.#options.maxBundles;
  }
  whenDrained(wake: () => void): void {
    this.#drained.add(wake);
  }
  /** Resolves when the stream has acknowledged it. @throws StreamError CLOSED: it may be there or not. */
  publish(partition: number, entries: readonly unknown[]): Promise<void> {
    const lane = this.#laneOf(partition);
    host.clearTimeout(lane.idle);
    lane.isMarked = entries.length === 0;
    lane.waiting++;
    this.#waiting++;
    const published = lane.tail.then(() => this.#insist(partition, entries));
    lane.tail = published.then(
      () => this.#settled(partition, lane),
      () => this.#settled(partition, lane),
    );
    return published;
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
      lane = { tail: Promise.resolve(), waiting: 0, idle: null, isMarked: false };
      this.#lanes.set(partition, lane);
    }
    return lane;
  }
  #settled(partition: number, lane: Lane): void {
    lane.waiting--;
    this.#waiting--;
    if (lane.waiting === 0 && !lane.isMarked && !this.#isClosed) {
      lane.idle = host.setTimeout(() => void this.publish(partition, []).catch(() => null), IDLE_MS);
      lane.idle.unref();
    }
    this.#wake();
  }
  #wake(): void {
    if (this.isFull) return;
    const wakes = [...this.#drained];
    this.#drained.clear();
    for (const wake of wakes) wake();
  }

  async #insist(partition: number, entries: readonly unknown[]): Promise<void> {
    const { ring, stream } = this.#options;
    const number = ring?.nextNumber(partition) ?? (this.#numbers.get(partition) ?? 0) + 1;
    const body = encodeBundle({ sender: this.#sender, number, entries });
    const msgID = `${this.#sender}:${partition}:${number}`;
    // Its number is used up before anybody else knows it.
    await this.#repeat(async () => ring?.append(partition, number, body));
    this.#numbers.set(partition, number);
    await this.#repeat(() => this.#stream.publish(stream.subjectOf(partition), body, { msgID }));
  }
  async #repeat(attempt: () => Promise<unknown>): Promise<void> {
    for (let pause = FIRST_RETRY_MS; ; pause = Math.min(LAST_RETRY_MS, pause * 2)) {
      if (this.#isClosed) throw new StreamError('CLOSED', 'Cannot publish: this publisher has ended');
      try {
        await attempt();
        if (this.#isRefused) {
          this.#isRefused = false;
          this.#wake();
        }
        return;
      } catch (error) {
        // No leader, no connection, no answer, no room: it may be there, and is stored once under its id.
        if (error instanceof JetStreamApiError && error.code === MAXIMUM_BYTES) this.#isRefused = true;
        this.#options.onRetry(error);
      }
      await new Promise<void>((resolve) => void host.setTimeout(resolve, pause));
    }
  }
}
