import { PARTITIONS, partitionOf, type PartitionCursor } from '@rastro/storage';
import type { BundleEnd } from './commit-batch.ts';

/**
 * Partitions of the fleet that this process works on. Where several processes share a store, each commit proves that
 * its partitions are still held: it names the epoch of each, and a newer owner makes it fail.
 */
export class OwnPartitions {
  /** Null = all of them, and nobody competes. */
  readonly #held: Map<number, Hold> | null;

  private constructor(held: Map<number, Hold> | null) {
    this.#held = held;
  }

  /** One process works on all devices. */
  static all(): OwnPartitions {
    return new OwnPartitions(null);
  }
  /** At first none. */
  static none(): OwnPartitions {
    return new OwnPartitions(new Map());
  }

  take({ partition, ...hold }: PartitionCursor): void {
    this.#held?.set(partition, hold);
  }
  drop(partition: number): void {
    this.#held?.delete(partition);
  }
  owns(deviceId: number): boolean {
    return this.#held === null || this.#held.has(partitionOf(deviceId));
  }
  /** @throws Error when it is not held. */
  epochOf(partition: number): number {
    const hold = this.#held?.get(partition);
    if (!hold) throw new Error(`Cannot answer: partition ${partition} is not held`);
    return hold.epoch;
  }
  get size(): number {
    return this.#held?.size ?? PARTITIONS;
  }
  /** One of the processes of positions: it does what is to be done once for the fleet. */
  get isFirst(): boolean {
    return this.#held === null || this.#held.has(0);
  }
  /** Of messages that reach every process, what concerns this one. */
  ofOwn<T extends { readonly deviceId: number }>(of: readonly T[]): readonly T[] {
    return this.#held === null ? of : of.filter(({ deviceId }) => this.owns(deviceId));
  }
  get held(): readonly number[] {
    return [...(this.#held?.keys() ?? [])];
  }

  /**
   * Cursors that a commit has to name.
   * @param ended Its partitions, and the last bundle in it of each; null = none ended.
   * @throws Error when a partition is not held any more.
   */
  cursorsAfter(ended: ReadonlyMap<number, BundleEnd | null>): readonly PartitionCursor[] {
    if (this.#held === null) return [];
    return Array.from(ended, ([partition, end]) => {
      const hold = this.#held?.get(partition);
      if (!hold) throw new Error(`Cannot store: partition ${partition} is not held any more`);
      if (end) Object.assign(hold, { seq: end.seq, senders: end.senders });
      return { partition, ...hold };
    });
  }
  /** Place of a partition after the last commit that began; null = it is not held. */
  placeOf(partition: number): PartitionCursor | null {
    const hold = this.#held?.get(partition);
    return hold ? { partition, ...hold } : null;
  }
}

type Hold = Omit<PartitionCursor, 'partition'>;
