import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { decide, hiddenDevice, type Attributes, type Device, type Right, type User } from '@rastro/fleet';
import { ANCHOR_ROUTES, anchorOwner, isAnchorCall } from './anchor-call.ts';
import { commandIn, rightOfCommand } from './command-right.ts';
import { billingChange, isSafeDeletion } from './device-writes.ts';
import { FENCE_LOCK_ROUTES, setsFenceLock } from './fence-lock-call.ts';
import { forbiddenChange } from './protected-attributes.ts';
import { refusals, type Refusal } from './refusal.ts';
import {
  accountIn,
  applies,
  attributesIn,
  callIn,
  callOf,
  forwarded,
  isForm,
  isLogin,
  isRegistration,
  isReset,
  parsedBody,
  routeOf,
} from './request-facts.ts';
import type { RouteRule } from './route-table.ts';
import type { Throttle } from './throttle.ts';
import type { ForwardedReply, TrackingServer } from './tracking-server.ts';

export interface GatewayOptions {
  readonly tracking: TrackingServer;
  readonly brand: string;
  readonly plus: boolean;
  readonly deviceLimit: number;
  /** Scheme and host people use, when set; a request's own Host is always accepted. */
  readonly publicUrl: string | null;
  readonly loginPerAccount: Throttle;
  readonly loginPerAddress: Throttle;
  readonly onError: (error: unknown, what: string) => void;
}

/**
 * The one way to the tracking server: origin, throttle, who, right, then forward. What the tracking server
 * does not know (advanced permissions, tiers, protected attributes) is enforced here, for both kinds of server.
 */
export class Gateway {
  readonly #options: GatewayOptions;

  constructor(options: GatewayOptions) {
    this.#options = options;
  }

  /** Serves every path of the table; rules of one path and method are tried in their order. */
  register(app: FastifyInstance, table: readonly RouteRule[]): void {
    const byRoute = Map.groupBy(table, ({ method, path }) => `${method} ${path}`);
    for (const rules of byRoute.values()) {
      const [first] = rules;
      if (!first) continue;
      app.route({
        method: first.method,
        url: first.path,
        handler: (request, reply) => this.#serve(request, reply, rules),
      });
    }
  }

