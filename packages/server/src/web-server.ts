import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import Fastify, { type FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import type { ExtensionRoute } from '@rastro/extension';
import { sendRefusal, type Gateway } from './gateway/gateway.ts';
import { securityHeaders } from './gateway/headers.ts';
import { refusals } from './gateway/refusal.ts';
import { EXTENSION_ROUTES, OWN_ROUTES, TRACKING_ROUTES } from './gateway/route-table.ts';
import type { TrackingServer } from './gateway/tracking-server.ts';
import type { Settings } from './settings/registry.ts';

const MAX_BODY_BYTES = 1_048_576;
const WEB_ROOT = fileURLToPath(new URL('../../web/dist', import.meta.url));

export interface WebServerParts {
  readonly settings: Settings;
  readonly gateway: Gateway;
  readonly tracking: TrackingServer;
  readonly metrics: Registry;
  readonly log: Logger;
  readonly extension: readonly ExtensionRoute[];
}

/** The one origin that people see: web application, tracking API, extension API, health. */
export async function createWebServer(parts: WebServerParts): Promise<FastifyInstance> {
  const { settings, gateway, log } = parts;
  const app = Fastify({
    logger: false,
    bodyLimit: MAX_BODY_BYTES,
    // One hop, the operator's own: what stands further left in X-Forwarded-For is the client's word.
    trustProxy: settings.TRUST_PROXY ? (_address, hop) => hop === 0 : false,
    exposeHeadRoutes: false,
    // Addresses that cannot be decoded reach no route, hook or error handler.
    frameworkErrors: (_error, _request, reply) => {
      sendRefusal(reply.headers(securityHeaders(settings)), refusals.badAddress());
    },
    routerOptions: { maxParamLength: 500 },
  });
  const headers = securityHeaders(settings);
  app.addHook('onRequest', async (_request, reply) => void reply.headers(headers));
  // Bodies pass through untouched: the side that answers checks them.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  app.setErrorHandler((error, _request, reply) => {
    const status = (error as { statusCode?: number }).statusCode ?? 500;
    if (status === 413) return reply.code(413).type('text/plain').send('Body too large - Send at most 1 MiB');
    if (status < 500)
      return reply.code(status).type('text/plain').send('Invalid data - The request cannot be read');
    log.error({ err: error }, 'request failed');
    return reply.code(500).type('text/plain').send('Internal error - It has been logged');
  });

  gateway.register(app, TRACKING_ROUTES);
  ownRoutes(app, parts);
  extensionRoutes(app, parts);
  await serveWeb(app, settings.EXT_PATH);
  app.server.on('upgrade', (request, socket, head) => gateway.upgrade(request, socket, head));
  return app;
}

/** Health and metrics, behind the rules of OWN_ROUTES. */
function ownRoutes(app: FastifyInstance, { gateway, tracking, metrics }: WebServerParts): void {
  const handlers: Record<string, () => Promise<{ status: number; type: string; body: string }>> = {
    '/health/live': async () => ({ status: 200, type: 'text/plain', body: 'OK' }),
    '/health/ready': async () => {
      const ready = await tracking.isReachable();
      return {
        status: ready ? 200 : 503,
        type: 'text/plain',
        body: ready ? 'OK' : 'Tracking server unreachable',
      };
    },
    '/metrics': async () => ({ status: 200, type: metrics.contentType, body: await metrics.metrics() }),
  };
  for (const rule of OWN_ROUTES) {
    const handler = handlers[rule.path];
    if (!handler) throw new Error(`Cannot start: nothing answers ${rule.path}`);
    app.get(rule.path, async (request, reply) => {
      const { refusal } = await gateway.check(request, [rule]);
      if (refusal) {
        sendRefusal(reply, refusal);
        return reply;
      }
      const { status, type, body } = await handler();
      return reply.code(status).type(type).send(body);
    });
  }
}

/** The extension, behind the rules of EXTENSION_ROUTES. */
function extensionRoutes(app: FastifyInstance, { settings, gateway, extension, log }: WebServerParts): void {
  for (const { method, path, answer } of extension) {
    const rule = EXTENSION_ROUTES.find((known) => known.method === method && known.path === path);
    if (!rule) throw new Error(`Cannot start: route ${method} ${settings.EXT_PATH}${path} declares no right`);
    app.route({
      method,
      url: `${settings.EXT_PATH}${path}`,
      handler: async (request, reply) => {
        const passed = await gateway.check(request, [rule]).catch((error: unknown) => {
          log.error({ err: error }, 'cannot reach the tracking server');
          return { refusal: refusals.unreachable(), user: null };
        });
        if (passed.refusal) {
          sendRefusal(reply, passed.refusal);
          return reply;
        }
        const query = request.query as Readonly<Record<string, unknown>>;
        const { status, headers, body } = await answer({
          userId: passed.user?.id ?? null,
          address: request.ip,
          query,
        });
        void reply.code(status).headers(headers ?? {});
        return typeof body === 'string' ? reply.type('text/plain').send(body) : reply.send(body);
      },
    });
  }
}

/** Built files, cached for ever by their hashed names; every other page address gets the application. */
async function serveWeb(app: FastifyInstance, extPath: string): Promise<void> {
  const built = existsSync(WEB_ROOT);
  if (built) {
    await app.register(fastifyStatic, {
      root: WEB_ROOT,
      index: false,
      wildcard: true,
      preCompressed: true,
      cacheControl: false,
      setHeaders: (reply, path) => {
        const forever = path.includes('/assets/');
        void reply.header('cache-control', forever ? 'public, max-age=31536000, immutable' : 'no-cache');
      },
    });
    app.get('/', (_request, reply) => reply.sendFile('index.html'));
  }
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?')[0] ?? '';
    const isPage = request.method === 'GET' && !/\.[a-z0-9]+$/i.test(path);
    const isOurs = !path.startsWith('/api/') && !path.startsWith(`${extPath}/`);
    if (built && isPage && isOurs) return reply.sendFile('index.html');
    sendRefusal(reply, refusals.notFound());
    return reply;
  });
}
