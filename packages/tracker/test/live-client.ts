import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { WebSocket, type ClientOptions } from 'ws';
import type { Tracker } from '../src/tracker.ts';
import { eventually } from './open-test-tracker.ts';

/** Content of a live frame, as far as tests look at it. */
export interface LiveFrame {
  readonly at: number;
  readonly positions?: readonly {
    readonly id: number;
    readonly deviceId: number;
    readonly fixTime: string;
  }[];
  readonly devices?: readonly { readonly id: number; readonly status: string; readonly positionId: number }[];
  readonly commands?: readonly { readonly id: number; readonly status: string }[];
  readonly events?: readonly {
    readonly deviceId: number;
    readonly type: string;
    readonly attributes: Readonly<Record<string, unknown>>;
  }[];
  readonly gone?: readonly number[];
  readonly changed?: readonly string[];
}

/** A browser's live socket: collects frames. */
export class LiveClient {
  readonly socket: WebSocket;
  readonly frames: LiveFrame[] = [];
  closeCode: number | null = null;

  private constructor(socket: WebSocket) {
    this.socket = socket;
    socket.on('message', (data: Buffer) => {
      this.frames.push({ ...(JSON.parse(data.toString('utf8')) as object), at: performance.now() });
    });
    socket.on('close', (code) => (this.closeCode = code));
    socket.on('error', () => {});
  }

  /** Opened, with its first frame read. @throws Error with the status when rejected. */
  static async open(url: string, options: ClientOptions): Promise<LiveClient> {
    const socket = new WebSocket(url, options);
    const client = new LiveClient(socket);
    await new Promise<void>((resolve, reject) => {
      socket.once('open', resolve);
      socket.once('error', reject);
    });
    await eventually(() => client.frames.length > 0);
    return client;
  }

  get deviceIdsSeen(): ReadonlySet<number> {
    const seen = this.frames.flatMap(({ devices, positions }) => [
      ...(devices ?? []).map(({ id }) => id),
      ...(positions ?? []).map(({ deviceId }) => deviceId),
    ]);
    return new Set(seen);
  }
  get latestPositionIds(): ReadonlyMap<number, number> {
    return new Map(this.frames.flatMap(({ positions }) => (positions ?? []).map((p) => [p.deviceId, p.id])));
  }
}

/** The web side of a tracker on a port of its own, as the gateway would serve it. */
export async function serveTracker(
  tracker: Pick<Tracker, 'api' | 'upgrade'>,
): Promise<{ url: string; server: Server }> {
  const server = createServer((request, response) => tracker.api.routing(request, response));
  server.on('upgrade', (request, socket, head) => tracker.upgrade(request, socket, head));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}`, server };
}
