import { once } from 'node:events';
import { createServer, request, type Server } from 'node:http';
import { connect, type AddressInfo } from 'node:net';

const WORKER = '/service-worker.js';

/** The same server as browsers see it before and after a newer build is installed. */
export class NewerBuild {
  readonly #server: Server;
  #isNewer = false;

  private constructor(port: number) {
    this.#server = createServer((asked, answer) => {
      const { method, url = '/' } = asked;
      const isWorker = url === WORKER;
      // Responses that are changed in transit have to be readable.
      const headers = isWorker ? { host: asked.headers.host } : asked.headers;
      const onward = request({ host: '127.0.0.1', port, method, path: url, headers }, (found) => {
        if (!isWorker) {
          answer.writeHead(found.statusCode ?? 502, found.headers);
          found.pipe(answer);
          return;
        }
        let text = '';
        found.setEncoding('utf8').on('data', (part: string) => (text += part));
        found.on('end', () => {
          answer.writeHead(200, { 'content-type': 'text/javascript', 'cache-control': 'no-cache' });
          answer.end(
            this.#isNewer ? text.replace(/\\"version\\":\\"/, String.raw`\"version\":\"newer-`) : text,
          );
        });
      });
      onward.on('error', () => answer.destroy());
      asked.pipe(onward);
    });
    this.#server.on('upgrade', ({ method, url, rawHeaders }, browser, head) => {
      const server = connect(port, '127.0.0.1');
      const lines = rawHeaders.flatMap((name, i) =>
        i % 2 === 0 ? [`${name}: ${rawHeaders[i + 1] ?? ''}`] : [],
      );
      server.write(`${[`${method ?? 'GET'} ${url ?? '/'} HTTP/1.1`, ...lines].join('\r\n')}\r\n\r\n`);
      server.write(head);
      server.pipe(browser).pipe(server);
      server.on('error', () => browser.destroy());
      browser.on('error', () => server.destroy());
    });
  }

  static async before(url: string): Promise<NewerBuild> {
    const build = new NewerBuild(Number(new URL(url).port));
    build.#server.listen(0, '127.0.0.1');
    await once(build.#server, 'listening');
    return build;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }
  /** From now on there is another one. */
  release(): void {
    this.#isNewer = true;
  }
  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}
