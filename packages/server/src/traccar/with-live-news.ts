import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { host } from '@rastro/base/host';
import type { Log } from '@rastro/base';
import type { Ask } from '../gateway/foreign-calls.ts';
import { socketHeaders } from '../gateway/socket-headers.ts';
import type { MessageInsert, TrackingServer } from '../gateway/tracking-server.ts';
import { LiveNews } from './live-news.ts';
import { newsOf } from './written-news.ts';

/** A write waits so long, at most, until it is known what browsers see that have just opened. */
const FIRST_MS = 1000;

/** A Traccar whose open browsers learn within two seconds of what is written through this installation. */
export function withLiveNews(
  behind: TrackingServer,
  { ask, log }: { readonly ask: Ask; readonly log: Log },
): TrackingServer {
  const news = new LiveNews({ ask, log });
  const opening = new Set<Promise<void>>();
  const follow = async (request: IncomingMessage, socket: Duplex, messages: MessageInsert): Promise<void> => {
    const headers = socketHeaders(request);
    const [user, { kind }] = await Promise.all([behind.known(headers), behind.describe()]);
    if (!user || kind !== 'traccar' || socket.destroyed) return;
    const address = request.socket.remoteAddress ?? '';
    const { first, end } = news.add({ user, headers, address, messages });
    socket.once('close', end);
    await first;
  };
  const allOpen = async (): Promise<void> => {
    if (opening.size === 0) return;
    const waited = Promise.withResolvers<void>();
    const timer = host.setTimeout(waited.resolve, FIRST_MS);
    await Promise.race([Promise.all(opening), waited.promise]);
    host.clearTimeout(timer);
  };
  return {
    ...behind,
    upgrade: (request, socket, head) => {
      const messages = behind.upgrade(request, socket, head);
      if (!messages) return null;
      const following = follow(request, socket, messages)
        .catch((error: unknown) => {
          log.warn({ err: error }, 'a browser does not learn of changed rights until it connects again');
        })
        .finally(() => opening.delete(following));
      opening.add(following);
      return messages;
    },
    send: async (request) => {
      const written = request.method === 'GET' ? [] : newsOf(request);
      if (written.length === 0) return behind.send(request);
      await allOpen();
      const answer = await behind.send(request);
      if (answer.status < 400) news.tell(written, (await behind.known(request.headers))?.id ?? null);
      return answer;
    },
    close: async () => {
      news.close();
      await behind.close();
    },
  };
}
