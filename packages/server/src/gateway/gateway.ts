import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '@rastro/base';
import type { ViewingLog } from '@rastro/extension';
import {
  decide,
  decideCommand,
  hasBilling,
  isQrDriver,
  mayBrand,
  type LicenceContext,
  type Right,
  type User,
} from '@rastro/fleet';
import {
  splitKey,
  isTrackingKey,
  TRACKING_ROUTES,
  type Access,
  type Route,
  type TrackingKey,
} from '@rastro/fleet/api';
import {
  asksWhetherSignedIn,
  forwarded,
  giveUp,
  hideDevice,
  isSafeDeletion,
  sendAnchors,
  sendAnswer,
  sendNothing,
  sendRefusal,
  sendWhoIsSignedIn,
} from './answers.ts';
import { signsIn, turnAway } from './admit.ts';
import type { Call } from './call.ts';
import { Door } from './door.ts';
import { POLICIES } from './policies/all-policies.ts';
import { isOwnOrigin } from './policies/own-origin.ts';
import type { Gate } from './policies/policy.ts';
import type { ReadBody } from './read-body.ts';
import { followViewing, noteViewing } from './note-viewings.ts';
import { readCall } from './read-call.ts';
import { refusals, type Refusal } from './refusal.ts';
import { deedsOf, type KeepDeeds } from './kept-deeds.ts';
import type { ForwardedReply, TrackingServer } from './tracking-server.ts';
import { watchState, type HearDevice } from './watch-state.ts';
import { accountStatus } from './suspension-of.ts';
import { SocketsByUser } from './sockets-by-user.ts';
import { Tries } from './tries.ts';

export interface GatewayOptions extends Omit<
  Gate,
  'refusalOf' | 'commandRefusalOf' | 'door' | 'keepsShares' | 'hasBilling' | 'tracking'
> {
  readonly clock: Clock;
  readonly tracking: TrackingServer;
  readonly deviceLimit: number;
  /** The host as the browser names it, of a request that Fastify does not read. */
  readonly hostOf: (request: IncomingMessage) => string | undefined;
  /** Its client likewise. */
  readonly clientOf: (request: IncomingMessage) => string;
  /** Keeps what was done through somebody else's server, before it is confirmed; null = the server behind keeps it. */
  readonly keepDeeds: KeepDeeds | null;
  /** Who reads positions of whom. */
  readonly viewings: Pick<ViewingLog, 'note' | 'follow'>;
  /** Told of each vehicle that was written. */
  readonly hearDevice: HearDevice;
  readonly onError: (error: unknown, what: string) => void;
}

/**
 * The one way to the tracking server: policies in their order, then forward. What the tracking server does not know
 * (advanced permissions, tiers, protected attributes) is enforced here, for both kinds of server.
 */
export class Gateway {
  readonly #options: GatewayOptions;
  readonly #gate: Gate;
  readonly #tries: Tries;
  readonly #sockets = new SocketsByUser();

