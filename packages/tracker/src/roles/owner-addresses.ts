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
    const plain = bus as unknown as PlainBus;
    const epochOf = (partition: number): number => this.#epochs.get(partition) ?? 0;
    const ask: PlainBus['ask'] = (port, question, options) =>
      plain.ask(
        port,
        question,
        typeof options?.to === 'number'
          ? { ...options, to: nameOf(options.to, epochOf(options.to)) }
          : options,
      );
    const answer: PlainBus['answer'] = (port, answerer, options) =>
      plain.answer(
        port,
        answerer,
        typeof options?.at === 'number' ? { at: nameOf(options.at, ownEpoch(options.at)) } : options,
      );
    return {
      publish: (topic, message) => bus.publish(topic, message),
      subscribe: (topic, handler) => bus.subscribe(topic, handler),
      ask: ask as SharedBus['ask'],
      askAll: (port, question, options) => bus.askAll(port, question, options),
      answer: answer as SharedBus['answer'],
      onGap: (topics, handler) => bus.onGap(topics, handler),
      get isConnected() {
        return bus.isConnected;
      },
      flush: () => bus.flush(),
      get publisher() {
        return bus.publisher;
      },
      get sent() {
        return bus.sent;
      },
      missing: (counts) => bus.missing(counts),
      catchUp: (counts) => bus.catchUp(counts),
      readAgain: (topics) => bus.readAgain(topics),
    };
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

/** The bus, whatever the port. */
interface PlainBus {
  ask(port: string, question: unknown, options?: { readonly to?: number | string }): Promise<unknown>;
  answer(port: string, answerer: unknown, options?: { readonly at: number | string }): () => void;
}
