import { host } from '@rastro/base/host';
import { partitionOf } from '@rastro/storage';
import type { RecordEntry, RecordSink } from '../messages/records.ts';
import type { RecordStreamPort } from '../messages/record-stream.ts';
import { wakeAll, weightOf, type WaitingEntry } from './waiting-entry.ts';

export interface StreamedOptions {
  /** Pause before a bundle leaves, so that neighbours in time share it. */
  readonly gatherMs: number;
  /** Records on their way before `isFull`; the bound of memory. */
  readonly maxRecords: number;
}
/**
 * The way to the process of positions through a stream: a device is answered when the stream has its records, before
 * they are worked out. Entries that come while a bundle of their partition is on its way share the next one.
 */
export class StreamedRecords implements RecordSink {
  readonly #stream: RecordStreamPort;
  readonly #options: StreamedOptions;
  readonly #waiting = new Map<number, WaitingEntry[]>();
  readonly #settled = new Set<() => void>();
  readonly #drained = new Set<() => void>();
  #records = 0;

  constructor(stream: RecordStreamPort, options: StreamedOptions) {
    this.#stream = stream;
    this.#options = options;
  }

  get isFull(): boolean {
    return this.#records >= this.#options.maxRecords || this.#stream.isFull;
  }
  whenDrained(wake: () => void): void {
    this.#drained.add(wake);
    if (this.#stream.isFull) this.#stream.whenDrained(() => this.#wakeDrained());
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
    else {
      this.#waiting.set(partition, [{ entry, onDurable, onFailed }]);
      host.setTimeout(() => void this.#run(partition), this.#options.gatherMs);
    }
  }
  close(): void {}
  /** Resolves when nothing is on its way. */
  async idle(): Promise<void> {
    while (this.#records > 0)
      await new Promise<void>((resolve) => {
        this.#settled.add(resolve);
      });
  }

  async #run(partition: number): Promise<void> {
    for (;;) {
      const bundle = this.#waiting.get(partition) ?? [];
      if (bundle.length === 0) break;
      this.#waiting.set(partition, []);
      const isStored = await this.#stream
        .publish(
          partition,
          bundle.map(({ entry }) => entry),
        )
        .then(
          () => true,
          () => false,
        );
      for (const { entry } of bundle) this.#records -= weightOf(entry);
      // Whether commands wait is known to the process of positions only: whoever can carry one asks.
      for (const { onDurable, onFailed } of bundle)
        if (isStored) onDurable(true);
        else onFailed();
      if (this.#records === 0) wakeAll(this.#settled);
      this.#wakeDrained();
    }
    this.#waiting.delete(partition);
  }
  #wakeDrained(): void {
    if (!this.isFull) wakeAll(this.#drained);
  }
}