  /** Who may use a route of this process. @returns the refusal, null = go ahead, and who it is. */
  check(
    request: FastifyRequest,
    rules: readonly RouteRule[],
  ): Promise<{ readonly refusal: Refusal | null; readonly user: User | null }> {
    return this.#pass(request, rules);
  }

  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    // Upgraded sockets are nobody's: a peer that resets before its answer would end the process.
    socket.on('error', () => socket.destroy());
    const path = (request.url ?? '').split('?')[0];
    if (path !== '/api/socket' || !this.#isOwnOrigin(request)) {
      const status = path === '/api/socket' ? '403 Forbidden' : '404 Not Found';
      socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
      return;
    }
    this.#options.tracking.upgrade(request, socket, head);
  }

  async #serve(request: FastifyRequest, reply: FastifyReply, rules: readonly RouteRule[]): Promise<void> {
    try {
      const { refusal, user, rule } = await this.#pass(request, rules);
      const refused =
        refusal ??
        (await this.#checkUserWrite(request, user)) ??
        (await this.#checkDeviceWrite(request, user));
      if (refused) sendRefusal(reply, refused);
      else if (rule?.anchors === true) await this.#sendAnchors(request, reply);
      else if (await this.#isSafeDeletion(request)) sendAnswer(reply, await this.#hideDevice(request));
      else await this.#forward(request, reply);
    } catch (error) {
      this.#options.onError(error, 'cannot reach the tracking server');
      giveUp(reply);
    }
  }

  async #pass(
    request: FastifyRequest,
    rules: readonly RouteRule[],
  ): Promise<{ refusal: Refusal | null; user: User | null; rule?: RouteRule }> {
    if (!this.#isOwnOrigin(request.raw)) return { refusal: refusals.foreignOrigin(), user: null };
    // Another form of body would carry the account past the throttle.
    if (isLogin(request) && !isForm(request)) return { refusal: refusals.formOnly(), user: null };
    const throttled = this.#throttled(request);
    if (throttled) return { refusal: throttled, user: null };
    const isOpen = rules.every(({ access }) => access === 'public');
    const user = isOpen ? null : await this.#identify(request);
    const commandRight = await this.#commandRight(request, user);
    if (commandRight === 'unreadable') return { refusal: refusals.unreadable(), user };
    const isAnchor = user !== null && (await this.#isAnchor(request));
    const rule = rules.find((candidate) => applies(candidate, request, user, { commandRight, isAnchor }));
    if (!rule) return { refusal: refusals.notFound(), user };
    const refusal = (await this.#refusalOf(rule, user)) ?? (await this.#refusalOfFenceLock(request, user));
    // Whoever makes a rule that sends a command, or turns a saved one into a lock, must be able to send it himself.
    const isCarried = commandRight !== null && !rules.some(({ command }) => command === true);
    if (refusal || !isCarried) return { refusal, user, rule };
    return { refusal: await this.#refusalOf({ access: commandRight }, user), user };
  }

  async #identify(request: FastifyRequest): Promise<User | null> {
    const user = await this.#options.tracking.identify(request.headers);
    if (!user && request.headers.authorization !== undefined) this.#options.loginPerAddress.fail(request.ip);
    return user;
  }

  /**
   * The right that the command of a request needs; null = it has none. A saved command is looked up as its
   * sender sees it, so that nothing hides in one; what he does not see, the tracking server refuses.
   */
  async #commandRight(request: FastifyRequest, user: User | null): Promise<Right | 'unreadable' | null> {
    const call = { method: request.method, route: routeOf(request) };
    const command = user ? commandIn(call, parsedBody(request.body)) : null;
    if (command === null || command === 'unreadable') return command;
    if ('type' in command) return rightOfCommand(command.type);
    const saved = await this.#read(`/api/commands/${command.savedId}`, request);
    return rightOfCommand((saved as { type?: string } | null)?.type ?? '');
  }

  /** Anchors have a right of their own. */
  async #isAnchor(request: FastifyRequest): Promise<boolean> {
    if (!ANCHOR_ROUTES.has(`${request.method} ${routeOf(request)}`)) return false;
    return isAnchorCall(callIn(request), (path) => this.#read(path, request));
  }

  /** Whoever lets a geofence stop engines must be able to stop them himself. */
  async #refusalOfFenceLock(request: FastifyRequest, user: User | null): Promise<Refusal | null> {
    if (!FENCE_LOCK_ROUTES.has(`${request.method} ${routeOf(request)}`)) return null;
    const refusal = await this.#refusalOf({ access: 'devices.lock' }, user);
    // Nothing need be looked up for whoever may lock.
    if (refusal === null) return null;
    return (await setsFenceLock(callIn(request), (path) => this.#read(path, request))) ? refusal : null;
  }

  /** Of the geofences of the caller only his anchors: all that the right to see anchors shows. */
  async #sendAnchors(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const fences = await this.#read('/api/geofences', request);
    const anchors = (Array.isArray(fences) ? fences : []).filter((fence) => anchorOwner(fence) !== null);
    void reply.type('application/json').send(JSON.stringify(anchors));
  }

  /** @returns null = nothing that the caller sees. @throws when the tracking server is in trouble. */
  async #read(path: string, request: FastifyRequest): Promise<unknown> {
    const { status, body } = await this.#lookUp(path, request);
    if (status >= 500) throw new Error(`Cannot look up ${path}: answered ${status}`);
    return status === 200 ? (JSON.parse(body.toString('utf8')) as unknown) : null;
  }

  /** Asks the tracking server something in the name of the caller. */
  #lookUp(url: string, request: FastifyRequest): Promise<ForwardedReply> {
    const { body: _body, ...rest } = forwarded(request);
    // Left out, not undefined: the embedded server refuses a header without a value.
    const { 'content-length': _length, 'content-type': _type, ...headers } = rest.headers;
    return this.#options.tracking.send({ ...rest, headers, method: 'GET', url, body: null });
  }

  async #refusalOf({ access }: Pick<RouteRule, 'access'>, user: User | null): Promise<Refusal | null> {
    if (access === 'public') return null;
    if (!user) return refusals.notSignedIn();
    if (access === 'session') return null;
    if (access === 'administrator') return user.administrator ? null : refusals.administratorOnly();
    const { brand, plus, tracking } = this.#options;
    const serverAttributes = await tracking.serverAttributes();
    const decision = decide(user, access, { brand, plus, serverAttributes });
    return decision.allowed ? null : refusals.missingRight(decision.missing);
  }

  /** Authority never lives where its owner can write it. */
  async #checkUserWrite(request: FastifyRequest, user: User | null): Promise<Refusal | null> {
    const isUserWrite = routeOf(request).startsWith('/api/users');
    if (!isUserWrite || !['POST', 'PUT'].includes(request.method) || !user) return null;
    const after = attributesIn(request.body);
    // What we cannot read, the other side might: it must not pass unchecked.
    if (!after) return refusals.unreadable();
    const before = await this.#attributesOf(after.id, user, request);
    const name = forbiddenChange(user, { ...after, before }, this.#options.brand);
    return name === null ? null : refusals.protectedAttribute(name);
  }

  /** Money and installation of a vehicle have a right of their own. */
  async #checkDeviceWrite(request: FastifyRequest, user: User | null): Promise<Refusal | null> {
    const isDeviceWrite = ['POST /api/devices', 'PUT /api/devices/:id'].includes(callOf(request));
    if (!isDeviceWrite || !user) return null;
    const missing = await this.#refusalOf({ access: 'devices.editOwnBilling' }, user);
    if (!missing) return null;
    const written = attributesIn(request.body);
    if (!written) return refusals.unreadable();
    const before = request.method === 'POST' ? {} : await this.#lookUpDevice(Math.trunc(written.id), request);
    return billingChange(before, written.after) === null ? null : missing;
  }

  async #lookUpDevice(id: number, request: FastifyRequest): Promise<Attributes> {
    const { status, body } = await this.#lookUp(`/api/devices/${id}`, request);
    if (status >= 500) throw new Error(`Cannot look up a device: answered ${status}`);
    // Whoever does not see it cannot write it either: the tracking server says so.
    return status === 200 ? (JSON.parse(body.toString('utf8')) as Device).attributes : {};
  }

  async #isSafeDeletion(request: FastifyRequest): Promise<boolean> {
    if (callOf(request) !== 'DELETE /api/devices/:id') return false;
    return isSafeDeletion(await this.#options.tracking.serverAttributes(), this.#options.brand);
  }

  /** Hides a device in the name of the caller, so that the tracking server decides whether he may write it. */
  async #hideDevice(request: FastifyRequest): Promise<ForwardedReply> {
    const url = `/api/devices/${encodeURIComponent((request.params as { id: string }).id)}`;
    const found = await this.#lookUp(url, request);
    if (found.status !== 200) return found;
    const device = hiddenDevice(JSON.parse(found.body.toString('utf8')) as Device);
    const body = Buffer.from(JSON.stringify(device));
    const headers = {
      ...request.headers,
      'content-type': 'application/json',
      'content-length': String(body.length),
    };
    const answer = await this.#options.tracking.send({
      ...forwarded(request),
      method: 'PUT',
      url,
      headers,
      body,
    });
    return answer.status < 400 ? { status: 204, headers: {}, body: Buffer.alloc(0) } : answer;
  }

  async #attributesOf(id: number, user: User, request: FastifyRequest): Promise<Attributes> {
    if (request.method === 'POST') return {};
    if (id === user.id) return user.attributes;
    const reply = await this.#lookUp(`/api/users/${id}`, request);
    if (reply.status !== 200) return {};
    return (JSON.parse(reply.body.toString('utf8')) as User).attributes;
  }

  async #forward(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const { tracking } = this.#options;
    if (request.method === 'GET') {
      if (routeOf(request) === '/api/server') this.#addLicence(reply);
      for (const [name, value] of Object.entries(reply.getHeaders())) {
        if (value !== undefined) reply.raw.setHeader(name, value);
      }
      reply.hijack();
      await tracking.stream(request.raw, reply.raw, request.ip);
      return;
    }
    const answer = await tracking.send(forwarded(request));
    this.#countLogin(request, answer);
    sendAnswer(reply, answer);
  }

  /** PRODUCT §8. */
  #addLicence(reply: FastifyReply): void {
    void reply.header('licensemode', this.#options.plus ? 'plus' : 'standard');
    void reply.header('devicelimit', String(this.#options.deviceLimit));
  }

  #throttled(request: FastifyRequest): Refusal | null {
    const guarded =
      isLogin(request) ||
      isRegistration(request) ||
      isReset(request) ||
      request.headers.authorization !== undefined;
    if (!guarded) return null;
    const { loginPerAddress, loginPerAccount } = this.#options;
    const account = accountIn(request);
    const seconds = Math.max(
      loginPerAddress.waitSeconds(request.ip),
      account === null ? 0 : loginPerAccount.waitSeconds(account),
    );
    return seconds > 0 ? refusals.tooManyTries(seconds) : null;
  }

  #countLogin(request: FastifyRequest, answer: ForwardedReply): void {
    const { loginPerAddress, loginPerAccount } = this.#options;
    const account = accountIn(request);
    const failed = answer.status >= 400 && answer.status < 500;
    if (isLogin(request) && account !== null) {
      if (failed) loginPerAccount.fail(account);
      else loginPerAccount.forgive(account);
    }
    if (failed && (isLogin(request) || isRegistration(request))) loginPerAddress.fail(request.ip);
    // Every one counts: each may send a mail to somebody who did not ask for it.
    if (isReset(request)) loginPerAddress.fail(request.ip);
  }

  /** Browsers say where a request comes from; another site has no business here. */
  #isOwnOrigin({ headers }: IncomingMessage): boolean {
    if (headers['sec-fetch-site'] === 'cross-site' && headers['sec-fetch-mode'] !== 'navigate') return false;
    const { origin, host } = headers;
    if (origin === undefined) return true;
    if (!URL.canParse(origin)) return false;
    const { publicUrl } = this.#options;
    return new URL(origin).host === host || (publicUrl !== null && new URL(publicUrl).origin === origin);
  }
}

export function sendRefusal(reply: FastifyReply, { status, text, headers }: Refusal): void {
  void reply
    .code(status)
    .headers(headers ?? {})
    .type('text/plain')
    .send(text);
}

function sendAnswer(reply: FastifyReply, { status, headers, body }: ForwardedReply): void {
  void reply.code(status);
  for (const [name, value] of Object.entries(headers)) {
    if (name !== 'content-length') void reply.header(name, value);
  }
  void reply.send(body);
}

/** A reply that was handed over for streaming can only be answered below Fastify; a part cannot be mended. */
function giveUp(reply: FastifyReply): void {
  const refusal = refusals.unreachable();
  if (reply.raw.headersSent) reply.raw.destroy();
  else if (reply.sent)
    reply.raw.writeHead(refusal.status, { 'content-type': 'text/plain' }).end(refusal.text);
  else sendRefusal(reply, refusal);
}
