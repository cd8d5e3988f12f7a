import { pause } from '@rastro/base/host';
import type { Clock } from '@rastro/base';
import type { DeliveryStorage, Lease, StoredDelivery } from '@rastro/storage';
import type { NewDelivery } from './new-delivery.ts';

type Change = Partial<Pick<StoredDelivery, 'target' | 'status' | 'reason' | 'attempts'>>;

/** Pause before a write, so that neighbours in time share it. */
const GATHER_MS = 10;

/** Writes down what becomes of notifications; many changes become one transaction, so that ingest hardly notices. */
export class DeliveryLog {
  readonly #storage: DeliveryStorage;
  readonly #clock: Clock;
  #changed = new Map<number, StoredDelivery>();
  #writing: Promise<void> | null = null;

  readonly #under: Lease | undefined;

  /** @param under Nothing is written when another process has the lease; absent = whoever has it. */
  constructor(storage: DeliveryStorage, clock: Clock, under?: Lease) {
    this.#under = under;
    this.#storage = storage;
    this.#clock = clock;
  }

  /** @returns those that were not there yet, with their ids. */
  async begin(deliveries: readonly NewDelivery[]): Promise<readonly StoredDelivery[]> {
    const ids = await this.#storage.insertDeliveries(deliveries, this.#under);
    return deliveries.flatMap((delivery, at) => {
      const id = ids[at] ?? null;
      return id === null ? [] : [{ ...delivery, id }];
    });
  }

  /** @returns the delivery as it is now, durably. */
  async change(delivery: StoredDelivery, change: Change): Promise<StoredDelivery> {
    const after = { ...delivery, ...change, changedAt: this.#clock.now() };
    this.#changed.set(after.id, after);
    await (this.#writing ??= this.#write());
    return after;
  }

  async #write(): Promise<void> {
    await pause(GATHER_MS);
    const batch = [...this.#changed.values()];
    this.#changed = new Map();
    // What changes from here on belongs to the next write.
    this.#writing = null;
    await this.#storage.updateDeliveries(batch, this.#under);
  }
}
