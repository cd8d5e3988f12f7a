import { host, pause, type Timer } from '@rastro/base/host';
import { PARTITIONS, StorageError, type PartitionCursor, type PartitionStorage } from '@rastro/storage';
import type { IngestLog } from '../ingest/ingest-log.ts';

/** The process of positions, as far as it takes over and hands over partitions. */
export interface PartitionWorker {
  /** @param isAfterStop Nobody has listened to their devices: who was online then is unknown. */
  takeOver(cursors: readonly PartitionCursor[], isAfterStop: boolean): Promise<void>;
  /** At once: another process has them, or they are read again. */
  handOver(partitions: readonly number[]): void;
  /** Once everything that has arrived for them is stored. */
  release(partitions: readonly number[]): Promise<void>;
}
export interface PartitionShareDeps {
  readonly partitions: PartitionStorage;
  /** Name of this process among all that share the database. */
  readonly node: string;
  readonly worker: PartitionWorker;
  /** Called when the only process of a database finds that another one works on it. */
  readonly onReplaced: () => void;
  readonly log: IngestLog;
}

/** Others take over what a process has not renewed for so long. */
const LEASE_MS = 3000;
const ROUND_MS = 500;
/** Partitions handed to others in one round. */
const GIVEN_AT_ONCE = 8;

/**
 * The share of this process in the fleet: as many partitions as its equals have. It renews its leases, takes what nobody
 * has, gives up what is more than its share, and drops what others have taken. What could not be stored is read again
 * under a new epoch, so that nothing of before can still arrive.
 */
export class PartitionShare {
  readonly #deps: PartitionShareDeps;
  readonly #held = new Set<number>();
  /** Of which something could not be stored. */
  readonly #doubtful = new Set<number>();
  #wanted = 0;
  #timer: Timer | null = null;
  #running: Promise<void> | null = null;
  #isFailing = false;
  #isAlone = false;
  #isClosed = false;

  constructor(deps: PartitionShareDeps) {
    this.#deps = deps;
  }

  get held(): readonly number[] {
    return [...this.#held];
  }
  /** As many as this process should have, as of its last round. */
  get wanted(): number {
    return this.#wanted;
  }

  /**
   * Takes all partitions: no other process may work on this database.
   * @throws StorageError IN_USE when another one does.
   */
  async openAlone(): Promise<void> {
    const { partitions, node } = this.#deps;
    this.#isAlone = true;
    // One that was killed holds them for a while.
    const end = host.elapsed() + 2 * LEASE_MS;
    for (;;) {
      await this.#take(PARTITIONS - this.#held.size, true);
      if (this.#held.size === PARTITIONS) break;
      if (host.elapsed() > end) {
        await partitions.noteGone(node);
        throw new StorageError('open the database server', 'IN_USE');
      }
      await partitions.renewPartitions(node, LEASE_MS);
      await pause(ROUND_MS);
    }
    this.#schedule();
  }

  /** Begins to take a share, and follows it from then on. */
  async open(): Promise<void> {
    await this.#round();
    this.#schedule();
  }

  /** Partitions of which something could not be stored, or nobody knows: they are read again. */
  doubt(partitions: ReadonlySet<number>): void {
    this.#deps.worker.handOver([...partitions]);
    for (const partition of partitions) this.#doubtful.add(partition);
  }

  /** Gives up everything, once what is under way is stored. */
  async close(): Promise<void> {
    this.#isClosed = true;
    if (this.#timer) host.clearInterval(this.#timer);
    await this.#running;
    await this.#deps.worker.release(this.held);
    this.#held.clear();
    await this.#deps.partitions.noteGone(this.#deps.node);
  }

  #schedule(): void {
    this.#timer = host.setInterval(() => {
      this.#running ??= this.#round()
        .then(
          () => this.#worked(),
          (error: unknown) => this.#failed(error),
        )
        .finally(() => {
          this.#running = null;
        });
    }, ROUND_MS);
  }
  #worked(): void {
    if (this.#isFailing) this.#deps.log.info({ partitions: this.#held.size }, 'the database answers again');
    this.#isFailing = false;
  }
  #failed(error: unknown): void {
    // Once: it is tried again twice a second.
    if (!this.#isFailing) this.#deps.log.error({ err: error }, 'cannot renew the share of the fleet');
    this.#isFailing = true;
  }

  async #round(): Promise<void> {
    const { partitions, node } = this.#deps;
    const alive = await partitions.noteAlive(node, LEASE_MS);
    const renewed = new Set(await partitions.renewPartitions(node, LEASE_MS));
    this.#drop(this.held.filter((partition) => !renewed.has(partition)));
    // Of a former life of this process, or taken by an attempt whose answer got lost: nobody works on these.
    const orphans = [...renewed].filter((partition) => !this.#held.has(partition));
    const doubtful = [...this.#doubtful, ...orphans];
    if (doubtful.length > 0) {
      await partitions.giveUpPartitions(node, doubtful);
      for (const partition of doubtful) {
        this.#doubtful.delete(partition);
        this.#held.delete(partition);
      }
    }
    const share = this.#isAlone ? PARTITIONS : Math.ceil(PARTITIONS / alive);
    this.#wanted = share;
    if (this.#isClosed) return;
    if (this.#held.size < share) await this.#take(share - this.#held.size);
    else if (this.#held.size > share) await this.#giveUp(this.#held.size - share);
  }

  async #take(wanted: number, isAfterStop = false): Promise<void> {
    const { partitions, node, worker } = this.#deps;
    const taken = await partitions.takePartitions(node, wanted, LEASE_MS);
    if (taken.length === 0) return;
    for (const { partition } of taken) this.#held.add(partition);
    try {
      await worker.takeOver(taken, isAfterStop);
    } catch (error) {
      this.doubt(new Set(taken.map(({ partition }) => partition)));
      throw error;
    }
  }

  #drop(partitions: readonly number[]): void {
    if (partitions.length === 0) return;
    this.#deps.worker.handOver(partitions);
    if (this.#isAlone) this.#deps.onReplaced();
    else this.#deps.log.warn({ partitions }, 'other processes have taken over parts of the fleet');
    for (const partition of partitions) this.#held.delete(partition);
  }

  /** A few at a time, so that not the whole fleet waits for the others to take them. */
  async #giveUp(wanted: number): Promise<void> {
    const { partitions, node, worker } = this.#deps;
    const given = this.held.slice(-Math.min(wanted, GIVEN_AT_ONCE));
    await worker.release(given);
    await partitions.giveUpPartitions(node, given);
    for (const partition of given) this.#held.delete(partition);
  }
}
