import type { TrackerOptions } from '@rastro/tracker';
import type { Life } from './scheduler.ts';
import type { ClientEnd, ClientEvents, VirtualNetwork } from './virtual-network.ts';

export type OpenDatagrams = NonNullable<TrackerOptions['openDatagrams']>;
type Sender = Parameters<Awaited<ReturnType<OpenDatagrams>>['send']>[1];
interface Port {
  readonly life: Life;
  take: ((bytes: Uint8Array, from: Sender) => void) | null;
}

/** Probabilities, of a datagram. */
const LOST = 0.03;
const DOUBLED = 0.05;

/** Datagrams to and from one server: some get lost, come twice, or overtake each other. */
export class VirtualDatagrams {
  readonly #network: VirtualNetwork;
  readonly #world: Life;
  readonly #ports = new Map<number, Port>();
  readonly #clients = new Map<string, ClientEvents>();

  constructor(network: VirtualNetwork, world: Life) {
    this.#network = network;
    this.#world = world;
  }

  /** Ports of a process. */
  portsOf(life: Life): OpenDatagrams {
    return async ({ port }) => {
      const opened: Port = { life, take: null };
      this.#ports.set(port, opened);
      return {
        port,
        send: (bytes, to, onSent) => {
          onSent?.(true);
          this.#travel('to', this.#world, bytes, to, (copy) => this.#clients.get(nameOf(to))?.onBytes(copy));
        },
        take: (onDatagram) => (opened.take = onDatagram),
        stopTaking: () => (opened.take = null),
        close: () => void this.#ports.delete(port),
      };
    };
  }

  /** A device that sends datagrams to a port from an address of its own; nobody learns whether they arrive. */
  open(port: number, from: Sender, events: ClientEvents): ClientEnd {
    const name = nameOf(from);
    this.#clients.set(name, events);
    return {
      send: (bytes) => {
        const { life } = this.#ports.get(port) ?? {};
        if (!life || life.isEnded) return;
        this.#travel('from', life, bytes, from, (copy) => this.#ports.get(port)?.take?.(copy, from));
      },
      close: () => {
        if (this.#clients.get(name) !== events) return;
        this.#clients.delete(name);
        events.onClosed();
      },
    };
  }

  #travel(
    way: string,
    life: Life,
    bytes: Uint8Array,
    { address }: Sender,
    arrive: (copy: Buffer) => void,
  ): void {
    const { scheduler, random, weather, trace } = this.#network;
    if (this.#network.isDown || random.chance(LOST)) return;
    for (let left = random.chance(DOUBLED) ? 2 : 1; left > 0; left--)
      scheduler.after(random.between(1, weather.delayMs), life, () => {
        trace.add(scheduler.now, `datagram ${way} ${address}`, bytes);
        arrive(Buffer.from(bytes));
      });
  }
}

const nameOf = ({ address, port }: Sender): string => `${address}:${port}`;
