import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { DAY_MS, MINUTE_MS, type Clock, type Log } from '@rastro/base';
import type { User } from '@rastro/fleet';
import { cookieValue, FORM, SESSION_COOKIE } from '@rastro/tracker';
import type { ForwardedReply, ForwardedRequest, TrackingServer } from '../gateway/tracking-server.ts';

/** A session that somebody opened with a password here. */
interface RenewableSession {
  readonly token: string;
  readonly until: number;
  lastUsedAt: number;
  /** The session that stands for it now, and the header that gives it to the browser; null = it is the first one. */
  renewed: { readonly session: string; readonly setCookie: string } | null;
  renewing: Promise<boolean> | null;
}
interface Options {
  readonly clock: Clock;
  readonly log: Log;
}

const RENEWABLE_MS = 7 * DAY_MS;
/** A session that was in use a moment ago does not end by itself: the Traccar has lost it. */
const IN_USE_MS = 10 * MINUTE_MS;
const MAX_RENEWABLE = 20_000;

/**
 * A Traccar whose restart signs nobody out who is at work: it forgets its sessions, so a token is made when somebody
 * signs in, held in memory, and opens another session when the first one is gone while it was in use. Sessions that end
 * by their own time, or because somebody signs out, stay ended.
 */
export function withSessions(behind: TrackingServer, options: Options): TrackingServer {
  const renewable = new RenewableSessions(behind, options);
  const isTraccar = async (): Promise<boolean> => (await behind.describe()).kind === 'traccar';
  return {
    ...behind,
    known: async (headers) => renewable.known(headers),
    visible: (user, headers, address) => behind.visible(user, renewable.current(headers), address),
    stream: async (streamed) => {
      const { key, request, response, address } = streamed;
      const { headers } = request;
      const setCookie = renewable.cookieFor(headers);
      if (setCookie !== null) response.setHeader('set-cookie', setCookie);
      request.headers = renewable.current(headers);
      await behind.stream(streamed);
      // From now on it is the account of another: the token would lead to the own one.
      if (key === 'GET /session/:id' && response.statusCode === 200)
        await renewable.forget({ headers, address });
    },
    send: async (request) => {
      const path = request.url.split('?')[0] ?? '';
      const setCookie = renewable.cookieFor(request.headers);
      const answer = await behind.send({ ...request, headers: renewable.current(request.headers) });
      if (path === '/api/session' && request.method === 'DELETE') await renewable.forget(request);
      else if (path === '/api/session' && request.method === 'POST' && answer.status === 200) {
        if (await isTraccar()) await renewable.add(request, answer);
      } else if (setCookie !== null && answer.headers['set-cookie'] === undefined)
        return { ...answer, headers: { ...answer.headers, 'set-cookie': setCookie } };
      return answer;
    },
    upgrade: (request, socket, head) => {
      const { headers } = request;
      socket.once('close', () => renewable.touch(headers));
      request.headers = renewable.current(headers);
      return behind.upgrade(request, socket, head);
    },
  };
}

class RenewableSessions {
  readonly #behind: TrackingServer;
  readonly #options: Options;
  /** By the hash of every session that a browser may still send; the oldest first. */
  readonly #bySession = new Map<string, RenewableSession>();

  constructor(behind: TrackingServer, options: Options) {
    this.#behind = behind;
    this.#options = options;
  }

  /** Headers with the session that stands for the one in them. */
  current(headers: IncomingHttpHeaders): IncomingHttpHeaders {
    const renewed = this.#of(headers)?.renewed;
    return renewed ? { ...headers, cookie: `${SESSION_COOKIE}=${renewed.session}` } : headers;
  }
  /** Cookie that tells a browser of the session that stands for its own; null = its own is right. */
  cookieFor(headers: IncomingHttpHeaders): string | null {
    const renewed = this.#of(headers)?.renewed;
    return renewed && renewed.session !== cookieValue(headers.cookie, SESSION_COOKIE)
      ? renewed.setCookie
      : null;
  }
  touch(headers: IncomingHttpHeaders): void {
    const session = this.#of(headers);
    if (session) session.lastUsedAt = this.#options.clock.now();
  }

