import type { PositionRange, Storage } from '@rastro/storage';
import type { Restrictions } from '../access/restrictions.ts';
import { refuse } from '../http/api-error.ts';
import { handlers } from '../http/bind.ts';
import type { GroupCommit } from '../pipeline/group-commit.ts';
import type { LiveDevices } from '../pipeline/live-device.ts';

interface Needs {
  readonly storage: Storage;
  readonly restrictions: Restrictions;
  readonly live: LiveDevices;
  readonly commits: GroupCommit;
}
/** Rows of one step; commits of devices go between two steps. */
const STEP_ROWS = 2000;

/** History taken away. The newest position that is left becomes the latest. @source reference §3.9 */
export function positionRemovalRoutes(needs: Needs) {
  const { storage, restrictions } = needs;
  return handlers({
    'DELETE /positions/:id': async ({ caller, params: { id } }) => {
      const [position] = await storage.positionsById([id]);
      if (!position && caller.user.administrator) throw refuse.notFound();
      if (!position || !restrictions.seesDevice(caller, position.deviceId)) throw refuse.noAccess('Position');
      restrictions.requireWrite(caller);
      const { deviceId, fixTime } = position;
      await removeAll(needs, { deviceId, from: fixTime, to: fixTime, id });
    },

    'DELETE /positions': async ({ caller, query: { deviceId, from, to } }) => {
      restrictions.device(caller, deviceId);
      restrictions.requireWrite(caller);
      await removeAll(needs, { deviceId, from, to, id: null });
    },
  });
}

async function removeAll({ storage, live, commits }: Needs, range: PositionRange): Promise<void> {
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
