import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Clock, Limits } from '@rastro/base';
import type { AccessLog } from '@rastro/extension';
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
  sendError,
  sendSession,
} from './answers.ts';
import { signsIn, rejectSuspended } from './admit.ts';
import type { Call } from './call.ts';
import { Authenticator } from './authenticator.ts';
import { POLICIES } from './policies/all-policies.ts';
import { isOwnOrigin } from './policies/own-origin.ts';
import type { Gate } from './policies/policy.ts';
import type { ReadBody } from './read-body.ts';
import { followAccess, recordAccess } from './record-access.ts';
import { readCall } from './read-call.ts';
import { gatewayErrors, type ErrorReply } from './gateway-errors.ts';
import { auditEntriesOf, type SaveAuditEntries } from './audit-entries.ts';
import type { ForwardedReply, TrackingServer } from './tracking-server.ts';
import { UnsupportedServerError } from './server-version.ts';
import { watchState, type OnDeviceWritten } from './watch-state.ts';
import { accountStatus, stillSuspended } from './suspension-of.ts';
import { socketHeaders } from './socket-headers.ts';
import { SocketsByUser } from './sockets-by-user.ts';
import { RateLimiter } from './rate-limiter.ts';

export interface GatewayOptions extends Omit<
  Gate,
  'errorFor' | 'commandErrorFor' | 'authenticator' | 'storesShares' | 'hasBilling' | 'tracking'
> {
  readonly clock: Clock;
  readonly tracking: TrackingServer;
  /** Counted together by all nodes. */
  readonly limits: Limits;
  readonly deviceLimit: number;
  /** The host as the browser names it, of a request that Fastify does not read. */
  readonly hostOf: (request: IncomingMessage) => string | undefined;
  /** Its client likewise. */
  readonly clientOf: (request: IncomingMessage) => string;
  /** Stores audit entries of calls to an external server, before they are confirmed; null = the server behind does. */
  readonly saveAuditEntries: SaveAuditEntries | null;
  /** Log of who read positions. */
  readonly accessLog: Pick<AccessLog, 'note' | 'follow'>;
  /** Called for each vehicle that was written. */
  readonly onDeviceWritten: OnDeviceWritten;
  readonly onError: (error: unknown, what: string) => void;
}

/**
 * The one way to the tracking server: policies in their order, then forward. What the tracking server does not know
 * (advanced permissions, tiers, protected attributes) is enforced here, for both kinds of server.
 */
export class Gateway {
  readonly #options: GatewayOptions;
  readonly #gate: Gate;
  readonly #rateLimiter: RateLimiter;
  readonly #sockets = new SocketsByUser();

