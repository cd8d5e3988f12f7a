import { WebSocket } from 'ws';
import type { ClusterNode } from './cluster-node.ts';
import type { Operator } from './operator.ts';
import { REVOKED_MS } from './session-probe.ts';

const AGAIN_MS = 300;
const ROUND_MS = 2500;

interface Frame {
  readonly devices?: readonly { readonly id: number; readonly lastUpdate: string | null }[];
  readonly positions?: readonly { readonly deviceId: number; readonly serverTime: string }[];
  readonly events?: readonly { readonly deviceId: number; readonly eventTime: string }[];
}
/** A vehicle in a frame, and of when what is shown of it is. */
interface Shown {
  readonly id: number;
  readonly at: string | null;
}
interface Viewer {
  readonly id: number;
  readonly email: string;
  readonly password: string;
}

/**
 * A user who sees a few vehicles, with a socket at each process: a right that is taken away ends within two seconds, at
 * every one of them, and nothing else is ever shown.
 */
export class LiveProbe {
  readonly #nodes: () => readonly ClusterNode[];
  readonly #operator: Operator;
  readonly #viewer: Viewer;
  /** Vehicles that may be seen, and since when not any more; null = they may. */
  readonly #allowed = new Map<number, number | null>();
  readonly #sockets = new Map<string, WebSocket>();
  readonly violations: string[] = [];
  frames = 0;
  /** Rights that were taken away. */
  taken = 0;
  #isEnding = false;
  #running: Promise<unknown> = Promise.resolve();

  constructor(
    nodes: () => readonly ClusterNode[],
    operator: Operator,
    viewer: Viewer,
    allowed: readonly number[],
  ) {
    this.#nodes = nodes;
    this.#operator = operator;
    this.#viewer = viewer;
    for (const id of allowed) this.#allowed.set(id, null);
  }
  start(): void {
    this.#running = Promise.all([this.#connect(), this.#revoke()]);
  }
  async stop(): Promise<void> {
    this.#isEnding = true;
    await this.#running;
    for (const socket of this.#sockets.values()) socket.terminate();
  }

  async #connect(): Promise<void> {
    while (!this.#isEnding) {
      await Promise.all(this.#nodes().map((node) => this.#open(node).catch(() => {})));
      await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
    }
  }
  async #open(node: ClusterNode): Promise<void> {
    if (this.#sockets.has(node.name)) return;
    const body = new URLSearchParams({ email: this.#viewer.email, password: this.#viewer.password });
    const reply = await fetch(`${node.url}/api/session`, {
      method: 'POST',
      body,
      signal: AbortSignal.timeout(5000),
    });
    await reply.arrayBuffer();
    const cookie = reply.headers.get('set-cookie')?.split(';')[0];
    if (!cookie || this.#isEnding) return;
    const socket = new WebSocket(`${node.url.replace('http', 'ws')}/api/socket`, { headers: { cookie } });
    this.#sockets.set(node.name, socket);
    socket.on('error', () => {});
    socket.on('close', () => this.#sockets.delete(node.name));
    socket.on('message', (data: Buffer) => this.#look(node, JSON.parse(data.toString('utf8')) as Frame));
  }
  #look({ name, pausedAt }: ClusterNode, { devices = [], positions = [], events = [] }: Frame): void {
    this.frames++;
    const shown: readonly Shown[] = [
      ...devices.map(({ id, lastUpdate }) => ({ id, at: lastUpdate })),
      ...positions.map(({ deviceId, serverTime }) => ({ id: deviceId, at: serverTime })),
      ...events.map(({ deviceId, eventTime }) => ({ id: deviceId, at: eventTime })),
    ];
    for (const { id, at } of shown) {
      const until = this.#allowed.get(id);
      if (until === undefined) this.violations.push(`${name} showed vehicle ${id}, which was never allowed`);
      else if (until !== null && Date.now() > until + REVOKED_MS && !isOfBefore(at, until, pausedAt))
        this.violations.push(
          `${name} showed vehicle ${id} of ${at} ${Date.now() - until} ms after the right to it ended`,
        );
    }
  }

  async #revoke(): Promise<void> {
    for (let round = 0; !this.#isEnding; round++) {
      const ids = [...this.#allowed.keys()];
      const deviceId = ids[round % ids.length] ?? 0;
      const link = { userId: this.#viewer.id, deviceId };
      await this.#operator.json('DELETE', '/api/permissions', link);
      this.#allowed.set(deviceId, Date.now());
      this.taken++;
      await new Promise((resolve) => setTimeout(resolve, REVOKED_MS + ROUND_MS));
      // From before it is asked for: it may be there before the answer is.
      this.#allowed.set(deviceId, null);
      await this.#operator.json('POST', '/api/permissions', link);
      await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
    }
  }
}

/**
 * A frame that a process was about to send when it began to stand still arrives when it wakes, as over a slow line: it
 * is of the time when it was allowed. Nothing newer is.
 */
const isOfBefore = (at: string | null, until: number, pausedAt: number | null): boolean =>
  pausedAt !== null &&
  pausedAt < until + REVOKED_MS &&
  at !== null &&
  Date.parse(at) <= Math.min(until, pausedAt);
