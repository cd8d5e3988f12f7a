import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Log } from '@rastro/base';
import type { Ask } from '../gateway/foreign-calls.ts';
import { socketHeaders } from '../gateway/socket-headers.ts';
import type { MessageInsert, TrackingServer } from '../gateway/tracking-server.ts';
import { LiveNews } from './live-news.ts';
import { newsOf } from './written-news.ts';

/** A Traccar whose open browsers learn within two seconds of what is written through this installation. */
export function withLiveNews(
  behind: TrackingServer,
  { ask, log }: { readonly ask: Ask; readonly log: Log },
): TrackingServer {
  const news = new LiveNews({ ask, log });
  const follow = async (request: IncomingMessage, socket: Duplex, messages: MessageInsert): Promise<void> => {
    const headers = socketHeaders(request);
    const [user, { kind }] = await Promise.all([behind.known(headers), behind.describe()]);
    if (!user || kind !== 'traccar' || socket.destroyed) return;
    const address = request.socket.remoteAddress ?? '';
    socket.once('close', news.add({ user, headers, address, messages }));
  };
  return {
    ...behind,
    upgrade: (request, socket, head) => {
      const messages = behind.upgrade(request, socket, head);
      if (messages)
        follow(request, socket, messages).catch((error: unknown) => {
          log.warn({ err: error }, 'a browser does not learn of changed rights until it connects again');
        });
      return messages;
    },
    send: async (request) => {
      const answer = await behind.send(request);
      if (answer.status < 400 && request.method !== 'GET') {
        const written = newsOf(request);
        if (written.length > 0) news.tell(written, (await behind.known(request.headers))?.id ?? null);
      }
      return answer;
    },
    close: async () => {
      news.close();
      await behind.close();
    },
  };
}
