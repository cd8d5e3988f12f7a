import { connect, type Socket } from 'node:net';
import type { Latencies } from './latencies.ts';
import type { LoadLanguage } from './load-language.ts';
import type { LoadPlan } from './plan.ts';

/** Context shared by all connections of a load. */
export interface LoadContext extends LoadPlan {
  readonly language: LoadLanguage;
  readonly latencies: Latencies;
  readonly totals: { sent: number; acknowledged: number; refused: number; lost: number };
}

/** One address has some 28,000 local ports; loopback has many addresses. */
const PORTS_PER_ADDRESS = 20_000;
const OPEN_MS = 15_000;

/** One device that does nothing but send and count. */
export class LoadConnection {
  ready = false;
  #socket: Socket | null = null;
  #opened: (() => void) | null = null;
  #always = false;
  #closing = false;
  #bytesOfAcks = 0;
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
      socket.once('connect', () => socket.write(this.#context.language.login(this.#imei)));
      socket.on('error', () => socket.destroy());
      socket.once('close', () => {
        clearTimeout(timer);
        this.#ended();
      });
    });
  }

  /** Sends packets now, in one piece. */
  send(packets = 1): void {
    if (!this.ready || !this.#socket || packets === 0) return;
    const { language, firstTime, recordsPerPacket, totals } = this.#context;
    const now = performance.now();
    const copies: Buffer[] = [];
    for (let i = 0; i < packets; i++) {
      // Copied: the packet is stamped again before the system may have taken these bytes.
      copies.push(Buffer.from(language.stamp(firstTime + this.#records * 1000, this.#index)));
      this.#records += recordsPerPacket;
      this.#sentAt.push(now);
    }
    totals.sent += packets;
    this.#socket.write(copies.length === 1 && copies[0] ? copies[0] : Buffer.concat(copies));
  }

  /** Sends as many packets as may be unanswered, and a next one with every acknowledgement. */
  sendAlways(): void {
    this.#always = true;
    this.send(this.#context.unanswered);
  }

  stop(): void {
    this.#always = false;
  }

  close(): void {
    this.#closing = true;
    this.#socket?.destroy();
  }

  #read(size: number, timer: NodeJS.Timeout): boolean {
    const { acceptance, ackBytes } = this.#context.language;
    let left = size;
    if (!this.ready) {
      clearTimeout(timer);
      if (!SHARED.subarray(0, acceptance.length).equals(acceptance)) {
        this.#context.totals.refused++;
        this.#closing = true;
        this.#socket?.destroy();
        return true;
      }
      this.ready = true;
      left -= acceptance.length;
      this.#opened?.();
    }
    // Commands are not expected here, so all other bytes are acknowledgements.
    this.#bytesOfAcks += left;
    const acks = Math.min(Math.floor(this.#bytesOfAcks / ackBytes), this.#sentAt.length);
    this.#bytesOfAcks %= ackBytes;
    this.#acknowledged(acks);
    return true;
  }

  #acknowledged(packets: number): void {
    const now = performance.now();
    for (const sentAt of this.#sentAt.splice(0, packets)) this.#context.latencies.add(now - sentAt);
    this.#context.totals.acknowledged += packets;
    if (this.#always) this.send(packets);
  }

  #ended(): void {
    if (this.ready && !this.#closing) this.#context.totals.lost++;
    this.ready = false;
    this.#opened?.();
  }
}

/** Each read is handled before the next socket reads, so one buffer serves all. */
const SHARED = Buffer.alloc(4096);
