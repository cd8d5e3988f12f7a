import type { FastifyInstance, FastifyRequest } from 'fastify';
import { trafficBody } from '@rastro/fleet/schemas';
import { refuse } from './api-error.ts';
import { callerOf } from './caller-of.ts';
import type { ApiContext } from './context.ts';
import { integer, pathId, readBody } from './input.ts';

/** What a device and the server say to each other: for administrators, on request, limited in time. */
export function trafficRoutes(app: FastifyInstance, { restrictions, bus }: ApiContext): void {
  const deviceOf = (request: FastifyRequest): number => {
    const caller = callerOf(request);
    restrictions.requireAdministrator(caller);
    return restrictions.device(caller, pathId(request.params)).id;
  };

  app.post('/devices/:id/traffic', async (request) => {
    const deviceId = deviceOf(request);
    const { seconds } = readBody(trafficBody, request.body);
    if (!(await bus.ask('traffic.started', { deviceId, seconds }))) throw refuse.trafficLimit();
    return bus.ask('traffic.read', { deviceId, after: 0 });
  });

  app.get('/devices/:id/traffic', (request) => {
    const after = integer(request.query as Readonly<Record<string, unknown>>, 'after') ?? 0;
    return bus.ask('traffic.read', { deviceId: deviceOf(request), after: Math.max(0, after) });
  });

  app.delete('/devices/:id/traffic', async (request, reply) => {
    await bus.ask('traffic.stopped', { deviceId: deviceOf(request) });
    return reply.code(204).send();
  });
}
