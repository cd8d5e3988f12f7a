import Fastify, { type FastifyInstance } from 'fastify';
import { recordAudit } from '../audit/record-audit.ts';
import { methodsAt, TRACKING_ROUTES } from '@rastro/fleet/api';
import { appError } from '../errors/app-error.ts';
import { ApiError } from '../http/api-error.ts';
import { bindRoutes } from '../http/bind.ts';
import { addBodyParsers } from '../http/body-parsers.ts';
import { rememberCaller } from '../http/caller-of.ts';
import { compressStreams } from '../http/compress.ts';
import { sendError, toApiError } from '../http/errors.ts';
import { IMAGE_KINDS } from '@rastro/outgoing';
import type { IngestLog } from '../ingest/ingest-log.ts';
import type { ApiContext } from './context.ts';
import { allHandlers } from './handlers.ts';

export interface ApiRoute {
  readonly method: string;
  /** Without the `/api` prefix. */
  readonly path: string;
}

const MAX_BODY_BYTES = 1_048_576;
const MAX_UPLOAD_BYTES = 1_000_000;

/** The HTTP side of the tracking server. @returns the application and the list of all its routes. */
export async function createApi(
  context: ApiContext,
  log: IngestLog,
): Promise<{ app: FastifyInstance; routes: readonly ApiRoute[] }> {
  const app = Fastify({
    logger: false,
    bodyLimit: MAX_BODY_BYTES,
    exposeHeadRoutes: false,
    // Addresses that cannot be decoded reach no route and no error handler.
    frameworkErrors: (error, _request, reply) => sendError(reply, toApiError(error)),
  });
  const routes: ApiRoute[] = [];
  app.addHook('onRoute', ({ method, url }) => {
    for (const each of [method].flat()) routes.push({ method: each, path: url.replace(/^\/api/, '') });
  });
  addBodyParsers(app, { types: IMAGE_KINDS, limitBytes: MAX_UPLOAD_BYTES });
  app.addHook('onRequest', async (request) => {
    const caller = await context.authenticator.callerOf(request.headers);
    context.statistics.count('requests');
    if (!caller) return;
    rememberCaller(request, caller);
    context.statistics.userActive(caller.user.id);
    // A user who acts as another is not that user.
    if (caller.credential) context.credentials.used(caller.credential);
    if (!caller.credential?.actorId) context.lastSeen.seen(caller.user.id);
  });
  recordAudit(app, context);
  compressStreams(app);
  app.setErrorHandler((error, _request, reply) => {
    const known = toApiError(error);
    if (known.status >= 500) log.error({ err: error }, 'request failed');
    sendError(reply, known);
  });
  app.setNotFoundHandler((request, reply) => sendError(reply, nothingAt(request.url)));
  await app.register(async (api) => bindRoutes(api, allHandlers(context)), { prefix: '/api' });
  await app.ready();
  return { app, routes };
}

/** An address that is not there, or one that does not know the method. */
function nothingAt(url: string): ApiError {
  const path = url.split('?')[0]?.replace(/^\/api/, '') ?? '';
  const allow = methodsAt(Object.keys(TRACKING_ROUTES), path).join(', ');
  if (allow === '') return toApiError(appError.notFound());
  return new ApiError(405, 'HTTP_405_METHOD_NOT_ALLOWED', `This address knows ${allow}`, { allow });
}
