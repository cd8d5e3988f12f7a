import { fileURLToPath } from 'node:url';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import type { BrandRegistry, ExtensionRoute } from '@rastro/extension';
import { splitKey, type Route } from '@rastro/fleet/api';
import type { ClosingGate } from './closing-gate.ts';
import { closeStalled } from './close-stalled.ts';
import { sendError } from './gateway/answers.ts';
import type { Gateway } from './gateway/gateway.ts';
import { tidyForwarded } from './forwarded-address.ts';
import { limitStrangers } from './gateway/limit-strangers.ts';
import { headersOfPage, securityHeaders } from './gateway/headers.ts';
import { gatewayErrors } from './gateway/gateway-errors.ts';
import { sendPacked } from './gateway/packed.ts';
import { OWN_ROUTES, type OwnKey } from './gateway/route-table.ts';
import type { ReadBody } from './gateway/read-body.ts';
import type { ServedArchive } from './map-tiles/find-archives.ts';
import { serveArchives } from './map-tiles/serve-archives.ts';
import { serveBrands } from './serve-brands.ts';
import { serveWeb } from './serve-web.ts';
import { guardShared, whenCertain, type Others } from './shared-guard.ts';
import { trackingAddress } from './share-addresses.ts';
import type { Settings } from './settings/registry.ts';
import { rejectUnreadable } from './reject-unreadable.ts';
import { untrustedProxy } from './untrusted-proxy.ts';

const MAX_BODY_BYTES = 1_048_576;
/** A request, whole, also over a bad line. */
const REQUEST_MS = 60_000;
const HEADERS_MS = 15_000;
const CHECK_MS = 5000;
/** A client that reads nothing for this long is gone, or wants to be a burden. */
const STALLED_MS = 120_000;
const WEB_ROOT = fileURLToPath(new URL('../../web/dist', import.meta.url));

export interface WebServerDeps {
  readonly settings: Settings;
  readonly archives: readonly ServedArchive[];
  readonly brands: BrandRegistry;
  readonly gateway: Gateway;
  readonly metrics: Registry;
  readonly log: Logger;
  readonly closing: ClosingGate;
  /** Null = this process is alone. */
  readonly others: Others | null;
  /** Reason why users cannot be served; null = they can. */
  readonly complaint: () => Promise<string | null>;
  readonly extension: readonly ExtensionRoute[];
}

/** The one public origin: web application, tracking API, extension API, health. */
export async function createWebServer(deps: WebServerDeps): Promise<FastifyInstance> {
  const { settings, gateway, log } = deps;
  const app = createApp(settings);
  closeStalled(app.server, STALLED_MS);
  const headers = securityHeaders(settings);
  const unkept = ['/api/', `${settings.EXT_PATH}/`, '/metrics'];
  const noticeProxy = settings.TRUST_PROXY ? null : untrustedProxy(log);
  const isData = ({ url }: Pick<FastifyRequest, 'url'>): boolean =>
    unkept.some((path) => url.startsWith(path));
  app.addHook('onRequest', async (request, reply) => {
    noticeProxy?.(request.raw);
    void reply.headers(
      isData(request) ? headersOfData(headers) : { ...headers, ...headersOfPage(request.url) },
    );
    // What a route says of its own answer counts.
    if (isData(request)) void reply.header('cache-control', 'no-store');
  });
  deps.closing.guard(app);
  guardShared(app, deps.others, isData);
  app.addHook('onRequest', async () => {
    const { catchingUp } = deps.brands;
    if (catchingUp) await catchingUp;
  });
  // Bodies pass through untouched: the side that answers checks them.
  app.removeAllContentTypeParsers();
  limitStrangers(app, async (request) => {
    try {
      return await gateway.isKnown(request);
    } catch {
      return false; // The tracking server cannot be reached, which the route reports itself.
    }
  });
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  app.setErrorHandler((error, request, reply) => {
    const status = (error as { statusCode?: number }).statusCode ?? 500;
    if (status === 413) {
      const bytes = request.routeOptions.bodyLimit ?? MAX_BODY_BYTES;
      return reply.code(413).type('text/plain').send(`Body too large - Send at most ${bytes} bytes`);
    }
    if (status < 500)
      return reply.code(status).type('text/plain').send('Invalid data - The request cannot be read');
    log.error({ err: error }, 'request failed');
    return reply.code(500).type('text/plain').send('Internal error - It has been logged');
  });

  gateway.register(app);
  ownRoutes(app, deps);
  extensionRoutes(app, deps);
  serveArchives(app, deps.archives);
  serveBrands(app, deps.brands);
  await serveWeb(app, { root: WEB_ROOT, extPath: settings.EXT_PATH, brands: deps.brands });
  app.server.on('upgrade', (request, socket, head) => {
    if (deps.closing.rejects(socket)) return;
    void whenCertain(deps.others, socket, () => gateway.upgrade(request, socket, head));
  });
  return app;
}

