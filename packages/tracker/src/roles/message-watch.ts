import { host, pause, type Timer } from '@rastro/base/host';
import type { PartitionStorage, SentMessages } from '@rastro/storage';
import type { IngestLog } from '../ingest/ingest-log.ts';
import type { Certainty } from '../messages/certainty.ts';

/** A bus of which this process can know whether it has missed messages of others. */
export interface CountedBus {
  /** Name of this process on the bus, another one after each start. */
  readonly publisher: string;
  /** Messages that it has published so far, by topic. */
  readonly sent: SentMessages;
  /** @returns the topics of which not all has come that others sent. */
  missing(counts: ReadonlyMap<string, SentMessages>): readonly string[];
  /** All that others have sent counts as known. */
  catchUp(counts: ReadonlyMap<string, SentMessages>): void;
  /** Copies of what these topics change are read again; null = of any topic. */
  readAgain(topics: readonly string[] | null): Promise<void>;
  flush(): Promise<void>;
}
export interface MessageWatchDeps {
  readonly bus: CountedBus;
  readonly partitions: Pick<PartitionStorage, 'noteSent'>;
  readonly log: IngestLog;
}
const ROUND_MS = 300;
/** Nothing is answered by what was known longer ago. With a round of the others, that is less than two seconds. */
const CERTAIN_MS = 1000;
/** A process that is silent for so long has ended, perhaps with a write that it told nobody. */
const ALIVE_MS = 3000;
/** A message on its way arrives within this time, or is lost. */
const ON_ITS_WAY_MS = 250;

/**
 * Makes sure that this process misses nothing for long. The bus is fast, and may lose messages: a broken connection, a
 * server that stands still, a process that did. The database knows how many each process has sent; who has received fewer
 * reads again. Where that cannot be asked, nothing is certain, and nobody is answered by what was known before.
 */
export class MessageWatch {
  readonly #deps: MessageWatchDeps;
  #known: ReadonlySet<string> = new Set();
  /** When the last round began after which nothing was missing; of the clock of `host.elapsed`. */
  #certainAt = -Infinity;
  #gaps = 0;
  #isFailing = false;
  #running: Promise<void> | null = null;
  #timer: Timer | null = null;
  #isClosed = false;

  constructor(deps: MessageWatchDeps) {
    this.#deps = deps;
  }

  /** From now on nothing is missed: what is loaded afterwards needs no other care. */
  async open(): Promise<void> {
    await this.#deps.bus.flush();
    await this.#round();
    this.#schedule();
  }
  readonly certain: Certainty = () => (this.isCertain || this.#isClosed ? null : this.#untilCertain());
  get isCertain(): boolean {
    return host.elapsed() - this.#certainAt < CERTAIN_MS;
  }
  /** Times that messages were lost, or a process has ended that may have sent some, and it was read again. */
  get gaps(): number {
    return this.#gaps;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    host.clearTimeout(this.#timer);
    await this.#running?.catch(() => null);
    const { bus, partitions } = this.#deps;
    await partitions.noteSent(bus.publisher, bus.sent, 0).catch(() => null);
  }

  async #untilCertain(): Promise<void> {
    do await this.#run();
    while (!this.isCertain && !this.#isClosed);
  }
  #run(): Promise<void> {
    return (this.#running ??= this.#round().finally(() => {
      this.#running = null;
    }));
  }
  #schedule(): void {
    this.#timer = host.setTimeout(() => {
      this.#run().then(
        () => this.#worked(),
        (error: unknown) => this.#failed(error),
      );
    }, ROUND_MS);
  }
  #worked(): void {
    if (this.#isFailing) this.#deps.log.info({}, 'it is known again what other processes have sent');
    this.#isFailing = false;
    if (!this.#isClosed) this.#schedule();
  }
  #failed(error: unknown): void {
    // Once: it is tried again three times a second.
    if (!this.#isFailing)
      this.#deps.log.error(
        { err: error },
        'cannot learn what other processes have sent; users are not answered',
      );
    this.#isFailing = true;
    if (!this.#isClosed) this.#schedule();
  }

  async #round(): Promise<void> {
    const { bus, partitions, log } = this.#deps;
    const startedAt = host.elapsed();
    const counts = await partitions.noteSent(bus.publisher, bus.sent, ALIVE_MS);
    const hasEnded = [...this.#known].some((publisher) => !counts.has(publisher));
    const lost = await this.#lost(counts);
    if (lost.length > 0)
      log.warn({ topics: lost }, 'messages of other processes were lost: it is read again');
    if (lost.length > 0 || hasEnded) {
      this.#gaps++;
      await bus.readAgain(hasEnded ? null : lost);
    }
    this.#known = new Set(counts.keys());
    bus.catchUp(counts);
    this.#certainAt = startedAt;
  }
  /** Messages that the server of this process has are read first; others under way get some time. */
  async #lost(counts: ReadonlyMap<string, SentMessages>): Promise<readonly string[]> {
    const { bus } = this.#deps;
    if (bus.missing(counts).length === 0) return [];
    const end = host.elapsed() + ON_ITS_WAY_MS;
    await Promise.race([bus.flush(), pause(ON_ITS_WAY_MS)]);
    while (bus.missing(counts).length > 0 && host.elapsed() < end) await pause(ON_ITS_WAY_MS / 10);
    return bus.missing(counts);
  }
}
