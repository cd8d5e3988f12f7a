import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { guestOf, shareCalls, type ExtensionReply, type ShareDeps } from '@rastro/extension';
import { isSet } from '@rastro/fleet';
import { isOpen, isTrackingKey, readInput, splitKey, TRACKING_ROUTES, type Route } from '@rastro/fleet/api';
import type { StoredShare } from '@rastro/fleet/schemas';
import { readForm } from '@rastro/tracker';
import type { ForwardedReply, ForwardedRequest, TrackingServer } from '../tracking-server.ts';
import { guestAnswer, json, OVER } from './guest-answers.ts';
import { GuestSockets } from './guest-sockets.ts';
import { guestCookie, guestToken, withoutGuest, withoutGuestIn } from './guest-token.ts';

interface Options {
  /** Public scheme and host; null = those that browsers send. */
  readonly publicUrl: string | null;
  readonly onError: (error: unknown, what: string) => void;
}
/** Written as a method, so that it takes what the schemas of its route have read. */
/** Routes that answer guests as they answer everybody, and those about places, which say nothing of vehicles. */
const NOT_ABOUT_SHARES = Object.entries<Route>(TRACKING_ROUTES).flatMap(([key, route]) =>
  isOpen(route) || route.feature === 'places' ? [key] : [],
);
type ShareHandler = { of(call: object): ExtensionReply | Promise<ExtensionReply> }['of'];

/**
 * An external tracking server with shares: where it stores none, they are the extension's, their guests sign in here,
 * and their data is read with the token that was lent. The external server never learns of them.
 */
export function withGuests(behind: TrackingServer, deps: ShareDeps, options: Options): TrackingServer {
  const handler = new GuestHandler(behind, deps, options);
  return {
    ...behind,
    known: async (headers) => {
      if (guestToken(headers) === null) return behind.known(headers);
      const share = await handler.guestFor(headers);
      return share && guestOf(share);
    },
    signIn: (headers, address) => behind.signIn(withoutGuest(headers), address),
    stream: async (streamed) => {
      const { request, response, address } = streamed;
      const { method = 'GET', url = '/', headers } = request;
      const ours = await handler.answer({ method, url, headers, body: null, address });
      if (ours) return write(response, ours);
      request.headers = withoutGuest(headers);
      request.url = withoutGuestIn(url);
      await behind.stream(streamed);
    },
    send: async (request) =>
      (await handler.answer(request)) ??
      behind.send({
        ...request,
        url: withoutGuestIn(request.url),
        headers: withoutGuest(request.headers),
      }),
    giverOf: async (userId) => (await deps.shareStore.find(userId))?.giverId ?? null,
    upgrade: (request, socket, head) => {
      if (guestToken(request.headers, request.url) === null) {
        request.headers = withoutGuest(request.headers);
        return behind.upgrade(request, socket, head);
      }
      void handler.openSocket(request, socket, head);
      return null;
    },
    // Its server behind knows no guest: what one sees is asked for here, and noted like every look.
    visible: async (user, headers, address) => {
      const share = await handler.guestFor(headers);
      if (share) return (await deps.sight.read(share.id))?.devices ?? [];
      return guestToken(headers) === null ? behind.visible(user, headers, address) : [];
    },
    // They are stored, there or here.
    storesShares: async () => true,
    close: async () => {
      handler.close();
      await behind.close();
    },
  };
}

/** Answers requests here instead of forwarding them: those of guests, and those of users about shares. */
class GuestHandler {
  readonly #behind: TrackingServer;
  readonly #deps: ShareDeps;
  readonly #options: Options;
  readonly #sockets: GuestSockets;
  readonly #calls: ReadonlyMap<string, ShareHandler>;
  readonly #isSecure: boolean;

