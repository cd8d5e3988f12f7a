import { host } from '@rastro/base/host';
import { partitionOf } from '@rastro/storage';
import type { BundleOutcome, RecordEntry, RecordSink } from '../messages/records.ts';
import type { TrackerBus } from '../messages/topics.ts';

export interface BundleOptions {
  /** Pause before a bundle leaves, so that neighbours in time share it. */
  readonly gatherMs: number;
  /** Records on their way before `isFull`; the bound of memory. */
  readonly maxRecords: number;
  /** Patience with the process of positions; beyond it nobody is answered. */
  readonly answerMs: number;
}
interface Waiting {
  readonly entry: RecordEntry;
  readonly onDurable: (isAwaited: boolean) => void;
  readonly onFailed: () => void;
}

/**
 * The way to a process of positions somewhere else: entries are bundled by partition, a partition has one bundle
 * under way at a time, so a device keeps its order. What gets no answer is not acknowledged.
 */
export class BundledRecords implements RecordSink {
  readonly #bus: TrackerBus;
  readonly #options: BundleOptions;
  readonly #waiting = new Map<number, Waiting[]>();
  readonly #inFlight = new Set<number>();
  readonly #drained = new Set<() => void>();
  readonly #settled = new Set<() => void>();
  #records = 0;

  constructor(bus: TrackerBus, options: BundleOptions) {
    this.#bus = bus;
    this.#options = options;
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

  async #deliver(partition: number, bundle: readonly Waiting[]): Promise<BundleOutcome> {
    const entries = bundle.map(({ entry }) => entry);
    try {
      const options = { to: partition, timeoutMs: this.#options.answerMs };
      return await this.#bus.ask('records', { partition, entries }, options);
    } catch {
      // The process of positions is down or has failed: the devices send again.
      return { isDurable: false, awaited: [] };
    }
  }

  #settle(bundle: readonly Waiting[], { isDurable, awaited }: BundleOutcome): void {
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

function wakeAll(waiting: Set<() => void>): void {
  const wakes = [...waiting];
  waiting.clear();
  for (const wake of wakes) wake();
}

const weightOf = (entry: RecordEntry): number => 1 + (entry.kind === 'records' ? entry.records.length : 0);
