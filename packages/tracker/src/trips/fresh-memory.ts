import type { QuarterSums } from '@rastro/fleet/trips';
import type { TripReader } from '@rastro/storage';

/** What the newest records of a device add to its stored days. */
export interface FreshSums {
  readonly quarters: readonly QuarterSums[];
  /** Time of the newest record in them. */
  readonly end: number;
}

/** Quarters of all devices together: some hundred characters each. */
const MAX_QUARTERS = 200_000;

/**
 * Remembers of each device what its newest records add, for as long as its history and these records are the same:
 * working it out again for a fleet takes longer than reading a year of it. Those that were asked for longest ago go
 * first.
 */
export class FreshMemory {
  readonly #known = new Map<number, { readonly mark: string; readonly fresh: FreshSums }>();
  readonly #limit: number;
  #quarters = 0;

  constructor(limit = MAX_QUARTERS) {
    this.#limit = limit;
  }

  /** @param mark Of its history and its newest records. */
  get(deviceId: number, mark: string): FreshSums | null {
    const known = this.#known.get(deviceId);
    if (known?.mark !== mark) return null;
    this.#known.delete(deviceId);
    this.#known.set(deviceId, known);
    return known.fresh;
  }

  set(deviceId: number, mark: string, fresh: FreshSums): void {
    this.#remove(deviceId);
    this.#known.set(deviceId, { mark, fresh });
    this.#quarters += sizeOf(fresh);
    for (const [oldest] of this.#known) {
      if (this.#quarters <= this.#limit) return;
      this.#remove(oldest);
    }
  }

  #remove(deviceId: number): void {
    const known = this.#known.get(deviceId);
    if (!known) return;
    this.#known.delete(deviceId);
    this.#quarters -= sizeOf(known.fresh);
  }
}

/** One that adds nothing takes some memory, too. */
const sizeOf = ({ quarters }: FreshSums): number => quarters.length + 1;

const ofReaders = new WeakMap<TripReader, FreshMemory>();

/** The memory of a thread: one for each of its readers, which has a store of its own. */
export function freshMemoryOf(reader: TripReader): FreshMemory {
  const known = ofReaders.get(reader);
  if (known) return known;
  const memory = new FreshMemory();
  ofReaders.set(reader, memory);
  return memory;
}
