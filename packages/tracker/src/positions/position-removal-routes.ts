import type { FastifyInstance } from 'fastify';
import type { PositionRange } from '@rastro/storage';
import { refuse } from '../http/api-error.ts';
import { callerOf } from '../http/caller-of.ts';
import type { ApiContext } from '../api/context.ts';
import { instant, integer, pathId } from '../http/input.ts';

/** Rows of one step; commits of devices go between two steps. */
const STEP_ROWS = 2000;

/** History taken away. The newest position that is left becomes the latest. @source reference §3.9 */
export function positionRemovalRoutes(app: FastifyInstance, context: ApiContext): void {
  const { storage, restrictions } = context;

  app.delete('/positions/:id', async (request, reply) => {
    const caller = callerOf(request);
    const id = pathId(request.params);
    const [position] = await storage.positionsById([id]);
    if (!position && caller.user.administrator) throw refuse.notFound();
    if (!position || !restrictions.seesDevice(caller, position.deviceId)) throw refuse.noAccess('Position');
    restrictions.requireWrite(caller);
    const { deviceId, fixTime } = position;
    await removeAll(context, { deviceId, from: fixTime, to: fixTime, id });
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
    await removeAll(context, { deviceId, from, to, id: null });
    return reply.code(204).send();
  });
}

async function removeAll({ storage, live, commits }: ApiContext, range: PositionRange): Promise<void> {
  let removed = STEP_ROWS;
  while (removed === STEP_ROWS) {
    removed = await commits.between(async () => {
      const step = await storage.removePositions(range, STEP_ROWS);
      const { latest } = step;
      if (latest) commits.replaceLatest(live.of(range.deviceId), latest.goneId, latest.newest);
      return step.removed;
    });
  }
}
