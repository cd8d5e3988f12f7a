import type { ServerResponse } from 'node:http';
import type { Log } from '@rastro/base';
import { TRACKING_ROUTES, type Route, type TrackingKey } from '@rastro/fleet/api';
import { gatewayErrors, type ErrorReply } from '../gateway/gateway-errors.ts';
import type { ForwardedRequest, TrackingServer } from '../gateway/tracking-server.ts';
import { writeReply } from '../gateway/replies.ts';
import { HistoryNotReadyError } from './copy-jobs.ts';
import type { Replica } from './open-replica.ts';
import { SessionEndedError } from './unreadable-answer.ts';
import { REPLICA_FEATURES } from './replica-features.ts';
import { isReportOfOurs, isSavedHere, listReports, sendSaved } from './saved-reports.ts';

/** Writes of the service log. */
const SERVICES = /^\/api\/services(?:\/\d+)?$/;

interface ReplicaUse {
  /** Whether it was open before: then something may be due that nobody asks for. */
  readonly isUsed: boolean;
  /** Whether this installation has a service of its own for addresses. */
  readonly hasGeocoder: boolean;
  readonly log: Log;
}

/**
 * A Traccar with the history features of our own tracking server: they are answered from a copy of its positions.
 * Another node of ours has them itself, and nothing is copied.
 * @param open Opens the copy; asked once it is needed, and again after it failed.
 */
export function withReplica(
  behind: TrackingServer,
  open: () => Promise<Replica>,
  { isUsed, hasGeocoder, log }: ReplicaUse,
): TrackingServer {
  let opened: Promise<Replica> | null = null;
  const replica = (): Promise<Replica> => {
    opened ??= open().catch((error: unknown) => {
      opened = null;
      throw error;
    });
    return opened;
  };
  if (isUsed)
    replica().catch((error: unknown) => log.error({ err: error }, 'scheduled reports are not mailed now'));
  const describe: TrackingServer['describe'] = async () => {
    const described = await behind.describe();
    if (described.kind !== 'traccar') return described;
    return { ...described, features: new Set([...described.features, ...REPLICA_FEATURES]) };
  };
  return {
    ...behind,
    describe,
    progressOf: async (userId) => (await opened)?.progressOf(userId) ?? null,
    stream: async (streamed) => {
      const { feature } = routeOf(streamed.key);
      const isList = isListOfReports(streamed.key, streamed.request.url ?? '/');
      const isCopied = feature !== undefined && REPLICA_FEATURES.has(feature);
      const isLocated = hasGeocoder && streamed.key === 'GET /server/geocode';
      const isHere = isCopied || isLocated || isReportOfOurs(streamed.request.url ?? '/');
      if (!(isList || isHere) || (await behind.describe()).kind !== 'traccar') {
        await behind.stream(streamed);
        return;
      }
      const { request, address } = streamed;
      const user = await streamed.user();
      if (isList && user) {
        const { method = 'GET', url = '/', headers } = request;
        const asked: ForwardedRequest = { method, url, headers, body: null, address };
        writeReply(streamed.response, await listReports({ behind, replica: await replica() }, user, asked));
        return;
      }
      const caller = user && { user, headers: { ...request.headers }, address };
      try {
        await (await replica()).serve({ ...streamed, caller });
      } catch (error) {
        if (error instanceof HistoryNotReadyError)
          sendError(streamed.response, gatewayErrors.historyNotReady());
        else if (error instanceof SessionEndedError)
          sendError(streamed.response, gatewayErrors.notSignedIn());
        else throw error;
      }
    },
    send: async (request) => {
      const isSaved = isSavedHere(request);
      if ((SERVICES.test(request.url) || isSaved) && (await behind.describe()).kind === 'traccar') {
        const caller = await behind.known(request.headers);
        if (!caller) return behind.send(request);
        return isSaved
          ? sendSaved({ behind, replica: await replica() }, caller, request)
          : (await replica()).send(caller, request);
      }
      const answer = await behind.send(request);
      if (answer.status >= 400 || request.method === 'GET') return answer;
      if (request.method === 'POST' && request.url.split('?')[0] === '/api/commands/send') {
        const caller = await behind.known(request.headers);
        if ((await behind.describe()).kind === 'traccar')
          await (await replica()).commandsSent(caller?.id ?? 0, answer);
      } else noticeWrite(await opened, request);
      return answer;
    },
    close: async () => {
      await behind.close();
      // One that could not be opened has nothing to close.
      const copies = await opened?.catch(() => null);
      await copies?.close();
    },
  };
}

const isListOfReports = (key: TrackingKey, url: string): boolean =>
  key === 'GET /reports' || (key === 'GET /permissions' && url.includes('reportId='));

const routeOf = (key: TrackingKey): Route => TRACKING_ROUTES[key];

function noticeWrite(copies: Replica | null, { method, url }: ForwardedRequest): void {
  copies?.changed();
  const removed = /^\/api\/devices\/(\d+)$/.exec(url);
  if (method === 'DELETE' && removed) copies?.deviceRemoved(Number(removed[1]));
}

function sendError(response: ServerResponse, { status, text, headers }: ErrorReply): void {
  response.writeHead(status, { ...headers, 'content-type': 'text/plain' }).end(text);
}
