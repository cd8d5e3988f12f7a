import { once } from 'node:events';
import { createServer, request, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';

export interface Crossing {
  readonly path: string;
  readonly bytes: number;
  readonly encoding: string;
}

/**
 * A proxy between the browser and a server that counts all traffic: of page, worker and service worker. Responses from
 * the browser's cache do not pass. Sockets are passed on uncounted.
 */
export class WireCount {
  readonly #target: URL;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  #crossed: Crossing[] = [];
  #lastAt = performance.now();

  private constructor(target: string) {
    this.#target = new URL(target);
    this.#server = createServer((asked, answer) => this.#pass(asked, answer));
    this.#server.on('connection', (socket) => this.#add(socket));
    this.#server.on('upgrade', (asked: IncomingMessage, socket: Socket, head: Buffer) =>
      this.#join(asked, socket, head),
    );
  }

  static async to(url: string): Promise<WireCount> {
    const line = new WireCount(url);
    line.#server.listen(0, '127.0.0.1');
    await once(line.#server, 'listening');
    return line;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }
  get crossed(): readonly Crossing[] {
    return this.#crossed;
  }
  /** Time since anything last crossed. */
  get quietMs(): number {
    return performance.now() - this.#lastAt;
  }
  forget(): void {
    this.#lastAt = performance.now();
    this.#crossed = [];
  }

  async stop(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #pass(asked: IncomingMessage, answer: ServerResponse): void {
    const { hostname, port } = this.#target;
    const { method, url: path = '/', headers } = asked;
    const onward = request({ hostname, port, method, path, headers }, (got) => {
      let bytes = got.rawHeaders.join(': ').length;
      this.#lastAt = performance.now();
      answer.writeHead(got.statusCode ?? 502, got.headers);
      got.on('data', (part: Buffer) => (bytes += part.length));
      got.on('end', () => {
        this.#lastAt = performance.now();
        this.#crossed.push({ path, bytes, encoding: got.headers['content-encoding'] ?? '' });
      });
      got.pipe(answer);
    });
    onward.on('error', () => answer.destroy());
    asked.pipe(onward);
  }

  #join(asked: IncomingMessage, socket: Socket, head: Buffer): void {
    const onward = connect(Number(this.#target.port), this.#target.hostname, () => {
      const lines = [`${asked.method} ${asked.url} HTTP/1.1`];
      for (let at = 0; at < asked.rawHeaders.length; at += 2)
        lines.push(`${asked.rawHeaders[at]}: ${asked.rawHeaders[at + 1]}`);
      onward.write(`${lines.join('\r\n')}\r\n\r\n`);
      onward.write(head);
      socket.pipe(onward).pipe(socket);
    });
    this.#add(onward);
    for (const end of [socket, onward]) end.on('error', () => end.destroy());
  }

  #add(socket: Socket): void {
    this.#sockets.add(socket);
    socket.on('close', () => this.#sockets.delete(socket));
  }
}
