import type { FastifyInstance } from 'fastify';
import { latestPositions } from '../live/latest-positions.ts';
import { refuse } from '../http/api-error.ts';
import { callerOf } from '../http/caller-of.ts';
import type { ApiContext } from '../api/context.ts';
import { historyOf, readHistoryQuery } from './history-query.ts';
import { instant, integer, integers, pathId } from '../http/input.ts';
import { sendArray } from '../http/json-stream.ts';
import { eventView, positionView } from '../views/views.ts';

/** More ids than this in one request are refused, not cut. */
const MAX_IDS = 2000;

/** @source reference/tracking-api.md §3.9, §3.10 */
export function positionRoutes(app: FastifyInstance, context: ApiContext): void {
  const { storage, restrictions, live } = context;

  app.get('/positions', async (request, reply) => {
    const caller = callerOf(request);
    const query = request.query as Readonly<Record<string, unknown>>;
    const ids = integers(query, 'id');
    if (ids.length > 0) {
      restrictions.requireHistory(caller);
      if (ids.length > MAX_IDS) throw refuse.badInput(`id: more than ${MAX_IDS} in one request`);
      const found = await storage.positionsById(ids);
      const allTheirs = found.every(({ deviceId }) => restrictions.seesDevice(caller, deviceId));
      if (!allTheirs || found.length < new Set(ids).size) throw refuse.noAccess('Position');
      return sendArray(reply, found, positionView);
    }
    const deviceId = integer(query, 'deviceId');
    if (deviceId === null) return sendArray(reply, latestPositions(context, caller.user.id), positionView);
    restrictions.device(caller, deviceId);
    const from = instant(query, 'from');
    const to = instant(query, 'to');
    if (from === null || to === null) {
      const latest = live.shown(deviceId).position;
      return sendArray(reply, latest ? [latest] : [], positionView);
    }
    return sendArray(reply, historyOf(context, readHistoryQuery(context, caller, query)), positionView);
  });

  app.get('/events/:id', async (request) => {
    const caller = callerOf(request);
    const event = await storage.eventById(pathId(request.params));
    if (!event && caller.user.administrator) throw refuse.notFound();
    if (!event || !restrictions.seesDevice(caller, event.deviceId)) throw refuse.noAccess('Event');
    return eventView(event);
  });
}
