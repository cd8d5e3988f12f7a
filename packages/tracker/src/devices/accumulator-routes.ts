import type { Restrictions } from '../access/restrictions.ts';
import { appError } from '../errors/app-error.ts';
import { handlers } from '../http/bind.ts';
import type { TrackerBus } from '../messages/topics.ts';
import { partitionOf } from '@rastro/storage';

interface Deps {
  readonly restrictions: Restrictions;
  readonly bus: TrackerBus;
}

/**
 * Totals of a device set by hand; in order with what it sends meanwhile.
 * @source docs/reference/tracking-api.md §3.5
 */
export const accumulatorRoutes = ({ restrictions, bus }: Deps) =>
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
      const question = { deviceId: device.id, ...totals };
      const isSet = await bus.ask('totals.set', question, { to: partitionOf(device.id) });
      if (!isSet) throw appError.badInput('deviceId: the device has no position');
    },
  });
