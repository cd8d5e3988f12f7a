import type { FastifyInstance, FastifyRequest } from 'fastify';
import { trafficBody } from '@rastro/fleet/schemas';
import { refuse } from '../http/api-error.ts';
import { callerOf } from '../http/caller-of.ts';
import type { ApiContext } from '../api/context.ts';
import { integer, pathId, readBody } from '../http/input.ts';

/** What a device and the server say to each other: for administrators, on request, limited in time. */
export function trafficRoutes(app: FastifyInstance, { restrictions, traffic }: ApiContext): void {
  const deviceOf = (request: FastifyRequest): number => {
    const caller = callerOf(request);
    restrictions.requireAdministrator(caller);
    return restrictions.device(caller, pathId(request.params)).id;
  };

  app.post('/devices/:id/traffic', (request) => {
    const deviceId = deviceOf(request);
    const { seconds } = readBody(trafficBody, request.body);
    if (!traffic.start(deviceId, seconds)) throw refuse.trafficLimit();
    return traffic.read(deviceId, 0);
  });

  app.get('/devices/:id/traffic', (request) => {
    const after = integer(request.query as Readonly<Record<string, unknown>>, 'after') ?? 0;
    return traffic.read(deviceOf(request), Math.max(0, after));
  });

  app.delete('/devices/:id/traffic', (request, reply) => {
    traffic.stop(deviceOf(request));
    return reply.code(204).send();
  });
}
