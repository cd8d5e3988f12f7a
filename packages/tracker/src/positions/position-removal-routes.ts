import { partitionOf, type Storage } from '@rastro/storage';
import type { Restrictions } from '../access/restrictions.ts';
import { appError } from '../errors/app-error.ts';
import { handlers } from '../http/bind.ts';
import type { TrackerBus } from '../messages/topics.ts';

interface Deps {
  readonly storage: Storage;
  readonly restrictions: Restrictions;
  readonly bus: TrackerBus;
}
/** A long history takes its time. */
const PATIENCE_MS = 600_000;

/**
 * History taken away. The newest position that is left becomes the latest.
 * @source docs/reference/tracking-api.md §3.9
 */
export function positionRemovalRoutes({ storage, restrictions, bus }: Deps) {
  return handlers({
    'DELETE /positions/:id': async ({ caller, params: { id } }) => {
      const [position] = await storage.positionsById([id]);
      if (!position && caller.user.administrator) throw appError.notFound();
      if (!position || !restrictions.seesDevice(caller, position.deviceId))
        throw appError.noAccess('Position');
      restrictions.requireDeviceWrite(caller);
      const { deviceId, fixTime } = position;
      const range = { deviceId, from: fixTime, to: fixTime, id };
      await bus.ask('positions.removed', range, { to: partitionOf(deviceId), timeoutMs: PATIENCE_MS });
    },

    'DELETE /positions': async ({ caller, query: { deviceId, from, to } }) => {
      restrictions.device(caller, deviceId);
      restrictions.requireDeviceWrite(caller);
      const range = { deviceId, from, to, id: null };
      await bus.ask('positions.removed', range, { to: partitionOf(deviceId), timeoutMs: PATIENCE_MS });
    },
  });
}
