import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { guestOf, shareCalls, type ShareRoom } from '@rastro/extension';
import { isSet } from '@rastro/fleet';
import { readInput, splitKey, TRACKING_ROUTES, type TrackingKey } from '@rastro/fleet/api';
import type { KeptShare } from '@rastro/fleet/schemas';
import { readForm } from '@rastro/tracker';
import type { ForwardedReply, ForwardedRequest, TrackingServer } from '../tracking-server.ts';
import { guestAnswer, json, OVER } from './guest-answers.ts';
import { GuestSockets } from './guest-sockets.ts';
import { guestCookie, guestToken, withoutGuest } from './guest-token.ts';

interface Options {
  /** Scheme and host that people use; null = what their browsers say. */
  readonly publicUrl: string | null;
  readonly onError: (error: unknown, what: string) => void;
}
type ShareKey = keyof ReturnType<typeof shareCalls>;

/**
 * Somebody else's tracking server with shares: where it keeps none, they are the extension's, their guests come in by
 * us, and what they see is read by the token that was lent. It itself never hears of them.
 */
export function withGuests(
  behind: TrackingServer,
  room: ShareRoom,
  { publicUrl, onError }: Options,
): TrackingServer {
  const sockets = new GuestSockets(room, (error) => onError(error, 'cannot look at what is shared'));
  const calls = shareCalls(room);
  const isSecure = publicUrl?.startsWith('https:') === true;

  const guestFor = async (headers: IncomingHttpHeaders, url?: string): Promise<KeptShare | null> => {
    const token = guestToken(headers, url);
    const share = token === null ? null : await room.book.opened(token);
    if (share) await room.book.used(share.id);
    return share;
  };
  const shareCall = async (key: ShareKey, request: ForwardedRequest): Promise<ForwardedReply> => {
    const caller = await behind.known(request.headers);
    if (!caller) return OVER;
    const [path = '', query = ''] = request.url.split('?');
    const [, id] = /^\/api\/shares\/([^/]+)/.exec(path) ?? [];
    const raw = {
      params: id === undefined ? {} : { id },
      query: Object.fromEntries(new URLSearchParams(query)),
      body: bodyOf(request),
    };
    const input = readInput(key, TRACKING_ROUTES[key], raw);
    if (!input.ok) return plain(400, `Invalid data - ${input.problem}`);
    const isOff = isSet(await behind.serverAttributes(), 'disableShare');
    const origin = request.headers.origin ?? publicUrl ?? `http://${request.headers.host ?? 'localhost'}`;
    // Read by the schema of the same key.
    const call: (call: object) => ReturnType<(typeof calls)[ShareKey]> = calls[key] as never;
    const { status, body } = await call({ ...input, caller, isOff, origin });
    return typeof body === 'string' ? plain(status, body) : { ...json(body), status };
  };

  /** What is ours to answer; null = it goes on. */
  const answer = async (request: ForwardedRequest): Promise<ForwardedReply | null> => {
    const { method, headers, url } = request;
    const isSession = url.split('?')[0] === '/api/session';
    const token = guestToken(headers, isSession ? url : undefined);
    if (token !== null) {
      const share = await guestFor(headers, isSession ? url : undefined);
      if (isSession && method === 'DELETE')
        return { status: 204, headers: { 'set-cookie': guestCookie('', isSecure) }, body: Buffer.alloc(0) };
      if (share && isSession && new URLSearchParams(url.split('?')[1]).has('token'))
        return json(guestOf(share), { 'set-cookie': guestCookie(token, isSecure) });
      if (share && url.split('?')[0] !== '/api/server') return guestAnswer(room, share, { method, url });
      // What is over opens nothing, and asking who is signed in is no error.
      if (!share && isSession && method === 'GET')
        return url.includes('token=') ? OVER : plain(404, 'HTTP 404 Not Found - Nobody is signed in');
      return null;
    }
    const key = shareKeyOf(method, url);
    if (key === null || (await behind.keepsShares())) return null;
    return shareCall(key, request);
  };

  return {
    ...behind,
    known: async (headers) => {
      if (guestToken(headers) === null) return behind.known(headers);
      const share = await guestFor(headers);
      return share && guestOf(share);
    },
    signIn: (headers, address) => behind.signIn(withoutGuest(headers), address),
    stream: async (request, response, address) => {
      const { method = 'GET', url = '/', headers } = request;
      const ours = await answer({ method, url, headers, body: null, address });
      if (ours) return write(response, ours);
      request.headers = withoutGuest(headers);
      await behind.stream(request, response, address);
    },
    send: async (request) =>
      (await answer(request)) ?? behind.send({ ...request, headers: withoutGuest(request.headers) }),
    upgrade: (request, socket, head) => {
      if (guestToken(request.headers, request.url) === null) return behind.upgrade(request, socket, head);
      openSocket(guestFor(request.headers, request.url)).catch((error: unknown) => {
        onError(error, 'cannot open the live connection of a guest');
        socket.destroy();
      });
      async function openSocket(asked: Promise<KeptShare | null>): Promise<void> {
        const share = await asked;
        if (share) sockets.open(share.id, request, socket, head);
        else socket.end('HTTP/1.1 401 Unauthorized\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
      }
    },
    // They are kept, there or here.
    keepsShares: async () => true,
    close: () => {
      sockets.close();
      behind.close();
    },
  };
}

const plain = (status: number, body: string): ForwardedReply => ({
  status,
  headers: body === '' ? {} : { 'content-type': 'text/plain' },
  body: Buffer.from(body),
});

function write(response: ServerResponse, { status, headers, body }: ForwardedReply): void {
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  response.writeHead(status).end(body);
}

const SHARE_KEYS = Object.keys(TRACKING_ROUTES).filter(
  (key): key is ShareKey => / \/shares?(\/|$)/.test(key) && !key.startsWith('OPTIONS'),
);

function shareKeyOf(method: string, url: string): ShareKey | null {
  const path = (url.split('?')[0] ?? '').replace(/^\/api/, '');
  return SHARE_KEYS.find((key) => isAbout(key, method, path)) ?? null;
}

function isAbout(key: TrackingKey, method: string, path: string): boolean {
  const route = splitKey(key);
  const pattern = new RegExp(`^${route.path.replace(':id', '[^/]+')}/?$`);
  return route.method === method && pattern.test(path);
}

function bodyOf({ headers, body }: ForwardedRequest): unknown {
  if (body === null || body.length === 0) return null;
  const text = body.toString('utf8');
  // The gateway has refused by now what is no JSON.
  return headers['content-type']?.includes('json') ? (JSON.parse(text) as unknown) : readForm(text);
}
