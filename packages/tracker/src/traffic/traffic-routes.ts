import type { Restrictions } from '../access/restrictions.ts';
import { appError } from '../errors/app-error.ts';
import { handlers } from '../http/bind.ts';
import type { TrackerBus } from '../messages/topics.ts';

interface Deps {
  readonly restrictions: Restrictions;
  readonly bus: TrackerBus;
}

/** Raw traffic between a device and the server: for administrators, on request, limited in time. */
export const trafficRoutes = ({ restrictions, bus }: Deps) =>
  handlers({
    'POST /devices/:id/traffic': async ({ caller, params, body }) => {
      const { id } = restrictions.device(caller, params.id);
      if (!(await bus.ask('traffic.started', { deviceId: id, seconds: body.seconds })))
        throw appError.trafficLimit();
      return bus.ask('traffic.read', { deviceId: id, after: 0 });
    },
    'GET /devices/:id/traffic': ({ caller, params, query }) =>
      bus.ask('traffic.read', {
        deviceId: restrictions.device(caller, params.id).id,
        after: query.after ?? 0,
      }),
    'DELETE /devices/:id/traffic': async ({ caller, params }) => {
      await bus.ask('traffic.stopped', { deviceId: restrictions.device(caller, params.id).id });
    },
  });