  constructor(behind: TrackingServer, deps: ShareDeps, options: Options) {
    this.#behind = behind;
    this.#deps = deps;
    this.#options = options;
    this.#sockets = new GuestSockets(deps, (error) =>
      options.onError(error, 'cannot look at what is shared'),
    );
    this.#calls = new Map(Object.entries(shareCalls(deps)));
    this.#isSecure = options.publicUrl?.startsWith('https:') === true;
  }

  /** Share that a request opens; null = none, or it has ended. */
  async guestFor(headers: IncomingHttpHeaders, url?: string): Promise<StoredShare | null> {
    const token = guestToken(headers, url);
    const share = token === null ? null : await this.#deps.shareStore.opened(token);
    if (share) await this.#deps.shareStore.used(share.id);
    return share;
  }

  /** Answers a request that is ours; null = forward it. */
  async answer(request: ForwardedRequest): Promise<ForwardedReply | null> {
    const { method, headers, url } = request;
    const isSession = url.split('?')[0] === '/api/session';
    const token = guestToken(headers, isSession ? url : undefined);
    if (token !== null) return this.#answerGuest(token, request, isSession);
    const key = [...this.#calls.keys()].find((each) => isAbout(each, method, url));
    if (key === undefined || (await this.#behind.storesShares())) return null;
    return this.#answerSharer(key, request);
  }

  async openSocket(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    try {
      const share = await this.guestFor(request.headers, request.url);
      if (share) this.#sockets.open(share.id, request, socket, head);
      else socket.end('HTTP/1.1 401 Unauthorized\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
    } catch (error) {
      this.#options.onError(error, 'cannot open the live connection of a guest');
      socket.destroy();
    }
  }
  close(): void {
    this.#sockets.close();
  }

  async #answerGuest(
    token: string,
    { method, headers, url }: ForwardedRequest,
    isSession: boolean,
  ): Promise<ForwardedReply | null> {
    const share = await this.guestFor(headers, isSession ? url : undefined);
    const cookie = (value: string) => ({ 'set-cookie': guestCookie(value, this.#isSecure) });
    if (isSession && method === 'DELETE') return { status: 204, headers: cookie(''), body: Buffer.alloc(0) };
    const signsIn = isSession && new URLSearchParams(url.split('?')[1]).has('token');
    if (share && signsIn) return json(guestOf(share), cookie(token));
    const asksWho = isSession && method === 'GET';
    if (share && !asksWho && NOT_ABOUT_SHARES.some((key) => isAbout(key, method, url))) return null;
    if (share) return guestAnswer(this.#deps, share, { method, url });
    if (!asksWho) return null;
    // What is over opens nothing, and asking who is signed in is no error.
    return signsIn ? OVER : plain(404, 'HTTP 404 Not Found - Nobody is signed in');
  }

  async #answerSharer(key: string, request: ForwardedRequest): Promise<ForwardedReply> {
    const { headers, url } = request;
    const caller = await this.#behind.known(headers);
    const handler = this.#calls.get(key);
    if (!caller || !handler || !isTrackingKey(key)) return OVER;
    const [path = '', query = ''] = url.split('?');
    const [, id] = /^\/api\/shares\/([^/]+)/.exec(path) ?? [];
    const input = readInput(key, TRACKING_ROUTES[key], {
      params: id === undefined ? {} : { id },
      query: Object.fromEntries(new URLSearchParams(query)),
      body: bodyOf(request),
    });
    if (!input.ok) return plain(400, `Invalid data - ${input.problem}`);
    const isOff = isSet(await this.#behind.serverAttributes(), 'disableShare');
    const origin = headers.origin ?? this.#options.publicUrl ?? `http://${headers.host ?? 'localhost'}`;
    const { status, body } = await handler({ ...input, caller, isOff, origin });
    return typeof body === 'string' ? plain(status, body) : { ...json(body), status };
  }
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

function isAbout(key: string, method: string, url: string): boolean {
  const route = splitKey(key);
  const path = (url.split('?')[0] ?? '').replace(/^\/api/, '');
  return route.method === method && new RegExp(`^${route.path.replaceAll(/:\w+/g, '[^/]+')}/?$`).test(path);
}

function bodyOf({ headers, body }: ForwardedRequest): unknown {
  if (body === null || body.length === 0) return null;
  const text = body.toString('utf8');
  // The gateway has already rejected invalid JSON.
  return headers['content-type']?.includes('json') ? (JSON.parse(text) as unknown) : readForm(text);
}
