import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { HOUR_MS, type Clock, type Log } from '@rastro/base';
import type { User } from '@rastro/fleet';
import { cookieValue, FORM, SESSION_COOKIE } from '@rastro/tracker';
import type { ForwardedReply, StreamedRequest, TrackingServer } from '../gateway/tracking-server.ts';

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
export function withActors(behind: TrackingServer, { clock, log }: Options): TrackingServer {
  const actors = new Map<string, Actor>();
  const actorOf = (headers: IncomingHttpHeaders): Actor | null => {
    const session = cookieValue(headers.cookie, SESSION_COOKIE);
    const actor = session === null ? undefined : actors.get(hashOf(session));
    return actor && actor.until > clock.now() ? actor : null;
  };
  const form = (
    path: string,
    fields: Readonly<Record<string, string>>,
    { headers, address }: { readonly headers: IncomingHttpHeaders; readonly address: string },
  ): Promise<ForwardedReply> =>
    behind.send({
      method: 'POST',
      url: path,
      headers: { ...headers, accept: '*/*', 'content-type': FORM },
      body: Buffer.from(new URLSearchParams(fields).toString()),
      address,
    });

  const makeActor = async (user: User, { request, address }: StreamedRequest): Promise<Actor | null> => {
    // Who acts already goes back to the account that they signed in with.
    const former = actorOf(request.headers);
    if (former) return former;
    const until = clock.now() + BACK_MS;
    const expiration = new Date(until).toISOString();
    const made = await form('/api/session/token', { expiration }, { headers: request.headers, address });
    if (made.status === 200)
      return { id: user.id, name: user.name, token: made.body.toString('utf8'), until };
    log.warn(
      { status: made.status },
      'the tracking server makes no token: there is no way back from this account',
    );
    return null;
  };

  const openAccount = async (streamed: StreamedRequest): Promise<ForwardedReply> => {
    const { request, address } = streamed;
    const { headers, url = '/' } = request;
    const user = await streamed.user();
    const session = cookieValue(headers.cookie, SESSION_COOKIE);
    const actor = user && session !== null ? await makeActor(user, streamed) : null;
    const answer = await behind.send({ method: 'GET', url, headers, body: null, address });
    if (answer.status !== 200 || !actor) return answer;
    if (session !== null) actors.delete(hashOf(session));
    for (const [key, { until }] of actors) if (until <= clock.now()) actors.delete(key);
    const opened = sessionIn(answer) ?? session;
    if (opened !== null && actors.size < MAX_ACTORS) actors.set(hashOf(opened), actor);
    return answer;
  };

  const goBack = async (headers: IncomingHttpHeaders, address: string): Promise<ForwardedReply> => {
    const actor = actorOf(headers);
    if (!actor) return plain(400, 'Invalid data - session: is nobody else’s');
    const query = new URLSearchParams({ token: actor.token });
    const answer = await behind.send({
      method: 'GET',
      url: `/api/session?${query}`,
      // Of the session that ends only its address and its language go along.
      headers: withoutCookie(headers),
      body: null,
      address,
    });
    if (answer.status !== 200) return answer;
    const ended = cookieValue(headers.cookie, SESSION_COOKIE);
    if (ended !== null) {
      actors.delete(hashOf(ended));
      await behind.send({ method: 'DELETE', url: '/api/session', headers, body: null, address });
    }
    const session = sessionIn(answer);
    const cookie = { ...withoutCookie(headers), cookie: `${SESSION_COOKIE}=${session}` };
    const revoked = await form(
      '/api/session/token/revoke',
      { token: actor.token },
      { headers: cookie, address },
    );
    if (revoked.status >= 400)
      log.warn({ status: revoked.status }, 'a token for the way back was not revoked; it ends by itself');
    return answer;
  };

  return {
    ...behind,
    describe: async () => {
      const described = await behind.describe();
      if (described.kind !== 'traccar') return described;
      return { ...described, features: new Set([...described.features, 'actors'] as const) };
    },
    stream: async (streamed) => {
      const { key, request, response } = streamed;
      if (key === 'GET /session/:id') write(response, await openAccount(streamed));
      else if (key === 'GET /session/actor' && (await behind.describe()).kind === 'traccar') {
        const actor = actorOf(request.headers);
        write(
          response,
          actor ? json({ id: actor.id, name: actor.name }) : { ...json(null), status: 204, body: NOTHING },
        );
      } else await behind.stream(streamed);
    },
    send: async (request) => {
      const isTraccar = request.url === '/api/session/back' && (await behind.describe()).kind === 'traccar';
      return isTraccar ? goBack(request.headers, request.address) : behind.send(request);
    },
  };
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

const json = (value: object | null): ForwardedReply => ({
  status: 200,
  headers: { 'content-type': 'application/json' },
  body: Buffer.from(JSON.stringify(value)),
});
const plain = (status: number, text: string): ForwardedReply => ({
  status,
  headers: { 'content-type': 'text/plain' },
  body: Buffer.from(text),
});

function write(response: ServerResponse, { status, headers, body }: ForwardedReply): void {
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  response.writeHead(status).end(body);
}
