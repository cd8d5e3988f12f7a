import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/**
 * Stands in front of several processes that serve users, at one address, and gives each connection to the next of them.
 * A browser opens several at once: its requests and its live data come from all of them. That is worse than what
 * operators are told to have, a load balancer that keeps a user at one process.
 */
export class InTurns {
  readonly #sockets = new Set<Socket>();
  #server: Server | null = null;
  #ports: readonly number[] = [];
  #port = 0;
  #turn = 0;

  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  /** Opens its address, the same one each time. */
  async open(ports: readonly number[]): Promise<void> {
    this.#ports = ports;
    const server = createServer((visitor) => this.#join(visitor));
    server.listen(this.#port, '127.0.0.1');
    await once(server, 'listening');
    this.#server = server;
    this.#port = (server.address() as AddressInfo).port;
  }

  /** Nothing listens any more, and all connections are gone. */
  async close(): Promise<void> {
    const server = this.#server;
    this.#server = null;
    for (const socket of this.#sockets) socket.destroy();
    if (server) await new Promise((resolve) => server.close(resolve));
  }

  #join(visitor: Socket): void {
    const port = this.#ports[this.#turn++ % this.#ports.length] ?? 0;
    const onward = connect({ host: '127.0.0.1', port, noDelay: true });
    for (const [one, other] of [
      [visitor, onward],
      [onward, visitor],
    ] as const) {
      this.#sockets.add(one);
      one.on('error', () => other.destroy());
      one.on('close', () => {
        this.#sockets.delete(one);
        other.destroy();
      });
      one.pipe(other);
    }
  }
}
