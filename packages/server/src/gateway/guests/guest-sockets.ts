import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { host } from '@rastro/base/host';
import { WebSocketServer, type WebSocket } from 'ws';
import type { ShareDeps } from '@rastro/extension';

/** As for everybody: 4000 = signed out, the page does not come back. */
const CLOSE_SIGNED_OUT = 4000;
const MAX_CLIENT_BYTES = 4096;
const POLL_MS = 2000;
const PING_MS = 20_000;
/** Shorter than the time after which pages take a connection for lost. */
const KEEPALIVE_MS = 55_000;
/** A link that is passed around. */
const MAX_SOCKETS = 100;
/** Above this a reader counts as slow and waits for the newest. */
const SLOW_BYTES = 512 * 1024;

/**
 * Live connections of guests: the server behind sends an account only what is linked to it, so shared devices are
 * polled while guests watch, and changes are sent.
 */
export class GuestSockets {
  readonly #deps: ShareDeps;
  readonly #onError: (error: unknown) => void;
  readonly #server = new WebSocketServer({ noServer: true, maxPayload: MAX_CLIENT_BYTES });
  readonly #of = new Map<number, Set<WebSocket>>();
  readonly #stop: () => void;

  constructor(deps: ShareDeps, onError: (error: unknown) => void) {
    this.#deps = deps;
    this.#onError = onError;
    this.#stop = deps.shareStore.watch((id) => this.#end(id));
  }

  open(shareId: number, request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const others = this.#of.get(shareId) ?? new Set();
    if (others.size >= MAX_SOCKETS) {
      socket.end('HTTP/1.1 429 Too Many Requests\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
      return;
    }
    this.#server.handleUpgrade(request, socket, head, (web) => {
      this.#of.set(shareId, others.add(web));
      const guestFeed = new GuestFeed(web);
      let isHere = true;
      const polling = host.setInterval(() => void this.#poll(shareId, web, guestFeed), POLL_MS);
      const ping = host.setInterval(() => {
        if (!isHere) web.terminate();
        isHere = false;
        web.ping();
      }, PING_MS);
      const keepAlive = host.setInterval(() => web.send('{}'), KEEPALIVE_MS);
      web.on('pong', () => (isHere = true));
      web.on('error', () => web.terminate());
      web.on('close', () => {
        host.clearInterval(polling);
        host.clearInterval(ping);
        host.clearInterval(keepAlive);
        others.delete(web);
        if (others.size === 0) this.#of.delete(shareId);
      });
      void this.#poll(shareId, web, guestFeed);
    });
  }

  close(): void {
    this.#stop();
    for (const sockets of this.#of.values()) for (const web of sockets) web.terminate();
  }

  async #poll(shareId: number, web: WebSocket, guestFeed: GuestFeed): Promise<void> {
    if (web.bufferedAmount > SLOW_BYTES) return;
    try {
      const sight = await this.#deps.sight.read(shareId);
      if (sight) guestFeed.update(sight);
      else this.#end(shareId);
    } catch (error) {
      // The server behind has a failure: the last state stays, and polling continues.
      this.#onError(error);
    }
  }

  #end(shareId: number): void {
    for (const web of this.#of.get(shareId) ?? []) {
      web.close(CLOSE_SIGNED_OUT, 'the share has ended');
      host.setTimeout(() => web.terminate(), 2000).unref();
    }
  }
}

/** State of one browser, so that it receives only changes. */
class GuestFeed {
  readonly #web: WebSocket;
  #isFirst = true;
  #devices = new Map<number, string>();
  #positions = new Map<number, number>();

  constructor(web: WebSocket) {
    this.#web = web;
  }

  update({ devices, positions }: { devices: readonly { id: number }[]; positions: readonly Placed[] }): void {
    if (this.#web.readyState !== this.#web.OPEN) return;
    const changed = devices.filter((device) => this.#devices.get(device.id) !== JSON.stringify(device));
    const moved = positions.filter(({ deviceId, id }) => this.#positions.get(deviceId) !== id);
    const gone = [...this.#devices.keys()].filter((id) => !devices.some((device) => device.id === id));
    this.#devices = new Map(devices.map((device) => [device.id, JSON.stringify(device)]));
    this.#positions = new Map(positions.map(({ deviceId, id }) => [deviceId, id]));
    const isNew = changed.length + moved.length + gone.length > 0;
    if (!isNew && !this.#isFirst) return;
    // First the newest of everything, as docs/reference/tracking-api.md §4.2 has it: the page has read the vehicles
    // itself.
    const frame = {
      ...(this.#isFirst || moved.length > 0 ? { positions: this.#isFirst ? positions : moved } : {}),
      ...(!this.#isFirst && changed.length > 0 ? { devices: changed } : {}),
      ...(gone.length > 0 ? { gone } : {}),
    };
    this.#isFirst = false;
    this.#web.send(JSON.stringify(frame));
  }
}
interface Placed {
  readonly id: number;
  readonly deviceId: number;
}