  constructor(options: GatewayOptions) {
    this.#options = options;
    this.#tries = new Tries(options.tracking, options.clock);
    options.standing.watch((userIds) => this.#sockets.end(userIds));
    const door = new Door(options.tracking, this.#tries.guesses);
    this.#gate = {
      ...options,
      door,
      hasBilling: async () => hasBilling(await this.#context()),
      keepsShares: () => options.tracking.keepsShares(),
      refusalOf: (access, user) => this.#refusalOf(access, user),
      commandRefusalOf: async (right, user) =>
        decideCommand(user, right, await this.#context()).allowed ? null : refusals.onlyLooks(),
    };
  }

  /** Serves every route of the tracking server. */
  register(app: FastifyInstance): void {
    for (const [key, route] of Object.entries<Route>(TRACKING_ROUTES)) {
      if (!isTrackingKey(key)) continue;
      const { method, path } = splitKey(key);
      const serve = (request: FastifyRequest, reply: FastifyReply) =>
        this.#serve(this.#call(request, route, key), reply);
      app.route({ method, url: `/api${path}`, handler: serve });
    }
  }

  /** May somebody use a route of this process? @returns the refusal, null = go ahead; who it is; what he sent. */
  async check(
    request: FastifyRequest,
    route: Route,
  ): Promise<{ readonly refusal: Refusal | null; readonly user: User | null; readonly body: ReadBody }> {
    const call = this.#call(request, route, null);
    const refusal = await this.#refusal(call);
    return { refusal, user: refusal ? null : await call.user(), body: call.body };
  }

  /** Is the caller signed in? Asked before the body is read. */
  async isKnown(request: FastifyRequest): Promise<boolean> {
    const { authorization, cookie } = request.headers;
    if (authorization === undefined && cookie === undefined) return false;
    const identity = await this.#gate.door.identifyOnce(request);
    return 'user' in identity && identity.user !== null;
  }

  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    // Upgraded sockets are nobody's: a peer that resets before its answer would end the process.
    socket.on('error', () => socket.destroy());
    const { publicUrl, hostOf } = this.#options;
    const path = (request.url ?? '').split('?')[0];
    if (path !== '/api/socket' || !isOwnOrigin(request, publicUrl, hostOf(request))) {
      const status = path === '/api/socket' ? '403 Forbidden' : '404 Not Found';
      socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
      return;
    }
    void this.#open(request, socket, head);
  }

  /** The live fleet is not for drivers who only check in, nor for who has not paid. */
  async #open(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    const { tracking, brand, standing, onError } = this.#options;
    try {
      const headers = withToken(request);
      const user = await tracking.known(headers);
      const status = user && (await accountStatus({ standing, tracking }, user));
      if (status) this.#sockets.add(status.payerId, socket);
      if (user && (status?.suspended || isQrDriver(user, brand))) {
        socket.end('HTTP/1.1 403 Forbidden\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
        return;
      }
      if (user) this.#follow({ user, headers, address: this.#options.clientOf(request) }, socket);
      tracking.upgrade(request, socket, head);
    } catch (error) {
      onError(error, 'cannot reach the tracking server');
      socket.destroy();
    }
  }

  #follow(who: Parameters<typeof followViewing>[0], socket: Duplex): void {
    if (socket.destroyed) return;
    socket.once('close', followViewing(who, this.#options));
  }

  #call(request: FastifyRequest, route: Route, key: TrackingKey | null): Call {
    const { tracking } = this.#options;
    return readCall({ request, route, key, tracking, door: this.#gate.door });
  }

  async #refusal(call: Call): Promise<Refusal | null> {
    for (const { routes, check } of POLICIES) {
      if (routes && (call.key === null || !routes.has(call.key))) continue;
      const refusal = await check(call, this.#gate);
      if (refusal) return refusal;
    }
    return null;
  }

  async #serve(call: Call, reply: FastifyReply): Promise<void> {
    const { tracking, onError } = this.#options;
    try {
      const refusal = await this.#refusal(call);
      if (refusal) sendRefusal(reply, refusal);
      else if ((await call.rule())?.anchors === true) await sendAnchors(call, reply);
      else if ((await call.rule())?.guest === true) sendNothing(reply);
      else if (asksWhetherSignedIn(call)) await sendWhoIsSignedIn(call, reply);
      else if (await this.#onlyHides(call)) sendAnswer(reply, await hideDevice(call, tracking));
      else await this.#forward(call, reply);
    } catch (error) {
      onError(error, 'cannot reach the tracking server');
      giveUp(reply);
    }
  }

  async #onlyHides({ key }: Call): Promise<boolean> {
    if (key !== 'DELETE /devices/:id') return false;
    return isSafeDeletion(await this.#options.tracking.serverAttributes(), this.#options.brand);
  }

  async #forward(call: Call, reply: FastifyReply): Promise<void> {
    const { tracking } = this.#options;
    const { request } = call;
    if (request.method === 'GET' && !signsIn(call)) {
      if (call.key === 'GET /server') this.#addLicence(reply);
      for (const [name, value] of Object.entries(reply.getHeaders())) {
        if (value !== undefined) reply.raw.setHeader(name, value);
      }
      reply.hijack();
      // Told in part is told; a refusal is not.
      reply.raw.once('close', () => {
        if (reply.raw.headersSent && reply.raw.statusCode < 400) void noteViewing(call, this.#options);
      });
      await tracking.stream(request.raw, reply.raw, request.ip);
      return;
    }
    const ended = await this.#tries.begin(call);
    if (typeof ended === 'object') {
      sendRefusal(reply, ended);
      return;
    }
    let status: number | null = null;
    try {
      const heard = await watchState(call, this.#options.hearDevice);
      const answer = await tracking.send(forwarded(call));
      ({ status } = answer);
      const refusal = signsIn(call) ? await turnAway(call, answer, this.#options) : null;
      if (refusal) {
        sendRefusal(reply, refusal);
        return;
      }
      await this.#keep(call, answer);
      await heard(answer);
      sendAnswer(reply, answer);
    } finally {
      ended(status);
    }
  }

  async #keep(call: Call, answer: ForwardedReply): Promise<void> {
    const { keepDeeds } = this.#options;
    if (keepDeeds === null || answer.status >= 400) return;
    const deeds = deedsOf(call, answer);
    if (deeds.length === 0) return;
    const userId = (await call.user())?.id ?? deeds[0]?.objectId ?? 0;
    await keepDeeds(deeds, { userId, address: call.request.ip });
  }

  /** PRODUCT §8. */
  #addLicence(reply: FastifyReply): void {
    void reply.header('licensemode', this.#options.plus ? 'plus' : 'standard');
    void reply.header('devicelimit', String(this.#options.deviceLimit));
  }

  async #refusalOf(access: Access | Right, user: User | null): Promise<Refusal | null> {
    if (access === 'public') return null;
    if (!user) return refusals.notSignedIn();
    if (access === 'session') return null;
    if (access === 'administrator') return user.administrator ? null : refusals.administratorOnly();
    const { brand } = this.#options;
    if (access === 'brands') return mayBrand(user, brand) ? null : refusals.noBrand();
    const decision = decide(user, access, await this.#context());
    return decision.allowed ? null : refusals.missingRight(decision.missing);
  }

  async #context(): Promise<LicenceContext> {
    const { brand, plus, tracking } = this.#options;
    return { brand, plus, serverAttributes: await tracking.serverAttributes() };
  }
}

/** A token in the address counts before the cookie, as behind. */
function withToken({ url, headers }: IncomingMessage): IncomingMessage['headers'] {
  const token = new URLSearchParams(url?.split('?')[1] ?? '').get('token');
  return token === null ? headers : { ...headers, authorization: `Bearer ${token}` };
}
