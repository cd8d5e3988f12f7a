import Fastify, { type FastifyInstance, type FastifyReply } from 'fastify';
import { auditRoutes } from '../audit/audit-routes.ts';
import { keepAudit } from '../audit/keep-audit.ts';
import { BusError } from '@rastro/bus';
import { StorageError } from '@rastro/storage';
import { imageRoutes } from '../images/image-routes.ts';
import type { IngestLog } from '../ingest/ingest-log.ts';
import { accumulatorRoutes } from './accumulator-routes.ts';
import { ApiError, refuse } from './api-error.ts';
import { rememberCaller } from './caller-of.ts';
import { computedTestRoutes } from './computed-test-routes.ts';
import type { ApiContext } from './context.ts';
import { docsRoutes } from './describe/docs-routes.ts';
import { deviceRoutes } from './device-routes.ts';
import { diagnosisRoutes } from '../diagnosis/diagnosis-routes.ts';
import { exportRoutes } from './export-routes.ts';
import { groupRoutes } from './group-routes.ts';
import { commandRoutes } from '../commands/command-routes.ts';
import { linkedRoutes } from './linked-routes.ts';
import { openIdRoutes } from './open-id-routes.ts';
import { notificationRoutes } from '../notifications/notification-routes.ts';
import { passwordRoutes } from './password-routes.ts';
import { permissionRoutes } from './permission-routes.ts';
import { positionRemovalRoutes } from './position-removal-routes.ts';
import { positionRoutes } from './position-routes.ts';
import { reportRoutes } from './report-routes.ts';
import { serverRoutes } from './server-routes.ts';
import { sessionRoutes } from './session-routes.ts';
import { shareRoutes } from './share-routes.ts';
import { trafficRoutes } from './traffic-routes.ts';
import { userRoutes } from './user-routes.ts';

export interface ApiRoute {
  readonly method: string;
  /** Without the `/api` prefix. */
  readonly path: string;
}

const MAX_BODY_BYTES = 1_048_576;
const AREAS = [
  serverRoutes,
  sessionRoutes,
  userRoutes,
  deviceRoutes,
  groupRoutes,
  accumulatorRoutes,
  computedTestRoutes,
  linkedRoutes,
  commandRoutes,
  notificationRoutes,
  positionRoutes,
  positionRemovalRoutes,
  permissionRoutes,
  reportRoutes,
  auditRoutes,
  imageRoutes,
  shareRoutes,
  exportRoutes,
  passwordRoutes,
  openIdRoutes,
  trafficRoutes,
  diagnosisRoutes,
];

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
  const form = 'application/x-www-form-urlencoded';
  app.removeContentTypeParser(['text/plain', 'application/json']);
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    // Many clients name a type on every call, also on those without a body.
    if (body === '') done(null);
    else void parseJson(request, String(body), done);
  });
  app.addContentTypeParser(form, { parseAs: 'string' }, (_request, body, done) => {
    // Of a name given twice the first counts, as it does for the gateway's throttle and for Traccar.
    done(null, Object.fromEntries([...new URLSearchParams(String(body))].toReversed()));
  });
  app.addHook('onRequest', async (request) => {
    const caller = await context.authenticator.callerOf(request.headers);
    context.statistics.count('requests');
    if (!caller) return;
    rememberCaller(request, caller);
    context.statistics.userActive(caller.user.id);
  });
  keepAudit(app, context);
  app.setErrorHandler((error, _request, reply) => {
    const known = toApiError(error);
    if (known.status >= 500) log.error({ err: error }, 'request failed');
    sendError(reply, known);
  });
  app.setNotFoundHandler((_request, reply) => sendError(reply, refuse.notFound()));
  await app.register(
    async (api) => {
      for (const area of AREAS) area(api, context);
      docsRoutes(api, routes, context.version);
    },
    { prefix: '/api' },
  );
  await app.ready();
  return { app, routes };
}

function sendError(reply: FastifyReply, { status, headers, body }: ApiError): void {
  void reply.code(status).headers(headers).type('text/plain').send(body);
}

function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  if (error instanceof StorageError || error instanceof BusError)
    return new ApiError(503, 'STORAGE_UNAVAILABLE', 'Try again in a moment');
  const { statusCode, code, message } = error as { statusCode?: number; code?: string; message?: string };
  if (statusCode === 413) return new ApiError(413, 'BODY_TOO_LARGE', 'Send at most 1 MiB');
  if (statusCode === 415) return new ApiError(415, 'UNSUPPORTED_CONTENT_TYPE', 'Send JSON or a form');
  if (statusCode !== undefined && statusCode < 500) {
    // The framework's own texts say what is wrong with a body, and nothing else.
    const explanation = code?.startsWith('FST_') ? message : null;
    return new ApiError(statusCode, 'INVALID_DATA', explanation ?? 'The request cannot be read');
  }
  return new ApiError(500, 'INTERNAL_ERROR', 'The server could not do this; it has been logged');
}
