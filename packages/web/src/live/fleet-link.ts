import type { Device, Position } from '@rastro/fleet';
import type { FleetFrame } from './fleet-engine.ts';
import type { Connection } from './fleet.ts';
import { FramesWhileReading } from './frames-while-reading.ts';
import {
  connectionOf,
  dueAt,
  startSession,
  stepSession,
  type SessionInput,
  type SessionState,
  type SessionStep,
} from './socket-session.ts';

export interface FleetLinkEvents {
  onLoad(devices: readonly Device[], positions: readonly Position[]): void;
  onFrame(frame: FleetFrame): void;
  /** @param lastMessageAt Last message of the server, ms since 1970; 0 = never. */
  onConnection(connection: Connection, lastMessageAt: number): void;
}
export interface FleetLinkOptions {
  /** Ends in a slash. */
  readonly apiUrl: string;
  readonly socketUrl: string;
  /** Resolves when the first read may begin: an overview of the fleet is on the map before. */
  readonly mayRead: Promise<void>;
}

/** A read that takes longer than this has failed (docs/reference/requirements.md SPEC §9: tracking server API). */
const READ_TIMEOUT_MS = 60_000;

/** Drives the session: the real socket, the real requests and the real clock. */
export class FleetLink {
  readonly #options: FleetLinkOptions;
  readonly #events: FleetLinkEvents;
  #state: SessionState;
  #lastMessageAt = 0;
  #socket: WebSocket | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #reading: AbortController | null = null;
  readonly #whileReading = new FramesWhileReading();

  constructor(options: FleetLinkOptions, events: FleetLinkEvents) {
    this.#options = options;
    this.#events = events;
    const first = startSession(Date.now());
    this.#state = first.state;
    this.#follow(first);
  }

  wake(): void {
    this.#input({ type: 'wake' });
  }
  refresh(): void {
    this.#input({ type: 'refresh' });
  }

  get lastMessageAt(): number {
    return this.#lastMessageAt;
  }

  #input(input: SessionInput): void {
    if (input.type === 'message' || input.type === 'read') this.#lastMessageAt = Date.now();
    this.#follow(stepSession(this.#state, input, Date.now()));
  }

  #follow({ state, effects }: SessionStep): void {
    const isNewName = state.name !== this.#state.name || state.name === 'waiting';
    this.#state = state;
    if (isNewName) this.#events.onConnection(connectionOf(state), this.#lastMessageAt);
    for (const effect of effects) {
      if (effect === 'open') this.#open();
      else if (effect === 'close') this.#close();
      else void this.#read();
    }
    clearTimeout(this.#timer);
    const due = dueAt(this.#state);
    if (due === null) return;
    this.#timer = setTimeout(() => this.#input({ type: 'tick' }), Math.max(0, due - Date.now()));
  }

  #open(): void {
    this.#close();
    const socket = new WebSocket(this.#options.socketUrl);
    this.#socket = socket;
    const ifCurrent =
      (callback: () => void): (() => void) =>
      () => {
        if (this.#socket === socket) callback();
      };
    socket.onopen = ifCurrent(() => this.#input({ type: 'opened' }));
    socket.onclose = ifCurrent(() => this.#input({ type: 'closed' }));
    socket.onmessage = (message: MessageEvent<unknown>) => {
      if (this.#socket !== socket) return;
      this.#input({ type: 'message' });
      const frame = readFrame(message.data);
      if (frame === null) return;
      if (this.#reading !== null) this.#whileReading.add(frame);
      this.#events.onFrame(frame);
    };
  }

  #close(): void {
    const socket = this.#socket;
    this.#socket = null;
    socket?.close();
    this.#reading?.abort();
    this.#reading = null;
  }

  async #read(): Promise<void> {
    this.#reading?.abort();
    const reading = new AbortController();
    this.#reading = reading;
    this.#whileReading.take();
    try {
      await this.#options.mayRead;
      const signal = AbortSignal.any([reading.signal, AbortSignal.timeout(READ_TIMEOUT_MS)]);
      const [devices, positions] = await Promise.all([
        readList<Device>(`${this.#options.apiUrl}devices`, signal),
        readList<Position>(`${this.#options.apiUrl}positions`, signal),
      ]);
      if (this.#reading !== reading) return;
      this.#reading = null;
      this.#events.onLoad(devices, positions);
      this.#events.onFrame(this.#whileReading.take());
      this.#input({ type: 'read' });
    } catch (error) {
      if (this.#reading !== reading) return;
      this.#input({ type: 'readFailed', status: error instanceof HttpError ? error.status : 0 });
    }
  }
}

class HttpError extends Error {
  override readonly name = 'HttpError';
  readonly status: number;
  constructor(url: string, status: number) {
    super(`Cannot read ${url}: the server answered ${status}`);
    this.status = status;
  }
}

async function readList<T>(url: string, signal: AbortSignal): Promise<readonly T[]> {
  const answer = await fetch(url, {
    credentials: 'same-origin',
    headers: { Accept: 'application/json' },
    signal,
  });
  if (!answer.ok) throw new HttpError(url, answer.status);
  const list: unknown = await answer.json();
  if (!Array.isArray(list)) throw new HttpError(url, answer.status);
  return list as readonly T[];
}

/** Null for what is no frame: the keepalive, or text that does not parse. */
function readFrame(data: unknown): FleetFrame | null {
  if (typeof data !== 'string' || data === '{}') return null;
  try {
    const frame: unknown = JSON.parse(data);
    return typeof frame === 'object' && frame !== null ? frame : null;
  } catch {
    // A frame cut by a proxy: the next one of the same vehicle carries the newer state.
    return null;
  }
}
