import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { extname, join, normalize } from 'node:path';
import type { Duplex } from 'node:stream';
import { MadeFleet } from './made-fleet.ts';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
};
/** Content security policy of the product (PRODUCT: strict policy); the page must work with it here too. */
const POLICY =
  "default-src 'self'; script-src 'self'; worker-src 'self' blob:; style-src 'self' 'unsafe-inline'; " +
  "img-src 'self' blob: data: http://127.0.0.1:*; connect-src 'self' http://127.0.0.1:*";
const WEBSOCKET_KEY = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11';

export interface FleetServer {
  readonly url: string;
  readonly fleet: MadeFleet;
  /** Sends one frame to every open page. */
  send(frame: unknown): void;
  /** Cuts every socket, as a broken network does. */
  cut(): void;
  /** HTTP status of the next answers under /api; 200 = works. */
  answerWith(status: number): void;
  close(): Promise<void>;
}

/** A tracking server with a simulated fleet, which also serves the built page. */
export async function serveFleet(options: {
  readonly count: number;
  readonly folder: string;
  readonly port?: number;
}): Promise<FleetServer> {
  const fleet = new MadeFleet(options.count);
  const sockets = new Set<Duplex>();
  let status = 200;
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://x').pathname;
    if (path === '/api/devices' || path === '/api/positions') {
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(
        status === 200 ? JSON.stringify(path.endsWith('devices') ? fleet.devices : fleet.positions) : '',
      );
      return;
    }
    const file = join(options.folder, normalize(path === '/' ? '/index.html' : path));
    readFile(file).then(
      (bytes) => {
        response.writeHead(200, {
          'content-type': TYPES[extname(file)] ?? 'application/octet-stream',
          'content-security-policy': POLICY,
        });
        response.end(bytes);
      },
      () => response.writeHead(404).end(),
    );
  });
  server.on('upgrade', (request: IncomingMessage, socket: Duplex) => {
    if (status !== 200) {
      socket.end(`HTTP/1.1 ${status} No\r\n\r\n`);
      return;
    }
    const key = request.headers['sec-websocket-key'] ?? '';
    const accept = createHash('sha1')
      .update(key + WEBSOCKET_KEY)
      .digest('base64');
    socket.write(
      `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`,
    );
    sockets.add(socket);
    socket.on('data', () => undefined);
    socket.on('error', () => sockets.delete(socket));
    socket.on('close', () => sockets.delete(socket));
  });
  const port = await listen(server, options.port ?? 0);
  return {
    url: `http://127.0.0.1:${port}/`,
    fleet,
    send: (frame) => {
      const bytes = textFrame(JSON.stringify(frame));
      for (const socket of sockets) socket.write(bytes);
    },
    cut: () => {
      for (const socket of sockets) socket.destroy();
    },
    answerWith: (next) => void (status = next),
    close: () => {
      for (const socket of sockets) socket.destroy();
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve) => {
    server.listen(port, '127.0.0.1', () => {
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : port);
    });
  });
}

/** An unmasked text frame (RFC 6455, section 5.2). */
function textFrame(text: string): Buffer {
  const payload = Buffer.from(text);
  const head = Buffer.alloc(10);
  head[0] = 0x81;
  if (payload.length < 126) {
    head[1] = payload.length;
    return Buffer.concat([head.subarray(0, 2), payload]);
  }
  if (payload.length < 65_536) {
    head[1] = 126;
    head.writeUInt16BE(payload.length, 2);
    return Buffer.concat([head.subarray(0, 4), payload]);
  }
  head[1] = 127;
  head.writeBigUInt64BE(BigInt(payload.length), 2);
  return Buffer.concat([head, payload]);
}
