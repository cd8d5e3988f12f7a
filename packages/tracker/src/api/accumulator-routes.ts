import type { FastifyInstance } from 'fastify';
import { accumulatorsBody } from '@rastro/fleet/schemas';
import { refuse } from './api-error.ts';
import { callerOf } from './caller-of.ts';
import type { ApiContext } from './context.ts';
import { readBody } from './input.ts';

/** Totals of a device set by hand; in order with what it sends meanwhile. @source reference §3.5 */
export function accumulatorRoutes(app: FastifyInstance, context: ApiContext): void {
  const { restrictions, bus } = context;

  app.put('/devices/:id/accumulators', async (request, reply) => {
    const caller = callerOf(request);
    // The device of the body counts, as in Traccar; the address is decoration.
    const { deviceId, totalDistance, hours } = readBody(accumulatorsBody, request.body);
    const device = restrictions.device(caller, deviceId);
    restrictions.requireDeviceWrite(caller);
    const totals = {
      ...(totalDistance === undefined ? {} : { totalDistance }),
      ...(hours === undefined ? {} : { hours }),
    };
    const isSet = await bus.ask('totals.set', { deviceId: device.id, ...totals });
    if (!isSet) throw refuse.badInput('deviceId: the device has no position');
    return reply.code(204).send();
  });
}
