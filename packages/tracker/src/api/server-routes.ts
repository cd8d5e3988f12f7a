import type { FastifyInstance } from 'fastify';
import { serverSettingsBody } from '@rastro/fleet/schemas';
import { callerIfAny, callerOf } from './caller-of.ts';
import type { ApiContext } from './context.ts';
import { readBody } from './input.ts';
import { serverView } from './views.ts';

/** @source reference/tracking-api.md §3.15, §3.16 */
export function serverRoutes(app: FastifyInstance, context: ApiContext): void {
  const { directory, restrictions, firstAdministrator, version } = context;
  const channels = { emailEnabled: context.mailer.enabled, textEnabled: context.sms.enabled };
  const zones = Intl.supportedValuesOf('timeZone');

  app.get('/server', (request) => {
    const newServer = callerIfAny(request) === null && firstAdministrator.isAwaited;
    return serverView(directory.server, { version, newServer, ...channels });
  });
  app.put('/server', async (request) => {
    restrictions.requireAdministrator(callerOf(request));
    const server = await directory.updateServer(readBody(serverSettingsBody, request.body));
    return serverView(server, { version, newServer: false, ...channels });
  });
  app.get('/server/timezones', (request) => {
    callerOf(request);
    return zones;
  });
  app.get('/health', async (_request, reply) => {
    const healthy = await context.storage.healthy();
    return reply
      .code(healthy ? 200 : 500)
      .type('text/plain')
      .send(healthy ? 'OK' : '');
  });
}
