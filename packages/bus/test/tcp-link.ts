import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** Stands between a client and its server, so that a test can break their network. */
export interface TcpLink {
  /** `host:port`. */
  readonly address: string;
  /** Ends all connections; later ones work as usual. */
  cut(): void;
  /** Nothing passes, in either direction, and nobody is told, until `pass`. */
  stall(): void;
  pass(): void;
  close(): void;
}

/** @param url Of the server. */
export async function tcpLink(url: string): Promise<TcpLink> {
  const { port, hostname } = new URL(url);
  const sockets = new Set<Socket>();
  let isStalled = false;
  const listener = createServer((client) => {
    const server = connect(Number(port), hostname);
    for (const [from, to] of [
      [client, server],
      [server, client],
    ] as const) {
      sockets.add(from);
      from.on('error', () => {});
      from.on('data', (bytes) => to.write(bytes));
      from.on('close', () => {
        sockets.delete(from);
        if (!isStalled) to.destroy();
      });
      if (isStalled) from.pause();
    }
  });
  listener.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const each = (act: (socket: Socket) => void): void => [...sockets].forEach(act);
  return {
    address: `127.0.0.1:${(listener.address() as AddressInfo).port}`,
    cut: () => each((socket) => socket.destroy()),
    stall() {
      isStalled = true;
      each((socket) => socket.pause());
    },
    pass() {
      isStalled = false;
      each((socket) => socket.resume());
    },
    close() {
      listener.close();
      each((socket) => socket.destroy());
    },
  };
}
