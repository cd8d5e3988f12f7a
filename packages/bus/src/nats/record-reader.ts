import { host, pause } from '@rastro/base/host';
import { PartitionReader } from './partition-reader.ts';
import type { Cursor, ReaderOptions } from './reader-options.ts';
import { StreamError } from './record-stream.ts';

const CHECK_MS = 5000;
const AGAIN_MS = 500;
const BEHIND_CHECKS = 10;

/**
 * Reads partitions of the stream from their cursors on, in strictly rising order, each bundle once. Bundles that are
 * missing are fetched from their sender before the next one is handed over. No partition waits for another.
 */
export class RecordReader {
  readonly #options: ReaderOptions;
  readonly #readers = new Map<number, PartitionReader>();
  readonly #checking = host.setInterval(() => void this.#check(), CHECK_MS);
  #isChecking = false;
  #isClosed = false;

  constructor(options: ReaderOptions) {
    this.#options = options;
    for (const [partition, cursor] of options.cursors) this.add(partition, cursor);
    void this.#check();
    void this.#watch();
  }

  /** Reads another partition, too; the others go on as they are. */
  add(partition: number, cursor: Cursor): void {
    if (this.#isClosed) throw new StreamError('CLOSED', 'Cannot read: this reader has ended');
    if (this.#readers.has(partition)) throw new Error(`Cannot read partition ${partition} twice`);
    const { onStopped } = this.#options;
    const reader = new PartitionReader(this.#options, partition, cursor, (error) => {
      // One that was removed meanwhile is nobody's concern any more.
      if (this.#readers.get(partition) !== reader) return;
      this.#readers.delete(partition);
      onStopped(partition, error);
    });
    this.#readers.set(partition, reader);
  }
  /** Resolves when nothing of the partition is handed over any more: not to be awaited in `onBundle`. */
  async remove(partition: number): Promise<void> {
    const reader = this.#readers.get(partition);
    this.#readers.delete(partition);
    await reader?.stop();
  }
  /** Messages of all its partitions that are not handed over yet. @throws when the servers do not say. */
  async lag(): Promise<number> {
    const all = await Promise.all(Array.from(this.#readers.values(), (reader) => reader.lag()));
    return all.reduce((sum, each) => sum + each, 0);
  }
  /** Resolves when nothing is handed over any more. */
  async close(): Promise<void> {
    this.#isClosed = true;
    host.clearInterval(this.#checking);
    await Promise.all(Array.from(this.#readers.keys(), (partition) => this.remove(partition)));
  }

  /** Servers know nothing any more of those who were connected to another one. */
  async #watch(): Promise<void> {
    for await (const { type } of this.#options.stream.connection.status())
      if (type === 'reconnect') {
        for (const reader of this.#readers.values()) reader.renew();
        void this.#check();
      }
  }
  async #check(): Promise<void> {
    if (this.#isChecking) return;
    this.#isChecking = true;
    await this.#stopThoseAhead().catch(this.#options.onRetry);
    this.#isChecking = false;
  }
  /** A stream that ends before a cursor is an older state of itself: what it gets now would be skipped. */
  async #stopThoseAhead(): Promise<void> {
    const sequences = Array.from(this.#readers.values(), (reader) => ({ reader, sequence: reader.sequence }));
    // Servers that have just started may not have read all that they stored.
    for (let checks = 1; sequences.length > 0; checks++) {
      const last = await this.#options.stream.lastSequence();
      const ahead = sequences.filter(({ sequence }) => sequence > last);
      if (ahead.length === 0 || this.#isClosed) return;
      if (checks === BEHIND_CHECKS) {
        for (const { reader, sequence } of ahead) reader.fail(behind(reader.partition, last, sequence));
        return;
      }
      await pause(AGAIN_MS);
    }
  }
}

const behind = (partition: number, last: number, sequence: number): StreamError => {
  const text = `Cannot read partition ${partition}: the stream ends at ${last}, its cursor is at ${sequence}`;
  return new StreamError('STREAM_BEHIND', text);
};
