import { createServer } from 'node:http';
import { once } from 'node:events';
import type { Duplex } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { sendError } from './gateway/answers.ts';
import { gatewayErrors } from './gateway/gateway-errors.ts';

/** Turns new calls away while what answers them closes. */
export class ClosingGate {
  #isClosing = false;

  close(): void {
    this.#isClosing = true;
  }
  guard(app: FastifyInstance): void {
    app.addHook('onRequest', async (_request, reply) => {
      if (!this.#isClosing) return;
      sendError(reply.header('connection', 'close'), gatewayErrors.restarting());
      return reply;
    });
  }
  /** @returns whether the socket was turned away. */
  rejects(socket: Duplex): boolean {
    if (this.#isClosing)
      socket.end(`HTTP/1.1 503 Service Unavailable\r\nretry-after: ${RETRY_S}\r\nconnection: close\r\n\r\n`);
    return this.#isClosing;
  }
}
const RETRY_S = Number(gatewayErrors.restarting().headers?.['retry-after']);

/** Answers everything with 503 at an address whose server is being started. @returns how to free it. */
export async function holdAddress(host: string, port: number): Promise<() => Promise<void>> {
  const { status, text, headers } = gatewayErrors.restarting();
  const server = createServer((request, response) => {
    request.resume();
    response.writeHead(status, { ...headers, 'content-type': 'text/plain', connection: 'close' }).end(text);
  });
  server.listen(port, host);
  await once(server, 'listening');
  return async () => {
    const closed = once(server, 'close');
    server.close();
    server.closeAllConnections();
    await closed;
  };
}
