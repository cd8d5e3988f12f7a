import { Throttle, type Clock } from '@rastro/base';
import type { AddressRanges } from '@rastro/base/addresses';
import type { IngestCounters } from '../counters.ts';
import { Deadlines } from '../deadlines.ts';
import type { IngestLog } from '../ingest-log.ts';
import type { DeviceSocket, OpenDatagrams, OpenPort, OpenRequests, Sender } from '../listener.ts';
import { HeaderWait } from './header-wait.ts';
import { readProxyHeader } from './proxy-header.ts';

export interface LoadBalancersDeps {
  /** Addresses of the load balancers. */
  readonly ranges: AddressRanges;
  /** Time for a whole header. */
  readonly headerMs: number;
  readonly clock: Clock;
  readonly log: IngestLog;
  readonly counters: IngestCounters;
}

/** Lines a minute for each balancer: one that is set up wrongly opens very many connections. */
const LINES = 1;
const WINDOW_MS = 60_000;

/**
 * Load balancers in front of the ports for devices. Each of their connections and datagrams begins with a PROXY header,
 * and counts as one of the address that it names. Ports are opened through them; what comes from other addresses passes
 * as it is.
 */
export class LoadBalancers {
  readonly #deps: LoadBalancersDeps;
  readonly #deadlines = new Deadlines();
  readonly #lines: Throttle;
  /** Addresses behind the balancers. */
  readonly #addresses = new WeakMap<object, string>();

  constructor(deps: LoadBalancersDeps) {
    this.#deps = deps;
    this.#lines = new Throttle(LINES, WINDOW_MS, deps.clock);
  }

  has(address: string): boolean {
    return this.#deps.ranges.has(address);
  }
  /** The other side of a connection, behind the balancer if there is one. */
  addressOf(socket: Pick<DeviceSocket, 'remoteAddress'>): string {
    return this.#addresses.get(socket) ?? socket.remoteAddress ?? '';
  }

  port(openPort: OpenPort): OpenPort {
    return async (address, onConnection) => {
      const waits = new Set<HeaderWait>();
      const port = await openPort(address, (socket) =>
        this.#receive(socket, waits, () => onConnection(socket)),
      );
      return { ...port, stopAccepting: () => stop(port, waits) };
    };
  }

  requests(openRequests: OpenRequests): OpenRequests {
    return async (address, deadlines, taker) => {
      const waits = new Set<HeaderWait>();
      const before = (socket: DeviceSocket, go: () => void): void => this.#receive(socket, waits, go);
      const port = await openRequests(address, deadlines, { ...taker, before });
      return { ...port, stopAccepting: () => stop(port, waits) };
    };
  }

  datagrams(openDatagrams: OpenDatagrams): OpenDatagrams {
    return async (address, onError) => {
      const port = await openDatagrams(address, onError);
      return {
        ...port,
        send: (bytes, to, onSent) => port.send(bytes, to.through ?? to, onSent),
        take: (onDatagram) =>
          port.take((bytes, from) => {
            if (this.has(from.address)) this.#unpack(bytes, from, onDatagram);
            else onDatagram(bytes, from);
          }),
      };
    };
  }

  #receive(socket: DeviceSocket, waits: Set<HeaderWait>, go: () => void): void {
    const balancer = socket.remoteAddress;
    // It was reset before anybody looked, as a check of a balancer is: the system does not know any more who it was.
    if (balancer === undefined) {
      socket.on('error', () => {}).destroy();
      return;
    }
    if (!this.has(balancer)) {
      go();
      return;
    }
    const wait = new HeaderWait(socket, this.#deadlines, (end) => {
      waits.delete(wait);
      if (end.kind === 'header') {
        this.#addresses.set(socket, end.from?.address ?? balancer);
        go();
      } else if (end.kind === 'rejected') this.#note(balancer, end.reason);
    });
    waits.add(wait);
    wait.begin(this.#deps.headerMs);
  }

  #unpack(bytes: Uint8Array, balancer: Sender, onDatagram: (bytes: Uint8Array, from: Sender) => void): void {
    const read = readProxyHeader(bytes, 'datagram');
    if (!read.ok || !read.value) {
      this.#note(balancer.address, read.ok ? 'cut off' : read.error);
      return;
    }
    const { length, from, isLocal } = read.value;
    // What is answered leaves through the balancer.
    if (!isLocal) onDatagram(bytes.subarray(length), from ? { ...from, through: balancer } : balancer);
  }

  #note(balancer: string, reason: string): void {
    this.#deps.counters.count('rejections', 'proxyHeader');
    if (this.#lines.take(balancer))
      this.#deps.log.warn({ balancer, reason }, 'what a load balancer sent has no right PROXY header');
  }
}

function stop(port: { stopAccepting(): void }, waits: ReadonlySet<HeaderWait>): void {
  port.stopAccepting();
  // No byte of a device has been read.
  for (const wait of waits) wait.leave();
}
