import type { FastifyInstance } from 'fastify';
import { accumulatorsBody } from '@rastro/fleet/schemas';
import { StorageError } from '@rastro/storage';
import { refuse } from '../http/api-error.ts';
import { callerOf } from '../http/caller-of.ts';
import type { ApiContext } from '../api/context.ts';
import { readBody } from '../http/input.ts';

/** Totals of a device set by hand; in order with what it sends meanwhile. @source reference §3.5 */
export function accumulatorRoutes(app: FastifyInstance, context: ApiContext): void {
  const { restrictions, pipeline, commits, clock } = context;

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
    const processed = pipeline.accumulate(device, totals, clock.now());
    if (!processed) throw refuse.badInput('deviceId: the device has no position');
    await new Promise<void>((resolve, reject) => {
      commits.add(processed, resolve, () => reject(new StorageError('set totals', 'UNAVAILABLE')));
    });
    return reply.code(204).send();
  });
}
