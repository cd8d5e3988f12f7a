import type { FastifyInstance } from 'fastify';
import { refuse } from './api-error.ts';
import { callerOf } from './caller-of.ts';
import type { ApiContext } from './context.ts';
import { instant, integer, pathId } from './input.ts';

/** A long history takes its time. */
const PATIENCE_MS = 600_000;

/** History taken away. The newest position that is left becomes the latest. @source reference §3.9 */
export function positionRemovalRoutes(app: FastifyInstance, context: ApiContext): void {
  const { storage, restrictions, bus } = context;

  app.delete('/positions/:id', async (request, reply) => {
    const caller = callerOf(request);
    const id = pathId(request.params);
    const [position] = await storage.positionsById([id]);
    if (!position && caller.user.administrator) throw refuse.notFound();
    if (!position || !restrictions.seesDevice(caller, position.deviceId)) throw refuse.noAccess('Position');
    restrictions.requireWrite(caller);
    const { deviceId, fixTime } = position;
    await bus.ask('positions.removed', { deviceId, from: fixTime, to: fixTime, id }, PATIENCE_MS);
    return reply.code(204).send();
  });

  app.delete('/positions', async (request, reply) => {
    const caller = callerOf(request);
    const query = request.query as Readonly<Record<string, unknown>>;
    const deviceId = integer(query, 'deviceId');
    const from = instant(query, 'from');
    const to = instant(query, 'to');
    if (deviceId === null) throw refuse.badInput('deviceId: is missing');
    if (from === null || to === null) throw refuse.badInput('from, to: are missing');
    restrictions.device(caller, deviceId);
    restrictions.requireWrite(caller);
    await bus.ask('positions.removed', { deviceId, from, to, id: null }, PATIENCE_MS);
    return reply.code(204).send();
  });
}