  async known(headers: IncomingHttpHeaders): Promise<User | null> {
    const session = headers.authorization === undefined ? this.#of(headers) : null;
    if (!session) return this.#behind.known(headers);
    const now = this.#options.clock.now();
    const wasInUse = session.lastUsedAt > now - IN_USE_MS;
    session.lastUsedAt = now;
    const user = await this.#behind.known(this.current(headers));
    if (user || !wasInUse || session.until <= now) return user;
    session.renewing ??= this.#renew(session, headers).finally(() => {
      session.renewing = null;
    });
    return (await session.renewing) ? this.#behind.known(this.current(headers)) : null;
  }

  async add({ headers, address }: ForwardedRequest, answer: ForwardedReply): Promise<void> {
    const setCookie = sessionCookieIn(answer);
    const session = setCookie === null ? null : cookieValue(setCookie.split(';')[0], SESSION_COOKIE);
    if (setCookie === null || session === null) return;
    const now = this.#options.clock.now();
    const until = now + RENEWABLE_MS;
    const own = { ...headers, cookie: `${SESSION_COOKIE}=${session}` };
    const expiration = new Date(until).toISOString();
    const made = await this.#form('/api/session/token', { expiration }, own, address);
    if (made.status !== 200) {
      this.#options.log.warn({ status: made.status }, 'a session will not outlive a restart of the Traccar');
      return;
    }
    const token = made.body.toString('utf8');
    this.#put(session, { token, until, lastUsedAt: now, renewed: null, renewing: null });
  }

  /** Called when somebody signs out: their token opens no other one. */
  async forget({ headers, address }: Pick<ForwardedRequest, 'headers' | 'address'>): Promise<void> {
    const session = this.#of(headers);
    if (!session) return;
    for (const [hash, each] of this.#bySession) if (each === session) this.#bySession.delete(hash);
    const { authorization: _none, cookie: _over, ...rest } = headers;
    const own = { ...rest, authorization: `Bearer ${session.token}` };
    const fields = { token: session.token };
    const revoked = await this.#form('/api/session/token/revoke', fields, own, address);
    if (revoked.status >= 400)
      this.#options.log.warn({ status: revoked.status }, 'the token of a session was not revoked');
  }

  async #renew(session: RenewableSession, headers: IncomingHttpHeaders): Promise<boolean> {
    const { cookie: _over, 'content-type': _type, 'content-length': _length, ...own } = headers;
    const url = `/api/session?token=${encodeURIComponent(session.token)}`;
    const answer = await this.#behind.send({ method: 'GET', url, headers: own, body: null, address: '' });
    const setCookie = sessionCookieIn(answer);
    const opened = setCookie === null ? null : cookieValue(setCookie.split(';')[0], SESSION_COOKIE);
    if (answer.status !== 200 || setCookie === null || opened === null) {
      for (const [hash, each] of this.#bySession) if (each === session) this.#bySession.delete(hash);
      return false;
    }
    session.renewed = { session: opened, setCookie };
    this.#put(opened, session);
    return true;
  }

  #put(session: string, entry: RenewableSession): void {
    this.#bySession.set(hashOf(session), entry);
    for (const [hash] of this.#bySession) {
      if (this.#bySession.size <= MAX_RENEWABLE) return;
      this.#bySession.delete(hash);
    }
  }
  #of({ cookie }: IncomingHttpHeaders): RenewableSession | null {
    const session = cookieValue(cookie, SESSION_COOKIE);
    return session === null ? null : (this.#bySession.get(hashOf(session)) ?? null);
  }
  #form(
    url: string,
    fields: Readonly<Record<string, string>>,
    headers: IncomingHttpHeaders,
    address: string,
  ): Promise<ForwardedReply> {
    const sent = { ...headers, accept: '*/*', 'content-type': FORM };
    const body = Buffer.from(new URLSearchParams(fields).toString());
    return this.#behind.send({ method: 'POST', url, headers: sent, body, address });
  }
}

const hashOf = (session: string): string => createHash('sha256').update(session).digest('base64');

function sessionCookieIn({ headers }: ForwardedReply): string | null {
  const sets = [headers['set-cookie'] ?? []].flat();
  return sets.find((set) => set.startsWith(`${SESSION_COOKIE}=`)) ?? null;
}
