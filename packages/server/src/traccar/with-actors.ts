import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { HOUR_MS, type Clock, type Log } from '@rastro/base';
import type { User } from '@rastro/fleet';
import { cookieValue, FORM, SESSION_COOKIE } from '@rastro/tracker';
import type { ForwardedReply, StreamedRequest, TrackingServer } from '../gateway/tracking-server.ts';
import { jsonReply, textReply, writeReply } from '../gateway/replies.ts';

/** A user who opened the account of another, and the token that leads back. */
interface Actor {
  readonly id: number;
  readonly name: string;
  readonly token: string;
  readonly until: number;
}
interface Options {
  readonly clock: Clock;
  readonly log: Log;
}

/** For this long there is a way back; after it the actor signs in again. */
const BACK_MS = 12 * HOUR_MS;
const MAX_ACTORS = 10_000;
const NOTHING = Buffer.alloc(0);

/**
 * A Traccar from whose "sign in as this user" there is a way back. It forgets who signed in, so a token of the actor is
 * made before, held in memory beside the new session, and revoked once it was used.
 */
export function withActors(behind: TrackingServer, options: Options): TrackingServer {
  const actors = new Actors(behind, options);
  const isTraccar = async (): Promise<boolean> => (await behind.describe()).kind === 'traccar';
  return {
    ...behind,
    describe: async () => {
      const described = await behind.describe();
      if (described.kind !== 'traccar') return described;
      return { ...described, features: new Set([...described.features, 'actors'] as const) };
    },
    stream: async (streamed) => {
      const { key, request, response } = streamed;
      const isOurs = key === 'GET /session/:id' || key === 'GET /session/actor';
      if (!isOurs || !(await isTraccar())) await behind.stream(streamed);
      else if (key === 'GET /session/:id') writeReply(response, await actors.openAccount(streamed));
      else writeReply(response, actors.answerActor(request.headers));
    },
    send: async (request) =>
      request.url === '/api/session/back' && (await isTraccar())
        ? actors.goBack(request.headers, request.address)
        : behind.send(request),
  };
}

class Actors {
  readonly #behind: TrackingServer;
  readonly #options: Options;
  /** By the session that they opened. */
  readonly #bySession = new Map<string, Actor>();

  constructor(behind: TrackingServer, options: Options) {
    this.#behind = behind;
    this.#options = options;
  }

  answerActor(headers: IncomingHttpHeaders): ForwardedReply {
    const actor = this.#of(headers);
    return actor
      ? jsonReply({ id: actor.id, name: actor.name })
      : { status: 204, headers: {}, body: NOTHING };
  }

  /** Opens the account of another user. */
  async openAccount(streamed: StreamedRequest): Promise<ForwardedReply> {
    const { request, address } = streamed;
    const { headers, url = '/' } = request;
    const user = await streamed.user();
    const session = cookieValue(headers.cookie, SESSION_COOKIE);
    const actor = user && session !== null ? await this.#make(user, streamed) : null;
    const answer = await this.#behind.send({ method: 'GET', url, headers, body: null, address });
    if (answer.status !== 200 || !actor || session === null) return answer;
    this.#bySession.delete(hashOf(session));
    const now = this.#options.clock.now();
    for (const [key, { until }] of this.#bySession) if (until <= now) this.#bySession.delete(key);
    if (this.#bySession.size < MAX_ACTORS) this.#bySession.set(hashOf(sessionIn(answer) ?? session), actor);
    return answer;
  }

  /** Signs in again as the actor, and ends the session of the account that they opened. */
  async goBack(headers: IncomingHttpHeaders, address: string): Promise<ForwardedReply> {
    const actor = this.#of(headers);
    const ended = cookieValue(headers.cookie, SESSION_COOKIE);
    if (!actor || ended === null) return textReply(400, 'Invalid data - session: is nobody else’s');
    const own = withoutCookie(headers);
    const url = `/api/session?token=${encodeURIComponent(actor.token)}`;
    const answer = await this.#behind.send({ method: 'GET', url, headers: own, body: null, address });
    const session = sessionIn(answer);
    if (answer.status !== 200 || session === null) return answer;
    this.#bySession.delete(hashOf(ended));
    await this.#behind.send({ method: 'DELETE', url: '/api/session', headers, body: null, address });
    const revoked = await this.#form(
      '/api/session/token/revoke',
      { token: actor.token },
      { headers: { ...own, cookie: `${SESSION_COOKIE}=${session}` }, address },
    );
    if (revoked.status >= 400)
      this.#options.log.warn(
        { status: revoked.status },
        'a token for the way back was not revoked; it ends by itself',
      );
    return answer;
  }

  #of(headers: IncomingHttpHeaders): Actor | null {
    const session = cookieValue(headers.cookie, SESSION_COOKIE);
    const actor = session === null ? undefined : this.#bySession.get(hashOf(session));
    return actor && actor.until > this.#options.clock.now() ? actor : null;
  }

  async #make(user: User, { request, address }: StreamedRequest): Promise<Actor | null> {
    // An actor who opens one account after the other goes back to the account that they signed in with.
    const former = this.#of(request.headers);
    if (former) return former;
    const until = this.#options.clock.now() + BACK_MS;
    const expiration = new Date(until).toISOString();
    const made = await this.#form(
      '/api/session/token',
      { expiration },
      { headers: request.headers, address },
    );
    if (made.status === 200)
      return { id: user.id, name: user.name, token: made.body.toString('utf8'), until };
    this.#options.log.warn(
      { status: made.status },
      'the tracking server makes no token: there is no way back from this account',
    );
    return null;
  }

  #form(
    url: string,
    fields: Readonly<Record<string, string>>,
    { headers, address }: { readonly headers: IncomingHttpHeaders; readonly address: string },
  ): Promise<ForwardedReply> {
    return this.#behind.send({
      method: 'POST',
      url,
      headers: { ...headers, accept: '*/*', 'content-type': FORM },
      body: Buffer.from(new URLSearchParams(fields).toString()),
      address,
    });
  }
}

const hashOf = (session: string): string => createHash('sha256').update(session).digest('base64');

function withoutCookie({
  cookie: _cookie,
  'content-length': _length,
  'content-type': _type,
  ...headers
}: IncomingHttpHeaders): IncomingHttpHeaders {
  return headers;
}

/** The session that an answer opens; null = the former one stays. */
function sessionIn({ headers }: ForwardedReply): string | null {
  const pairs = [headers['set-cookie'] ?? []].flat().map((set) => set.split(';')[0] ?? '');
  return pairs.map((pair) => cookieValue(pair, SESSION_COOKIE)).find((value) => value !== null) ?? null;
}
