import type { FastifyReply } from 'fastify';
import type { Clock } from '@rastro/base';
import { isShared } from '@rastro/fleet';
import type { Storage } from '@rastro/storage';
import type { Caller } from '../access/caller.ts';
import type { Directory } from '../directory/directory.ts';
import type { Restrictions } from '../access/restrictions.ts';
import type { Visibility } from '../access/visibility.ts';
import { appError } from '../errors/app-error.ts';
import { handlers } from '../http/bind.ts';
import { sendArray, sendPages } from '../http/json-stream.ts';
import { latestPositions } from '../live/latest-positions.ts';
import type { CommittedStates } from '../committed/committed-devices.ts';
import { serializersFor } from '../serializers/guest-serializers.ts';
import { serializeEvent, serializePosition } from '../serializers/serializers.ts';
import { askedHistory, historyJsonOf, historyOf } from './history-query.ts';

interface Deps {
  readonly storage: Storage;
  readonly directory: Directory;
  readonly restrictions: Restrictions;
  readonly visibility: Visibility;
  readonly live: CommittedStates;
  readonly clock: Clock;
}
/** More ids than this in one request are rejected, not cut. */
const MAX_IDS = 2000;

/** @source docs/reference/tracking-api.md §3.9, §3.10 */
export function positionRoutes(deps: Deps) {
  const { storage, restrictions, live } = deps;
  return handlers({
    'GET /positions': async ({ caller, query }, reply) => {
      const { id: ids, deviceId, from, to, geofenceId } = query;
      if (ids.length > 0) return positionsById(deps, caller, ids, reply);
      const { position: view } = serializersFor(caller.user, deps.directory.brand);
      if (deviceId === null) return sendArray(reply, latestPositions(deps, caller.user.id), view);
      restrictions.device(caller, deviceId);
      if (from === null || to === null) {
        const latest = live.committed(deviceId).position;
        return sendArray(reply, latest ? [latest] : [], view);
      }
      const asked = askedHistory(restrictions, caller, { deviceId, from, to, geofenceId });
      // A guest is shown less, and few ask for one geofence: the others are given what the store has as it is.
      if (isShared(caller.user) || geofenceId !== null)
        return sendArray(reply, historyOf(storage, asked), view);
      return sendPages(reply, historyJsonOf(storage, asked));
    },

    'GET /events/:id': async ({ caller, params }) => {
      const event = await storage.eventById(params.id);
      if (!event && caller.user.administrator) throw appError.notFound();
      const isSeen = event && !isShared(caller.user) && restrictions.seesDevice(caller, event.deviceId);
      if (!isSeen) throw appError.noAccess('Event');
      return serializeEvent(event);
    },
  });
}

async function positionsById(
  { storage, restrictions }: Deps,
  caller: Caller,
  ids: readonly number[],
  reply: FastifyReply,
): Promise<FastifyReply> {
  restrictions.requireHistory(caller);
  if (ids.length > MAX_IDS) throw appError.badInput(`id: more than ${MAX_IDS} in one request`);
  const found = await storage.positionsById(ids);
  const allTheirs = found.every(({ deviceId }) => restrictions.seesDevice(caller, deviceId));
  if (!allTheirs || found.length < new Set(ids).size) throw appError.noAccess('Position');
  return sendArray(reply, found, serializePosition);
}
