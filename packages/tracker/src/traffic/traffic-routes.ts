import type { Restrictions } from '../access/restrictions.ts';
import { appError } from '../errors/app-error.ts';
import { handlers } from '../http/bind.ts';
import type { TrackerBus } from '../messages/topics.ts';
import { readTraffic, startTraffic } from './ask-traffic.ts';

interface Deps {
  readonly restrictions: Restrictions;
  readonly bus: TrackerBus;
}

/** Raw traffic between a device and the server: for administrators, on request, limited in time. */
export const trafficRoutes = ({ restrictions, bus }: Deps) =>
  handlers({
    'POST /devices/:id/traffic': async ({ caller, params, body }) => {
      const { id } = restrictions.device(caller, params.id);
      if (!(await startTraffic(bus, id, body.seconds))) throw appError.trafficLimit();
      return readTraffic(bus, id, 0);
    },
    'GET /devices/:id/traffic': ({ caller, params, query }) =>
      readTraffic(bus, restrictions.device(caller, params.id).id, query.after ?? 0),
    'DELETE /devices/:id/traffic': async ({ caller, params }) => {
      await bus.askAll('traffic.stopped', { deviceId: restrictions.device(caller, params.id).id });
    },
  });
