import type { IncomingMessage } from 'node:http';
import { CLOSE, closeFrame, LiveFrames, PING, pongFrame, TEXT } from './live-frames.ts';
import type { Rights } from './rights.ts';
import type { Life, Scheduler } from './scheduler.ts';
import type { SimServer } from './sim-server.ts';
import type { ClientEnd, VirtualNetwork } from './virtual-network.ts';

export interface ViewerWorld {
  readonly scheduler: Scheduler;
  readonly network: VirtualNetwork;
  readonly server: SimServer;
  readonly life: Life;
  readonly rights: Rights;
}

/** A part of a live frame that is about a device. */
interface About {
  readonly deviceId?: number;
  readonly id: number;
}
interface LiveFrame {
  readonly positions?: readonly About[];
  readonly devices?: readonly About[];
  readonly events?: readonly About[];
  readonly commands?: readonly About[];
}

const RETRY_MS = 2000;

/** A browser that is always open: reads live frames, and watches that none is about a device it must not see. */
export class Viewer {
  readonly userId: number;
  /** Frames that it must not have got. */
  readonly faults: string[] = [];
  /** Id of the position that it shows of each device. */
  readonly shown = new Map<number, number>();
  /** Ids of all positions that it was ever shown. */
  readonly seen = new Set<number>();
  frames = 0;
  isOpen = false;
  readonly #world: ViewerWorld;
  readonly #address: string;
  readonly #query: string;
  readonly #cookie: string | null;
  #isEnded = false;

  /** @param login A session's cookie, or the token of a share. */
  constructor(
    userId: number,
    login: { readonly cookie: string } | { readonly token: string },
    world: ViewerWorld,
  ) {
    this.userId = userId;
    this.#world = world;
    this.#address = `10.1.0.${userId}`;
    this.#cookie = 'cookie' in login ? login.cookie : null;
    this.#query = 'token' in login ? `?token=${login.token}` : '';
  }

  open(): void {
    const { network, server, scheduler, life } = this.#world;
    const { running } = server;
    if (!running || network.isDown || this.#isEnded) {
      if (!this.#isEnded) scheduler.after(RETRY_MS, life, () => this.open());
      return;
    }
    const [written, read] = [new LiveFrames(), new LiveFrames()];
    this.shown.clear();
    const end: ClientEnd = network.link(server.life, this.#address, {
      accept: (socket) => running.tracker.upgrade(this.#request(), socket, Buffer.alloc(0)),
      onWritten: (bytes) => {
        for (const { opcode, payload } of written.take(bytes)) if (opcode === TEXT) this.#check(payload);
      },
      onBytes: (bytes) => {
        for (const { opcode, payload } of read.take(bytes)) {
          if (opcode === PING) end.send(pongFrame(payload));
          if (opcode === TEXT) {
            this.isOpen = true;
            this.#show(payload);
          }
          if (opcode === CLOSE) {
            end.send(closeFrame(payload));
            end.close();
          }
        }
      },
      onClosed: () => {
        this.isOpen = false;
        scheduler.after(RETRY_MS, life, () => this.open());
      },
    });
  }
  /** Comes back no more. */
  end(): void {
    this.#isEnded = true;
  }

  #request(): IncomingMessage {
    const headers = {
      upgrade: 'websocket',
      connection: 'Upgrade',
      'sec-websocket-key': 'c2ltdWxhdGlvbi1rZXkxMg==',
      'sec-websocket-version': '13',
      ...(this.#cookie === null ? {} : { cookie: this.#cookie }),
    };
    return { method: 'GET', url: `/api/socket${this.#query}`, headers } as unknown as IncomingMessage;
  }

  #check(payload: Buffer): void {
    this.frames++;
    const { rights, scheduler } = this.#world;
    const frame = JSON.parse(payload.toString('utf8')) as LiveFrame;
    for (const kind of ['positions', 'events', 'commands', 'devices'] as const) {
      for (const each of frame[kind] ?? []) {
        const deviceId = each.deviceId ?? each.id;
        if (!rights.mayHave(this.userId, deviceId))
          this.faults.push(`user ${this.userId} got ${kind} of device ${deviceId} at ${scheduler.now}`);
      }
    }
  }

  #show(payload: Buffer): void {
    const frame = JSON.parse(payload.toString('utf8')) as LiveFrame & { readonly gone?: readonly number[] };
    for (const { deviceId = 0, id } of frame.positions ?? []) {
      this.shown.set(deviceId, id);
      this.seen.add(id);
    }
    for (const id of frame.gone ?? []) this.shown.delete(id);
  }
}
