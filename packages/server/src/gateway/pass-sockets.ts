import { connect as connectPlain } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { headersBehind, SOCKET_HEADERS } from './foreign-headers.ts';
import { InsertedMessages } from './inserted-messages.ts';
import type { TrackingServer } from './tracking-server.ts';

interface PassedSockets {
  readonly pass: TrackingServer['upgrade'];
  readonly endAll: () => void;
}

/**
 * Sockets are passed through byte by byte, with messages of ours in between. HTTP no longer knows them, so their ends are
 * stored here.
 */
export function passSockets(baseUrl: string): PassedSockets {
  const target = new URL(baseUrl);
  const prefix = target.pathname.replace(/\/$/, '');
  const ends = new Set<() => void>();
  const pass: PassedSockets['pass'] = (request, socket, head) => {
    const secure = target.protocol === 'https:';
    const port = Number(target.port) || (secure ? 443 : 80);
    const host = target.hostname;
    const onward = secure ? connectTls({ host, port, servername: host }) : connectPlain({ host, port });
    const lines = [`GET ${prefix}${request.url} HTTP/1.1`];
    const sent = Object.entries(headersBehind(request.headers, false));
    const ofSocket = Object.entries(request.headers).filter(([name]) => SOCKET_HEADERS.has(name));
    for (const [name, value] of [...sent, ...ofSocket]) lines.push(`${name}: ${String(value)}`);
    onward.write(`${lines.join('\r\n')}\r\n\r\n`);
    if (head.length > 0) onward.write(head);
    const end = (): void => {
      onward.destroy();
      socket.destroy();
      ends.delete(end);
    };
    ends.add(end);
    onward.on('error', end).on('close', end);
    socket.on('error', end).on('close', end);
    const messages = new InsertedMessages();
    messages.on('error', end).on('close', end);
    onward.pipe(messages).pipe(socket).pipe(onward);
    return messages;
  };
  return {
    pass,
    endAll: () => {
      for (const end of ends) end();
    },
  };
}
