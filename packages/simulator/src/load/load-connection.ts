import { connect, type Socket } from 'node:net';
import type { Latencies } from './latencies.ts';
import type { LoadPacket } from './packet.ts';
import type { LoadPlan } from './plan.ts';

/** Context shared by all connections of a load. */
export interface LoadContext extends LoadPlan {
  readonly packet: LoadPacket;
  readonly latencies: Latencies;
  readonly totals: { sent: number; acknowledged: number; refused: number; lost: number };
}

/** One address has some 28,000 local ports; loopback has many addresses. */
const PORTS_PER_ADDRESS = 20_000;
const OPEN_MS = 15_000;
const ACK_BYTES = 4;

/** One teltonika device that does nothing but send and count. */
export class LoadConnection {
  ready = false;
  #socket: Socket | null = null;
  #opened: (() => void) | null = null;
  #always = false;
  #closing = false;
  #ackBytes = 0;
  #records = 0;
  /** When the packets under way were sent, oldest first. */
  readonly #sentAt: number[] = [];
  readonly #context: LoadContext;
  readonly #index: number;
  readonly #imei: string;

  constructor(context: LoadContext, index: number, imei: string) {
    this.#context = context;
    this.#index = index;
    this.#imei = imei;
  }

  /** Connects and logs in. Resolves in either case; `ready` is the result. */
  open(): Promise<void> {
    const { host, port } = this.#context;
    const localAddress =
      host === '127.0.0.1' ? `127.0.0.${2 + Math.floor(this.#index / PORTS_PER_ADDRESS)}` : undefined;
    return new Promise((resolve) => {
      this.#opened = resolve;
      const timer = setTimeout(() => this.#socket?.destroy(), OPEN_MS);
      const onread = { buffer: SHARED, callback: (size: number) => this.#read(size, timer) };
      const socket = connect({
        host,
        port,
        noDelay: true,
        onread,
        ...(localAddress ? { localAddress } : {}),
      });
      this.#socket = socket;
      socket.once('connect', () =>
        socket.write(Buffer.concat([Buffer.from([0, this.#imei.length]), Buffer.from(this.#imei)])),
      );
      socket.on('error', () => socket.destroy());
      socket.once('close', () => {
        clearTimeout(timer);
        this.#ended();
      });
    });
  }

  /** Sends one packet now. */
  send(): void {
    if (!this.ready || !this.#socket) return;
    const { packet, firstTime, recordsPerPacket, totals } = this.#context;
    const bytes = packet.stamp(firstTime + this.#records * 1000, this.#index);
    this.#records += recordsPerPacket;
    totals.sent++;
    this.#sentAt.push(performance.now());
    // Copied: the packet is stamped again before the system may have taken these bytes.
    this.#socket.write(Buffer.from(bytes));
  }

  /** Sends the next packet with every acknowledgement. */
  sendAlways(): void {
    this.#always = true;
    this.send();
  }

  stop(): void {
    this.#always = false;
  }

  close(): void {
    this.#closing = true;
    this.#socket?.destroy();
  }

  #read(size: number, timer: NodeJS.Timeout): boolean {
    let left = size;
    if (!this.ready) {
      clearTimeout(timer);
      if (SHARED[0] !== 1) {
        this.#context.totals.refused++;
        this.#closing = true;
        this.#socket?.destroy();
        return true;
      }
      this.ready = true;
      left--;
      this.#opened?.();
    }
    // Commands are not expected here, so every four bytes are an acknowledgement.
    this.#ackBytes += left;
    for (; this.#ackBytes >= ACK_BYTES; this.#ackBytes -= ACK_BYTES) this.#acknowledged();
    return true;
  }

  #acknowledged(): void {
    const sentAt = this.#sentAt.shift();
    if (sentAt === undefined) return;
    this.#context.latencies.add(performance.now() - sentAt);
    this.#context.totals.acknowledged++;
    if (this.#always) this.send();
  }

  #ended(): void {
    if (this.ready && !this.#closing) this.#context.totals.lost++;
    this.ready = false;
    this.#opened?.();
  }
}

/** Each read is handled before the next socket reads, so one buffer serves all. */
const SHARED = Buffer.alloc(4096);
