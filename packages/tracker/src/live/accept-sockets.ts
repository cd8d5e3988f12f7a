import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import type { Authenticator } from '../access/authenticate.ts';
import type { LiveHub } from './live-hub.ts';
import { LiveSocket } from './live-socket.ts';

/** Clients say nothing that needs more. */
const MAX_CLIENT_BYTES = 4096;

export type Upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => void;

/**
 * Opens `/api/socket` for a session cookie of its own origin or a `?token=`; anybody else gets a 401.
 * @source docs/reference/tracking-api.md §4.1
 */
export function acceptSockets(hub: LiveHub, authenticator: Authenticator): Upgrade {
  const server = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_CLIENT_BYTES,
    perMessageDeflate: false,
  });
  return (request, socket, head) => {
    // Only the query counts here, and it parses whatever stands before it.
    const token = new URLSearchParams(request.url?.split('?')[1] ?? '').get('token');
    const caller =
      token === null ? authenticator.fromCookie(request.headers) : authenticator.fromToken(token);
    const credential = caller?.credential ?? null;
    if (!caller || !credential) {
      rejectUpgrade(socket, '401 Unauthorized');
      return;
    }
    if (!hub.hasCapacity(caller.user.id)) {
      rejectUpgrade(socket, '429 Too Many Requests');
      return;
    }
    server.handleUpgrade(request, socket, head, (webSocket) => {
      const live = new LiveSocket(webSocket, caller.user.id, credential);
      webSocket.on('error', () => webSocket.terminate());
      webSocket.on('message', (message: Buffer) => {
        const wanted = logSwitch(message.toString('utf8'));
        if (wanted !== null) hub.wantLogs(live, wanted);
      });
      webSocket.on('close', () => hub.remove(live));
      hub.add(live);
    });
  };
}

function rejectUpgrade(socket: Duplex, status: string): void {
  socket.on('error', () => socket.destroy()); // The peer may be gone before it reads this.
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}

/**
 * `{"logs": true}` or `{"logs": false}`; null = anything else, such as a probe.
 * @source docs/reference/tracking-api.md §4.3
 */
function logSwitch(text: string): boolean | null {
  try {
    const { logs } = Object(JSON.parse(text)) as { logs?: unknown };
    return typeof logs === 'boolean' ? logs : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
