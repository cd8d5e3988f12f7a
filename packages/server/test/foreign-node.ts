import {
  createServer,
  request as ask,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import { connect } from 'node:net';
import type { Duplex } from 'node:stream';
import { json } from 'node:stream/consumers';

/** For tests: one of our nodes as a Traccar would be, which has nothing at the addresses that are our own, and its own version. */
export async function startForeignNode(nodeUrl: string, hidden: readonly string[]) {
  let isDown = false;
  const requests: string[] = [];
  const server: Server = createServer((request, response) => {
    const { method, url = '/', headers } = request;
    requests.push(`${method} ${url} ${JSON.stringify(headers)}`);
    if (isDown || hidden.some((path) => url.startsWith(path))) {
      request.resume();
      response.writeHead(isDown ? 503 : 404).end();
      return;
    }
    const isRecord = hidden.length > 0 && url === '/api/server' && method === 'GET';
    const sent = isRecord ? { ...headers, 'accept-encoding': 'identity' } : headers;
    const onward = ask(nodeUrl + url, { method, headers: sent }, (answer) => {
      if (isRecord) {
        asTraccar(answer, response);
        return;
      }
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    onward.on('error', () => response.destroy());
    request.pipe(onward);
  });
  server.on('upgrade', (request, socket) => passUpgrade(nodeUrl, request, socket));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('Cannot listen on a port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    /** Every call with its headers. */
    requests,
    /** It is in trouble, or well again. */
    fail: (now: boolean) => {
      isDown = now;
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

function passUpgrade(nodeUrl: string, { method, url, rawHeaders }: IncomingMessage, socket: Duplex): void {
  const onward = connect(Number(new URL(nodeUrl).port), '127.0.0.1');
  const headers = rawHeaders.map((text, at) => (at % 2 === 0 ? `${text}: ` : `${text}\r\n`)).join('');
  onward.write(`${method} ${url} HTTP/1.1\r\n${headers}\r\n`);
  const end = (): void => {
    onward.destroy();
    socket.destroy();
  };
  onward.on('error', end).on('close', end);
  socket.on('error', end).on('close', end);
  onward.pipe(socket).pipe(onward);
}

/** The record of the server with the version of a Traccar. */
function asTraccar(answer: IncomingMessage, response: ServerResponse): void {
  json(answer).then(
    (record) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ ...Object(record), version: '6.14.5' }));
    },
    () => response.destroy(),
  );
}
