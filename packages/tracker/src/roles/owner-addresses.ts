import type { PartitionStorage } from '@rastro/storage';
import type { TrackerBus } from '../messages/topics.ts';
import type { CountedBus } from './message-watch.ts';

/** A bus that several processes share. */
export type SharedBus = TrackerBus & CountedBus;

/**
 * The addresses at which owners of partitions answer. Each owner has another one, by its epoch: the one before may only
 * stand still, and would get questions that it answers when it is too late.
 */
export class OwnerAddresses {
  readonly #bus: SharedBus;
  readonly #partitions: Pick<PartitionStorage, 'epochs'>;
  readonly #epochs = new Map<number, number>();
  readonly #stops: readonly (() => void)[];

  private constructor(bus: SharedBus, partitions: Pick<PartitionStorage, 'epochs'>) {
    this.#bus = bus;
    this.#partitions = partitions;
    this.#stops = [
      bus.subscribe('partitions.taken', ({ owned }) => {
        for (const { partition, epoch } of owned) this.#note(partition, epoch);
      }),
      bus.onGap(['partitions.taken'], () => this.#read()),
    ];
  }
  static async open(bus: SharedBus, partitions: Pick<PartitionStorage, 'epochs'>): Promise<OwnerAddresses> {
    const addresses = new OwnerAddresses(bus, partitions);
    await bus.flush();
    await addresses.#read();
    return addresses;
  }

  /**
   * The same bus, on which whoever asks a partition asks its owner.
   * @param ownEpoch Of a partition that this process holds.
   */
  busOf(ownEpoch: (partition: number) => number): SharedBus {
    const bus = this.#bus;
    const methodOf = (name: string | symbol): unknown => {
      const value: unknown = Reflect.get(bus, name, bus);
      return typeof value === 'function' ? value.bind(bus) : value;
    };
    const call = (name: 'ask' | 'answer', args: readonly unknown[]): unknown => {
      const method = methodOf(name);
      return typeof method === 'function' ? method(...args) : null;
    };
    const epochOf = (partition: number): number => this.#epochs.get(partition) ?? 0;
    const ask = (port: string, question: unknown, options?: { readonly to?: unknown }): unknown => {
      const to = options?.to;
      const toOwner = typeof to === 'number' ? { ...options, to: nameOf(to, epochOf(to)) } : options;
      return call('ask', [port, question, toOwner]);
    };
    const answer = (port: string, answerer: unknown, options?: { readonly at?: unknown }): unknown => {
      const at = options?.at;
      const asOwner = typeof at === 'number' ? { at: nameOf(at, ownEpoch(at)) } : options;
      return call('answer', [port, answerer, asOwner]);
    };
    return new Proxy(bus, {
      get: (_target, name) => {
        if (name === 'ask') return ask;
        if (name === 'answer') return answer;
        return methodOf(name);
      },
    });
  }
  close(): void {
    for (const stop of this.#stops) stop();
  }

  async #read(): Promise<void> {
    for (const [partition, epoch] of await this.#partitions.epochs()) this.#note(partition, epoch);
  }
  /** Epochs only rise. */
  #note(partition: number, epoch: number): void {
    if (epoch > (this.#epochs.get(partition) ?? 0)) this.#epochs.set(partition, epoch);
  }
}

const nameOf = (partition: number, epoch: number): string => `${partition}-${epoch}`;