  constructor(options: GatewayOptions) {
    this.#options = options;
    this.#rateLimiter = new RateLimiter(options.tracking, options.clock, options.limits);
    options.suspensions.watch((userIds) => this.#sockets.end(userIds));
    const authenticator = new Authenticator(options.tracking, this.#rateLimiter.loginAttempts);
    this.#gate = {
      ...options,
      authenticator,
      hasBilling: async () => hasBilling(await this.#context()),
      storesShares: () => options.tracking.storesShares(),
      errorFor: (access, user) => this.#accessError(access, user),
      commandErrorFor: async (right, user) =>
        decideCommand(user, right, await this.#context()).allowed ? null : gatewayErrors.readOnly(),
    };
  }

  /** Serves every route of the tracking server. */
  register(app: FastifyInstance): void {
    for (const [key, route] of Object.entries<Route>(TRACKING_ROUTES)) {
      if (!isTrackingKey(key)) continue;
      const { method, path } = splitKey(key);
      const serve = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
        await this.#serve(this.#call(request, route, key), reply);
        // Whoever returns without it before the hooks of the answer are done is answered a second time, by nothing.
        return reply;
      };
      app.route({ method, url: `/api${path}`, handler: serve });
    }
  }

  /**
   * Checks whether the caller may use a route of this process. @returns the error (null = allowed), the caller and the
   * body.
   */
  async check(
    request: FastifyRequest,
    route: Route,
  ): Promise<{ readonly error: ErrorReply | null; readonly user: User | null; readonly body: ReadBody }> {
    const call = this.#call(request, route, null);
    const error = await this.#firstError(call);
    return { error, user: error ? null : await call.user(), body: call.body };
  }

  /** Is the caller signed in? Asked before the body is read. */
  async isKnown(request: FastifyRequest): Promise<boolean> {
    const { authorization, cookie } = request.headers;
    if (authorization === undefined && cookie === undefined) return false;
    const identity = await this.#gate.authenticator.identifyOnce(request);
    return 'user' in identity && identity.user !== null;
  }

  /**
   * Account that a login token signs in at this moment; null = none, or one that is suspended for debt.
   * @throws when the tracking server cannot be reached.
   */
  async holderOf(loginToken: string): Promise<User | null> {
    const { tracking, suspensions } = this.#options;
    const user = await tracking.known({ authorization: `Bearer ${loginToken}` });
    if (user === null) return null;
    const status = await accountStatus({ suspensions, tracking }, user);
    return (await stillSuspended(suspensions, status)) ? null : user;
  }

  /**
   * Whether a user has some rights at this moment, and is not suspended for debt.
   * @throws when the tracking server cannot be reached.
   */
  async allows(user: User, rights: readonly Right[]): Promise<boolean> {
    const { tracking, suspensions } = this.#options;
    const status = await accountStatus({ suspensions, tracking }, user);
    if (await stillSuspended(suspensions, status)) return false;
    for (const right of rights) if ((await this.#accessError(right, user)) !== null) return false;
    return true;
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
    const { tracking, brand, suspensions, onError } = this.#options;
    try {
      const headers = socketHeaders(request);
      const user = await tracking.known(headers);
      const status = user && (await accountStatus({ suspensions, tracking }, user));
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

  #follow(who: Parameters<typeof followAccess>[0], socket: Duplex): void {
    if (socket.destroyed) return;
    socket.once('close', followAccess(who, this.#options));
  }

  #call(request: FastifyRequest, route: Route, key: TrackingKey | null): Call {
    const { tracking } = this.#options;
    return readCall({ request, route, key, tracking, authenticator: this.#gate.authenticator });
  }

  async #firstError(call: Call): Promise<ErrorReply | null> {
    for (const { routes, check } of POLICIES) {
      if (routes && (call.key === null || !routes.has(call.key))) continue;
      const error = await check(call, this.#gate);
      if (error) return error;
    }
    return null;
  }

  async #serve(call: Call, reply: FastifyReply): Promise<void> {
    const { tracking, onError } = this.#options;
    try {
      const error = (await this.#firstError(call)) ?? (await this.#featureError(call));
      if (error) sendError(reply, error);
      else if ((await call.rule())?.anchors === true) await sendAnchors(call, reply);
      else if ((await call.rule())?.guest === true) sendNothing(reply);
      else if (asksWhetherSignedIn(call)) await sendSession(call, reply);
      else if (!tracking.isOurs && call.key === 'GET /positions/overview') void reply.code(204).send();
      else if (await this.#onlyHides(call)) sendAnswer(reply, await hideDevice(call, tracking));
      else await this.#forward(call, reply);
    } catch (error) {
      onError(error, 'cannot reach the tracking server');
      giveUp(reply, errorOfServer(error));
    }
  }

  async #featureError({ route: { feature } }: Call): Promise<ErrorReply | null> {
    if (feature === undefined) return null;
    const { features, needToken } = await this.#options.tracking.describe();
    if (features.has(feature)) return null;
    return needToken?.has(feature) === true ? gatewayErrors.tokenNeeded() : gatewayErrors.notOffered();
  }

  async #onlyHides({ key }: Call): Promise<boolean> {
    if (key !== 'DELETE /devices/:id') return false;
    return isSafeDeletion(await this.#options.tracking.serverAttributes(), this.#options.brand);
  }

  async #forward(call: Call, reply: FastifyReply): Promise<void> {
    const { tracking } = this.#options;
    const { request, key } = call;
    if (key !== null && request.method === 'GET' && !signsIn(call)) {
      if (key === 'GET /server') await this.#addDescription(reply);
      for (const [name, value] of Object.entries(reply.getHeaders())) {
        if (value !== undefined) reply.raw.setHeader(name, value);
      }
      reply.hijack();
      // A partial answer counts as read; an error does not.
      reply.raw.once('close', () => {
        if (reply.raw.headersSent && reply.raw.statusCode < 400) void recordAccess(call, this.#options);
      });
      await tracking.stream({
        request: request.raw,
        response: reply.raw,
        address: request.ip,
        key,
        user: call.user,
      });
      return;
    }
    const ended = await this.#rateLimiter.begin(call);
    if (typeof ended === 'object') {
      sendError(reply, ended);
      return;
    }
    let status: number | null = null;
    try {
      const onAnswer = await watchState(call, this.#options.onDeviceWritten);
      const answer = await tracking.send(forwarded(call));
      ({ status } = answer);
      const suspension = signsIn(call) ? await rejectSuspended(call, answer, this.#options) : null;
      if (suspension) {
        sendError(reply, suspension);
        return;
      }
      await this.#saveAudit(call, answer);
      await onAnswer(answer);
      sendAnswer(reply, answer);
    } finally {
      ended(status);
    }
  }

  async #saveAudit(call: Call, answer: ForwardedReply): Promise<void> {
    const { saveAuditEntries } = this.#options;
    if (saveAuditEntries === null || answer.status >= 400) return;
    const entries = auditEntriesOf(call, answer);
    if (entries.length === 0) return;
    const userId = (await call.user())?.id ?? entries[0]?.objectId ?? 0;
    await saveAuditEntries(entries, { userId, address: call.request.ip });
  }

  /** Licence (docs/reference/requirements.md PRODUCT §8), and what the tracking server can do. */
  async #addDescription(reply: FastifyReply): Promise<void> {
    const { kind, version, features } = await this.#options.tracking.describe();
    // Of our own, which can do everything, nothing has to be said.
    if (kind === 'traccar') {
      void reply.header('trackingserver', version === null ? kind : `${kind} ${version}`);
      void reply.header('features', [...features].join(' '));
    }
    void reply.header('licensemode', this.#options.plus ? 'plus' : 'standard');
    void reply.header('devicelimit', String(this.#options.deviceLimit));
  }

  async #accessError(access: Access | Right, user: User | null): Promise<ErrorReply | null> {
    if (access === 'public') return null;
    if (!user) return gatewayErrors.notSignedIn();
    if (access === 'session') return null;
    if (access === 'administrator') return user.administrator ? null : gatewayErrors.administratorOnly();
    const { brand } = this.#options;
    if (access === 'brands') return mayBrand(user, brand) ? null : gatewayErrors.noBrand();
    const decision = decide(user, access, await this.#context());
    return decision.allowed ? null : gatewayErrors.missingRight(decision.missing);
  }

  async #context(): Promise<LicenceContext> {
    const { brand, plus, tracking } = this.#options;
    return { brand, plus, serverAttributes: await tracking.serverAttributes() };
  }
}

const errorOfServer = (error: unknown): ErrorReply =>
  error instanceof UnsupportedServerError
    ? gatewayErrors.unsupportedServer(error.message)
    : gatewayErrors.unreachable();
