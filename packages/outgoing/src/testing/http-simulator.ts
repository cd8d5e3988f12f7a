import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';

export interface SeenRequest {
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}
export interface SimulatedAnswer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}
/** `hang` = the request is taken and never answered; `cut` = the connection ends in the middle of an answer. */
export type Script = (request: SeenRequest) => SimulatedAnswer | 'hang' | 'cut';

/** A scripted outside service for tests; imports nothing of the product. */
export interface HttpSimulator {
  readonly url: string;
  readonly requests: readonly SeenRequest[];
  /** Sets the behavior from now on. */
  script(next: Script): void;
  /** From now on nothing listens at its address. */
  close(): Promise<void>;
}

export async function startHttpSimulator(
  usual: Script,
  tls: { readonly key: string; readonly cert: string } | null = null,
): Promise<HttpSimulator> {
  const requests: SeenRequest[] = [];
  const hanging = new Set<ServerResponse>();
  let script = usual;
  const create = (serve: Parameters<typeof createServer>[1]): Server =>
    tls ? createTlsServer(tls, serve) : createServer(serve);
  const server = create((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method = '', url = '', headers } = request;
      const seen = { method, target: url, headers, body: Buffer.concat(chunks) };
      requests.push(seen);
      const answer = script(seen);
      if (answer === 'hang') hanging.add(response);
      else if (answer === 'cut') {
        response.writeHead(200, { 'content-length': '1000' }).write('{"');
        setTimeout(() => response.destroy(), 20);
      } else response.writeHead(answer.status, answer.headers).end(answer.body ?? '');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `${tls ? 'https' : 'http'}://127.0.0.1:${port}`,
    requests,
    script: (next) => {
      script = next;
    },
    close: () =>
      new Promise((resolve) => {
        for (const response of hanging) response.destroy();
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
