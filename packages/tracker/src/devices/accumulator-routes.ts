import type { Clock } from '@rastro/base';
import { StorageError } from '@rastro/storage';
import type { Restrictions } from '../access/restrictions.ts';
import { refuse } from '../http/api-error.ts';
import { handlers } from '../http/bind.ts';
import type { GroupCommit } from '../pipeline/group-commit.ts';
import type { Pipeline } from '../pipeline/pipeline.ts';

interface Needs {
  readonly restrictions: Restrictions;
  readonly pipeline: Pipeline;
  readonly commits: GroupCommit;
  readonly clock: Clock;
}

/** Totals of a device set by hand; in order with what it sends meanwhile. @source reference §3.5 */
export const accumulatorRoutes = ({ restrictions, pipeline, commits, clock }: Needs) =>
  handlers({
    'PUT /devices/:id/accumulators': async ({ caller, body }) => {
      // The device of the body counts, as in Traccar; the address is decoration.
      const { deviceId, totalDistance, hours } = body;
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
    },
  });
