import type { ServerResponse } from 'node:http';
import type { Log } from '@rastro/base';
import { TRACKING_ROUTES, type Route, type TrackingKey } from '@rastro/fleet/api';
import { gatewayErrors, type ErrorReply } from '../gateway/gateway-errors.ts';
import type {
  ForwardedReply,
  ForwardedRequest,
  StreamedRequest,
  TrackingServer,
} from '../gateway/tracking-server.ts';
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
  use: ReplicaUse,
): TrackingServer {
  const copies = new Copies(behind, open, use);
  return {
    ...behind,
    describe: async () => {
      const described = await behind.describe();
      if (described.kind !== 'traccar') return described;
      return { ...described, features: new Set([...described.features, ...REPLICA_FEATURES]) };
    },
    readReport: (userId, url) => copies.readReport(userId, url),
    progressOf: async (userId) => (await copies.opened)?.progressOf(userId) ?? null,
    stream: async (streamed) => {
      const isAsked = copies.isListed(streamed) || copies.isHere(streamed);
      if (isAsked && (await behind.describe()).kind === 'traccar') await copies.stream(streamed);
      else await behind.stream(streamed);
    },
    send: (request) => copies.send(request),
    close: async () => {
      await behind.close();
      // One that could not be opened has nothing to close.
      const opened = await copies.opened?.catch(() => null);
      await opened?.close();
    },
  };
}

class Copies {
  readonly #behind: TrackingServer;
  readonly #open: () => Promise<Replica>;
  readonly #hasGeocoder: boolean;
  /** Null = it is not needed yet, or could not be opened. */
  opened: Promise<Replica> | null = null;

  constructor(
    behind: TrackingServer,
    open: () => Promise<Replica>,
    { isUsed, hasGeocoder, log }: ReplicaUse,
  ) {
    this.#behind = behind;
    this.#open = open;
    this.#hasGeocoder = hasGeocoder;
    if (isUsed)
      this.#replica().catch((error: unknown) =>
        log.error({ err: error }, 'scheduled reports are not mailed now'),
      );
  }

  /** A list that has entries there and here. */
  isListed({ key, request: { url = '/' } }: StreamedRequest): boolean {
    return key === 'GET /reports' || (key === 'GET /permissions' && url.includes('reportId='));
  }
  isHere({ key, request: { url = '/' } }: StreamedRequest): boolean {
    const { feature } = routeOf(key);
    if (feature !== undefined && REPLICA_FEATURES.has(feature)) return true;
    return isReportOfOurs(url) || (this.#hasGeocoder && key === 'GET /server/geocode');
  }

  async stream(streamed: StreamedRequest): Promise<void> {
    const { request, response, address } = streamed;
    const user = await streamed.user();
    if (this.isListed(streamed) && user) {
      const { method = 'GET', url = '/', headers } = request;
      const asked: ForwardedRequest = { method, url, headers, body: null, address };
      writeReply(response, await listReports(await this.#both(), user, asked));
      return;
    }
    const caller = user && { user, headers: { ...request.headers }, address };
    try {
      await (await this.#replica()).serve({ ...streamed, caller });
    } catch (error) {
      if (error instanceof HistoryNotReadyError) sendError(response, gatewayErrors.historyNotReady());
      else if (error instanceof SessionEndedError) sendError(response, gatewayErrors.notSignedIn());
      else throw error;
    }
  }

  async send(request: ForwardedRequest): Promise<ForwardedReply> {
    const isSaved = isSavedHere(request);
    if ((SERVICES.test(request.url) || isSaved) && (await this.#isTraccar())) {
      const caller = await this.#behind.known(request.headers);
      if (!caller) return this.#behind.send(request);
      return isSaved
        ? sendSaved(await this.#both(), caller, request)
        : (await this.#replica()).send(caller, request);
    }
    const answer = await this.#behind.send(request);
    if (answer.status >= 400 || request.method === 'GET') return answer;
    if (request.method === 'POST' && request.url.split('?')[0] === '/api/commands/send') {
      const caller = await this.#behind.known(request.headers);
      if (await this.#isTraccar()) await (await this.#replica()).commandsSent(caller?.id ?? 0, answer);
    } else noticeWrite(await this.opened, request);
    return answer;
  }

  async readReport(userId: number, url: string): ReturnType<NonNullable<TrackingServer['readReport']>> {
    return (await this.#isTraccar()) ? (await this.#replica()).readReport(userId, url) : null;
  }

  #replica(): Promise<Replica> {
    this.opened ??= this.#open().catch((error: unknown) => {
      this.opened = null;
      throw error;
    });
    return this.opened;
  }
  async #both() {
    return { behind: this.#behind, replica: await this.#replica() };
  }
  async #isTraccar(): Promise<boolean> {
    return (await this.#behind.describe()).kind === 'traccar';
  }
}

const routeOf = (key: TrackingKey): Route => TRACKING_ROUTES[key];

function noticeWrite(copies: Replica | null, { method, url }: ForwardedRequest): void {
  copies?.changed();
  const removed = /^\/api\/devices\/(\d+)$/.exec(url);
  if (method === 'DELETE' && removed) copies?.deviceRemoved(Number(removed[1]));
}

function sendError(response: ServerResponse, { status, text, headers }: ErrorReply): void {
  response.writeHead(status, { ...headers, 'content-type': 'text/plain' }).end(text);
}
