import { host } from '@rastro/base/host';
import type { WebSocket } from 'ws';
import type { StoredCredential } from '@rastro/storage';
import type { RightsNews } from './rights-watch.ts';

/** Close code of the tracking API's client for "signed out": it does not reconnect. */
export const CLOSE_SIGNED_OUT = 4000;
/** Bytes the kernel has not taken; above this a reader counts as slow and waits for the newest. */
const SLOW_BYTES = 512 * 1024;
const MAX_EVENTS = 1000;
const MAX_LOGS = 500;

/** Something of a vehicle that waits to be sent; null = of none. The right to it may end while it waits. */
export interface QueuedText {
  readonly deviceId: number | null;
  readonly json: string;
}
/** Whether a vehicle may be shown now. */
type Shows = (deviceId: number) => boolean;
const textsOf = (items: readonly QueuedText[], shows: Shows): readonly string[] =>
  items.flatMap(({ deviceId, json }) => (deviceId === null || shows(deviceId) ? [json] : []));

/**
 * One browser. What it has not been sent yet is a set of ids (bounded by the devices it may see) and the
 * newest events (bounded): however slow it reads, it costs no more, and gets the newest, not the oldest.
 */
export class LiveSocket {
  readonly userId: number;
  readonly credential: StoredCredential;
  readonly dirtyPositions = new Set<number>();
  readonly dirtyDevices = new Set<number>();
  /** Devices that it must no longer show. */
  readonly gone = new Set<number>();
  /** Things that the client must read again. */
  readonly stale = new Set<string>();
  readonly #socket: WebSocket;
  #hasAnswered = true;
  #events: QueuedText[] = [];
  #logs: QueuedText[] = [];
  #commands: QueuedText[] = [];

  constructor(socket: WebSocket, userId: number, credential: StoredCredential) {
    this.#socket = socket;
    socket.on('pong', () => (this.#hasAnswered = true));
    this.userId = userId;
    this.credential = credential;
  }

  get isReady(): boolean {
    return this.#socket.readyState === this.#socket.OPEN && this.#socket.bufferedAmount < SLOW_BYTES;
  }
  get hasBacklog(): boolean {
    const removed = this.gone.size + this.stale.size;
    const queued = removed + this.#events.length + this.#commands.length + this.#logs.length;
    return this.dirtyPositions.size > 0 || this.dirtyDevices.size > 0 || queued > 0;
  }

  /** Rights changed: what came is sent whole, what went is named. */
  follow({ came, gone, changed }: Pick<RightsNews, 'came' | 'gone' | 'changed'>): void {
    for (const id of came) {
      this.gone.delete(id);
      this.dirtyDevices.add(id);
      this.dirtyPositions.add(id);
    }
    for (const id of gone) {
      this.dirtyDevices.delete(id);
      this.dirtyPositions.delete(id);
      this.gone.add(id);
    }
    for (const what of changed) this.stale.add(what);
  }
  /** Message about changed rights; null = none. */
  takeRights(): { readonly gone?: readonly number[]; readonly changed?: readonly string[] } | null {
    if (this.gone.size === 0 && this.stale.size === 0) return null;
    const rights = {
      ...(this.gone.size > 0 ? { gone: [...this.gone] } : {}),
      ...(this.stale.size > 0 ? { changed: [...this.stale] } : {}),
    };
    this.gone.clear();
    this.stale.clear();
    return rights;
  }

  queueEvent(item: QueuedText): void {
    this.#events.push(item);
    if (this.#events.length > MAX_EVENTS) this.#events.shift();
  }
  takeEvents(shows: Shows): readonly string[] {
    const events = this.#events;
    this.#events = [];
    return textsOf(events, shows);
  }

  queueCommand(item: QueuedText): void {
    this.#commands.push(item);
    if (this.#commands.length > MAX_EVENTS) this.#commands.shift();
  }
  takeCommands(shows: Shows): readonly string[] {
    const commands = this.#commands;
    this.#commands = [];
    return textsOf(commands, shows);
  }

  queueLog(item: QueuedText): void {
    this.#logs.push(item);
    if (this.#logs.length > MAX_LOGS) this.#logs.shift();
  }
  takeLogs(shows: Shows): readonly string[] {
    const logs = this.#logs;
    this.#logs = [];
    return textsOf(logs, shows);
  }

  /** Pings the browser; one that did not answer the last ping is gone, as after a lost connection. */
  askIfThere(): void {
    if (!this.#hasAnswered) {
      this.#socket.terminate();
      return;
    }
    this.#hasAnswered = false;
    this.#socket.ping();
  }
  send(frame: Buffer): void {
    this.#socket.send(frame, { binary: false });
  }
  /** @param code 4000 = signed out; anything else makes clients come back. */
  close(code: number, reason: string): void {
    this.#socket.close(code, reason);
    // A peer that does not answer the close must not keep its socket.
    host.setTimeout(() => this.#socket.terminate(), 2000).unref();
  }
}
