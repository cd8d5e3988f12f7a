import { once } from 'node:events';
import {
  Agent,
  createServer,
  request,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';

/**
 * Stands in front of several processes that serve users, at one address, and gives each request to the next of them: what
 * one has written another one reads. That is harder than what operators are told to have, a load balancer that keeps a
 * user at one process.
 */
export class InTurns {
  readonly #sockets = new Set<Socket>();
  #agent = new Agent({ keepAlive: true });
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
    const server = createServer((asked, answer) => this.#pass(asked, answer));
    server.on('connection', (socket) => this.#add(socket));
    server.on('upgrade', (asked: IncomingMessage, socket: Socket, head: Buffer) =>
      this.#join(asked, socket, head),
    );
    server.listen(this.#port, '127.0.0.1');
    await once(server, 'listening');
    this.#server = server;
    this.#port = (server.address() as AddressInfo).port;
  }

  /** Nothing listens any more, and all connections are gone. */
  async close(): Promise<void> {
    const server = this.#server;
    this.#server = null;
    this.#agent.destroy();
    this.#agent = new Agent({ keepAlive: true });
    for (const socket of this.#sockets) socket.destroy();
    if (server) await new Promise((resolve) => server.close(resolve));
  }

  #next(): { readonly host: string; readonly port: number } {
    return { host: '127.0.0.1', port: this.#ports[this.#turn++ % this.#ports.length] ?? 0 };
  }

  #pass(asked: IncomingMessage, answer: ServerResponse): void {
    const { method, url: path, rawHeaders: headers } = asked;
    const onward = request({ ...this.#next(), method, path, headers, agent: this.#agent }, (got) => {
      answer.writeHead(got.statusCode ?? 502, got.rawHeaders);
      got.on('error', () => answer.destroy());
      got.pipe(answer);
    });
    onward.on('error', () => answer.destroy());
    answer.on('close', () => onward.destroy());
    asked.pipe(onward);
  }

  /** Live data: the connection stays at one process. */
  #join(asked: IncomingMessage, socket: Socket, head: Buffer): void {
    const onward = connect(this.#next());
    this.#add(onward);
    const lines = [`${asked.method} ${asked.url} HTTP/1.1`];
    for (let at = 0; at < asked.rawHeaders.length; at += 2)
      lines.push(`${asked.rawHeaders[at]}: ${asked.rawHeaders[at + 1]}`);
    onward.write(`${lines.join('\r\n')}\r\n\r\n`);
    onward.write(head);
    for (const [one, other] of [
      [socket, onward],
      [onward, socket],
    ] as const) {
      one.on('error', () => other.destroy());
      one.on('close', () => other.destroy());
      one.pipe(other);
    }
  }

  #add(socket: Socket): void {
    this.#sockets.add(socket);
    socket.on('close', () => this.#sockets.delete(socket));
  }
}