const createApp = (settings: Settings): FastifyInstance => {
  return Fastify({
    logger: false,
    bodyLimit: MAX_BODY_BYTES,
    // One hop, the operator's own: what stands further left in X-Forwarded-For is the client's word.
    trustProxy: settings.TRUST_PROXY ? (_address, hop) => hop === 0 : false,
    exposeHeadRoutes: false,
    // Addresses that cannot be decoded reach no route, hook or error handler.
    frameworkErrors: (error, _request, reply) => {
      const isLong = error.statusCode === 414 || error.code === 'FST_ERR_MAX_PARAM_LENGTH';
      const errorReply = isLong ? gatewayErrors.addressTooLong() : gatewayErrors.badAddress();
      sendError(reply.headers(securityHeaders(settings)), errorReply);
    },
    clientErrorHandler: rejectUnreadable,
    rewriteUrl: (raw) => {
      // Before anything asks who the client is.
      if (settings.TRUST_PROXY) tidyForwarded(raw);
      return trackingAddress(pathOf(raw.url ?? '/'), settings.EXT_PATH);
    },
    routerOptions: { maxParamLength: 500 },
    requestTimeout: REQUEST_MS,
    http: { headersTimeout: HEADERS_MS, connectionsCheckingInterval: CHECK_MS },
  });
};

/** Two headers are about pages: every answer with data would carry them for nothing. */
const headersOfData = ({
  'permissions-policy': _page,
  'cross-origin-opener-policy': _window,
  ...others
}: Record<string, string>): Record<string, string> => others;

/** An address as the routes know it. A request line may name the whole address (RFC 9112, 3.2.2): the host is ours. */
const pathOf = (url: string): string => url.replace(/^https?:\/\/[^/?#]*\/?/i, '/');

/** Health and metrics, behind the rights of OWN_ROUTES. */
function ownRoutes(app: FastifyInstance, { gateway, metrics, complaint }: WebServerDeps): void {
  const handlers: Record<OwnKey, () => Promise<{ status: number; type: string; body: string }>> = {
    'GET /health/live': async () => ({ status: 200, type: 'text/plain', body: 'OK' }),
    'GET /health/ready': async () => {
      const found = await complaint();
      return { status: found === null ? 200 : 503, type: 'text/plain', body: found ?? 'OK' };
    },
    'GET /metrics': async () => ({ status: 200, type: metrics.contentType, body: await metrics.metrics() }),
  };
  for (const [key, route] of Object.entries<Route>(OWN_ROUTES)) {
    const handler = handlers[key as OwnKey];
    app.get(splitKey(key).path, async (request, reply) => {
      const { error } = await gateway.check(request, route);
      if (error) {
        sendError(reply, error);
        return reply;
      }
      const { status, type, body } = await handler();
      return reply.code(status).type(type).send(body);
    });
  }
}

/** The extension, behind the rights of its entries. */
function extensionRoutes(app: FastifyInstance, deps: WebServerDeps): void {
  const { settings, extension } = deps;
  for (const bound of extension) {
    const { uploadBytes } = bound.route;
    app.route({
      method: bound.method,
      url: `${settings.EXT_PATH}${bound.path}`,
      ...(uploadBytes !== undefined && { bodyLimit: uploadBytes }),
      handler: (request, reply) => answerExtension(deps, bound, request, reply),
    });
  }
}

async function answerExtension(
  { gateway, log }: WebServerDeps,
  { route, answer }: ExtensionRoute,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const passed = await gateway.check(request, route).catch((error: unknown) => {
    log.error({ err: error }, 'cannot reach the tracking server');
    return { error: gatewayErrors.unreachable(), user: null, body: null };
  });
  if (passed.error) {
    sendError(reply, passed.error);
    return reply;
  }
  const { params, query, ip: address, host } = request;
  const body = bodyOf(request, passed.body);
  const {
    status,
    headers,
    body: answered,
    isPackable = false,
  } = await answer({
    params,
    query,
    body,
    host,
    caller: passed.user,
    address,
    header: headerOf(request, route),
  });
  const etag = headers?.['etag'];
  if (etag !== undefined && etag === request.headers['if-none-match'])
    return reply
      .code(304)
      .headers(headers ?? {})
      .send();
  void reply.code(status).headers(headers ?? {});
  if (isPackable) return sendPacked(reply, answered, request.headers['accept-encoding']);
  const isPlain = typeof answered === 'string' && !reply.hasHeader('content-type');
  return isPlain ? reply.type('text/plain').send(answered) : reply.send(answered);
}

const headerOf = (request: FastifyRequest, { headers = [] }: Route): string | null =>
  headers.flatMap((name) => request.headers[name] ?? [])[0] ?? null;

/** JSON, the fields of a form, or the bytes of something else; null = none. */
function bodyOf({ headers }: FastifyRequest, body: ReadBody | null): unknown {
  if (body === null || body.bytes === null) return null;
  return body.form ?? (headers['content-type']?.includes('json') ? body.json : body.bytes);
}
