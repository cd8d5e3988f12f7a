import { Duplex } from 'node:stream';
import type { TrackerOptions } from '@rastro/tracker';
import type { Random } from '@rastro/simulator';
import type { Life, Scheduler } from './scheduler.ts';
import type { Trace } from './trace.ts';

type OpenPort = NonNullable<TrackerOptions['openPort']>;
type DeviceSocket = Parameters<Parameters<OpenPort>[1]>[0];

/** The end of a connection that a device holds. */
export interface ClientEnd {
  send(bytes: Uint8Array): void;
  /** Says goodbye. */
  close(): void;
}
export interface ClientEvents {
  readonly onBytes: (bytes: Uint8Array) => void;
  readonly onClosed: () => void;
}
/** Travel of bytes, as it is now. */
export interface Weather {
  /** Longest delay of bytes, ms. */
  delayMs: number;
  /** Probability that bytes arrive in several pieces, or together with the next. */
  splits: number;
  merges: number;
}

/** Bytes in one direction: in order, whole, each some time after they were sent, in whatever pieces. */
class Pipe {
  readonly #network: VirtualNetwork;
  readonly #life: Life;
  readonly #deliver: (bytes: Buffer | null) => void;
  #waiting: Buffer = Buffer.alloc(0);
  #lastDue = 0;
  #isPlanned = false;
  #isEnding = false;
  /** Bytes go in and do not come out: a network that is gone without a word. */
  isDead = false;

  constructor(network: VirtualNetwork, life: Life, deliver: (bytes: Buffer | null) => void) {
    this.#network = network;
    this.#life = life;
    this.#deliver = deliver;
  }

  send(bytes: Uint8Array): void {
    const { random, weather } = this.#network;
    this.#waiting = Buffer.concat([this.#waiting, bytes]);
    if (this.#isPlanned && random.chance(weather.merges)) return;
    this.#plan();
  }
  end(): void {
    this.#isEnding = true;
    this.#plan();
  }

  #plan(): void {
    const { scheduler, random, weather } = this.#network;
    this.#isPlanned = true;
    this.#lastDue = Math.max(this.#lastDue, scheduler.now + random.between(1, weather.delayMs));
    scheduler.after(this.#lastDue - scheduler.now, this.#life, () => this.#arrive());
  }

  #arrive(): void {
    const { random, weather } = this.#network;
    this.#isPlanned = false;
    if (this.isDead) return;
    const size = this.#waiting.length;
    if (size > 1 && random.chance(weather.splits)) {
      const taken = Math.floor(random.between(1, size));
      const piece = this.#waiting.subarray(0, taken);
      this.#waiting = this.#waiting.subarray(taken);
      this.#plan();
      this.#deliver(piece);
      return;
    }
    const all = this.#waiting;
    this.#waiting = Buffer.alloc(0);
    if (size > 0) this.#deliver(all);
    if (this.#isEnding) this.#deliver(null);
  }
}

/** The server's end: a stream as the system would hand one over. */
class ServerSocket extends Duplex {
  readonly remoteAddress: string;
  readonly #toClient: Pipe;
  readonly #onWritten: (bytes: Uint8Array) => void;

  constructor(address: string, toClient: Pipe, onWritten: (bytes: Uint8Array) => void) {
    super({ allowHalfOpen: false });
    this.remoteAddress = address;
    this.#toClient = toClient;
    this.#onWritten = onWritten;
  }
  setNoDelay(): this {
    return this;
  }
  setTimeout(): this {
    return this;
  }
  arrive(bytes: Buffer | null): void {
    if (this.destroyed) return;
    this.push(bytes);
  }
  override _read(): void {}
  override _write(bytes: Buffer, _encoding: string, done: () => void): void {
    this.#onWritten(bytes);
    this.#toClient.send(bytes);
    done();
  }
  override _final(done: () => void): void {
    this.#toClient.end();
    done();
  }
  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#toClient.end();
    done(error);
  }
}

/** A connection, for faults. */
export interface Wire {
  readonly address: string;
  /** Ends it for both sides. */
  cut(): void;
  /** Neither side gets anything more, nor learns of it. */
  silence(): void;
}

/** All connections to one server process. */
export class VirtualNetwork {
  readonly scheduler: Scheduler;
  readonly random: Random;
  readonly weather: Weather = { delayMs: 80, splits: 0, merges: 0 };
  readonly trace: Trace;
  readonly #world: Life;
  readonly #ports = new Map<
    number,
    { readonly life: Life; readonly accept: (socket: DeviceSocket) => void }
  >();
  readonly #wires = new Set<Wire>();
  #nextPort = 5000;
  /** Nobody reaches anybody. */
  isDown = false;

  constructor(scheduler: Scheduler, random: Random, { trace, world }: { trace: Trace; world: Life }) {
    this.scheduler = scheduler;
    this.random = random;
    this.trace = trace;
    this.#world = world;
  }

  /** Ports of a process. */
  portsOf(life: Life): OpenPort {
    return async (address, onConnection) => {
      const port = address.port || this.#nextPort++;
      this.#ports.set(port, { life, accept: onConnection });
      return { port, stopAccepting: () => void this.#ports.delete(port) };
    };
  }
  get wires(): readonly Wire[] {
    return [...this.#wires];
  }

  /** @returns null when nobody listens there. */
  connect(port: number, address: string, events: ClientEvents): ClientEnd | null {
    const listening = this.#ports.get(port);
    if (!listening || listening.life.isEnded || this.isDown) return null;
    return this.link(listening.life, address, { accept: listening.accept, ...events });
  }

  /** A new connection to a process. @param onWritten Called with what the server writes, when it does. */
  link(
    life: Life,
    address: string,
    ends: ClientEvents & {
      readonly accept: (socket: DeviceSocket & Duplex) => void;
      readonly onWritten?: (bytes: Uint8Array) => void;
    },
  ): ClientEnd {
    const { scheduler } = this;
    let [isClosed, isAccepted, isCut] = [false, false, false];
    const closed = (): void => {
      if (isClosed) return;
      isClosed = true;
      this.#wires.delete(wire);
      ends.onClosed();
    };
    const toClient = new Pipe(this, this.#world, (bytes) => {
      if (isClosed) return;
      if (!bytes) {
        closed();
        return;
      }
      this.trace.add(scheduler.now, `to ${address}`, bytes);
      ends.onBytes(bytes);
    });
    const socket = new ServerSocket(address, toClient, (bytes) => ends.onWritten?.(bytes));
    const toServer = new Pipe(this, life, (bytes) => {
      this.trace.add(scheduler.now, `from ${address}`, bytes ?? 'end');
      socket.arrive(bytes);
    });
    const wire: Wire = {
      address,
      cut: () => {
        isCut = true;
        closed();
        if (isAccepted) scheduler.after(1, life, () => void socket.destroy(new Error('read ECONNRESET')));
      },
      silence: () => {
        toClient.isDead = true;
        toServer.isDead = true;
      },
    };
    this.#wires.add(wire);
    // The system of a process that was killed ends its connections, mostly after what it had written.
    const ended = (): void => {
      if (toClient.isDead || this.random.chance(0.3)) closed();
      else toClient.end();
    };
    life.whenEnded(() => void scheduler.after(1, this.#world, ended));
    scheduler.after(1, life, () => {
      if (isCut) return;
      isAccepted = true;
      ends.accept(socket);
    });
    return {
      send: (bytes) => {
        if (!isClosed) toServer.send(bytes);
      },
      close: () => {
        if (isClosed) return;
        closed();
        toServer.end();
      },
    };
  }
}
