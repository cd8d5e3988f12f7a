import type { FastifyReply } from 'fastify';
import type { Clock } from '@rastro/base';
import { isShared } from '@rastro/fleet';
import type { Storage } from '@rastro/storage';
import type { Caller } from '../access/caller.ts';
import type { Directory } from '../directory/directory.ts';
import type { Restrictions } from '../access/restrictions.ts';
import type { Visibility } from '../access/visibility.ts';
import { refuse } from '../refusals/refusal.ts';
import { handlers } from '../http/bind.ts';
import { sendArray } from '../http/json-stream.ts';
import { latestPositions } from '../live/latest-positions.ts';
import type { Shown } from '../shown/shown-devices.ts';
import { viewsFor } from '../views/guest-views.ts';
import { eventView, positionView } from '../views/views.ts';
import { askedHistory, historyOf } from './history-query.ts';

interface Needs {
  readonly storage: Storage;
  readonly directory: Directory;
  readonly restrictions: Restrictions;
  readonly visibility: Visibility;
  readonly live: Shown;
  readonly clock: Clock;
}
/** More ids than this in one request are refused, not cut. */
const MAX_IDS = 2000;

/** @source reference/tracking-api.md §3.9, §3.10 */
export function positionRoutes(needs: Needs) {
  const { storage, restrictions, live } = needs;
  return handlers({
    'GET /positions': async ({ caller, query }, reply) => {
      const { id: ids, deviceId, from, to, geofenceId } = query;
      if (ids.length > 0) return positionsById(needs, caller, ids, reply);
      const { position: view } = viewsFor(caller.user, needs.directory.brand);
      if (deviceId === null) return sendArray(reply, latestPositions(needs, caller.user.id), view);
      restrictions.device(caller, deviceId);
      if (from === null || to === null) {
        const latest = live.shown(deviceId).position;
        return sendArray(reply, latest ? [latest] : [], view);
      }
      const asked = askedHistory(restrictions, caller, { deviceId, from, to, geofenceId });
      return sendArray(reply, historyOf(storage, asked), view);
    },

    'GET /events/:id': async ({ caller, params }) => {
      const event = await storage.eventById(params.id);
      if (!event && caller.user.administrator) throw refuse.notFound();
      const isSeen = event && !isShared(caller.user) && restrictions.seesDevice(caller, event.deviceId);
      if (!isSeen) throw refuse.noAccess('Event');
      return eventView(event);
    },
  });
}

async function positionsById(
  { storage, restrictions }: Needs,
  caller: Caller,
  ids: readonly number[],
  reply: FastifyReply,
): Promise<FastifyReply> {
  restrictions.requireHistory(caller);
  if (ids.length > MAX_IDS) throw refuse.badInput(`id: more than ${MAX_IDS} in one request`);
  const found = await storage.positionsById(ids);
  const allTheirs = found.every(({ deviceId }) => restrictions.seesDevice(caller, deviceId));
  if (!allTheirs || found.length < new Set(ids).size) throw refuse.noAccess('Position');
  return sendArray(reply, found, positionView);
}
