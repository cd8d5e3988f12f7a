import { host, pause } from '@rastro/base/host';
import { BusError } from '@rastro/bus';
import { partitionOf } from '@rastro/storage';
import type { BundleOutcome, RecordBundle, RecordEntry, RecordSink } from '../messages/records.ts';
import type { TrackerBus } from '../messages/topics.ts';
import { wakeAll, weightOf, type WaitingEntry } from './waiting-entry.ts';

export interface BundleOptions {
  /** Pause before a bundle leaves, so that neighbours in time share it. */
  readonly gatherMs: number;
  /** Records on their way before `isFull`; the bound of memory. */
  readonly maxRecords: number;
  /** Patience with the process of positions; beyond it nobody is answered. */
  readonly answerMs: number;
}
/** Pause before a bundle is sent again to a partition that nobody answers for now. */
const AGAIN_MS = 100;

/**
 * The way to a process of positions somewhere else: entries are bundled by partition, a partition has one bundle
 * under way at a time, so a device keeps its order. A process that takes a partition over gets again what the one before
 * has not answered: stored twice it is known, and the one before stores nothing more. What gets no answer is not
 * acknowledged.
 */
export class BundledRecords implements RecordSink {
  readonly #bus: TrackerBus;
  readonly #options: BundleOptions;
  readonly #waiting = new Map<number, WaitingEntry[]>();
  readonly #inFlight = new Set<number>();
  readonly #drained = new Set<() => void>();
  readonly #settled = new Set<() => void>();
  /** Of partitions with a bundle under way: called when another process takes it over. */
  readonly #onTaken = new Map<number, () => void>();
  readonly #stop: () => void;
  #records = 0;

  constructor(bus: TrackerBus, options: BundleOptions) {
    this.#bus = bus;
    this.#options = options;
    this.#stop = bus.subscribe('partitions.taken', ({ owned }) => {
      for (const { partition } of owned) this.#onTaken.get(partition)?.();
    });
  }
  close(): void {
    this.#stop();
  }

  get isFull(): boolean {
    return this.#records >= this.#options.maxRecords;
  }
  whenDrained(wake: () => void): void {
    this.#drained.add(wake);
  }
  get isBusy(): boolean {
    return this.isFull;
  }
  whenFree(wake: () => void): void {
    this.whenDrained(wake);
  }
  send(entry: RecordEntry, onDurable: (isAwaited: boolean) => void, onFailed: () => void): void {
    const partition = partitionOf(entry.deviceId);
    const waiting = this.#waiting.get(partition);
    this.#records += weightOf(entry);
    if (waiting) waiting.push({ entry, onDurable, onFailed });
    else this.#waiting.set(partition, [{ entry, onDurable, onFailed }]);
    if (this.#inFlight.has(partition)) return;
    this.#inFlight.add(partition);
    host.setTimeout(() => void this.#run(partition), this.#options.gatherMs);
  }

  /** Resolves when nothing is on its way. */
  async idle(): Promise<void> {
    while (this.#records > 0)
      await new Promise<void>((resolve) => {
        this.#settled.add(resolve);
      });
  }

  async #run(partition: number): Promise<void> {
    for (;;) {
      const bundle = this.#waiting.get(partition);
      if (!bundle) break;
      this.#waiting.delete(partition);
      this.#settle(bundle, await this.#deliver(partition, bundle));
    }
    this.#inFlight.delete(partition);
  }

  async #deliver(partition: number, bundle: readonly WaitingEntry[]): Promise<BundleOutcome> {
    const entries = bundle.map(({ entry }) => entry);
    const end = host.elapsed() + this.#options.answerMs;
    let outcome: BundleOutcome | null = null;
    while (outcome === null && host.elapsed() < end) {
      const taken = Promise.withResolvers<null>();
      this.#onTaken.set(partition, () => taken.resolve(null));
      outcome = await Promise.race([
        this.#attempt({ partition, entries }, end - host.elapsed()),
        taken.promise,
      ]);
    }
    this.#onTaken.delete(partition);
    return outcome ?? NOT_DURABLE;
  }

  /** @returns null when it may be tried again. */
  async #attempt(bundle: RecordBundle, timeoutMs: number): Promise<BundleOutcome | null> {
    try {
      return await this.#bus.ask('records', bundle, { to: bundle.partition, timeoutMs });
    } catch (error) {
      // The process of positions is down; when it has failed, the devices send again.
      const isAway = error instanceof BusError && (error.code === 'NOBODY' || error.code === 'LOST');
      if (!isAway) return NOT_DURABLE;
      await pause(AGAIN_MS);
      return null;
    }
  }

  #settle(bundle: readonly WaitingEntry[], { isDurable, awaited }: BundleOutcome): void {
    const isAwaited = new Set(awaited);
    for (const { entry, onDurable, onFailed } of bundle) {
      this.#records -= weightOf(entry);
      if (isDurable) onDurable(isAwaited.has(entry.deviceId));
      else onFailed();
    }
    if (this.#records === 0) wakeAll(this.#settled);
    if (!this.isFull) wakeAll(this.#drained);
  }
}

const NOT_DURABLE: BundleOutcome = { isDurable: false, awaited: [] };
