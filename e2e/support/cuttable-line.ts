import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A line between browser and server whose live sockets can be cut, while requests go on. */
export class CuttableLine {
  readonly #server;
  readonly #all = new Set<Socket>();
  readonly #live = new Set<Socket>();
  #isCut = false;

  private constructor(port: number) {
    this.#server = createServer((browser) => this.#join(browser, connect(port, '127.0.0.1')));
  }

  static async to(url: string): Promise<CuttableLine> {
    const line = new CuttableLine(Number(new URL(url).port));
    line.#server.listen(0, '127.0.0.1');
    await once(line.#server, 'listening');
    return line;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Ends every live socket and lets none through until `mend`. */
  cut(): void {
    this.#isCut = true;
    for (const socket of this.#live) socket.destroy();
  }
  mend(): void {
    this.#isCut = false;
  }
  close(): void {
    for (const socket of this.#all) socket.destroy();
    this.#server.close();
  }

  #join(browser: Socket, server: Socket): void {
    for (const [one, other] of [
      [browser, server],
      [server, browser],
    ] as const) {
      this.#all.add(one);
      one.on('error', () => other.destroy());
      one.on('close', () => {
        other.destroy();
        this.#all.delete(one);
        this.#live.delete(one);
      });
    }
    browser.on('data', (bytes) => {
      if (bytes.includes('GET /api/socket')) {
        this.#live.add(browser);
        if (this.#isCut) {
          browser.destroy();
          return;
        }
      }
      server.write(bytes);
    });
    server.pipe(browser);
  }
}
