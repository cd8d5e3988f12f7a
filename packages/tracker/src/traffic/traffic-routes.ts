import type { Restrictions } from '../access/restrictions.ts';
import { refuse } from '../http/api-error.ts';
import { handlers } from '../http/bind.ts';
import type { Traffic } from '../ingest/traffic.ts';

interface Needs {
  readonly restrictions: Restrictions;
  readonly traffic: Traffic;
}

/** What a device and the server say to each other: for administrators, on request, limited in time. */
export const trafficRoutes = ({ restrictions, traffic }: Needs) =>
  handlers({
    'POST /devices/:id/traffic': ({ caller, params, body }) => {
      const { id } = restrictions.device(caller, params.id);
      if (!traffic.start(id, body.seconds)) throw refuse.trafficLimit();
      return traffic.read(id, 0);
    },
    'GET /devices/:id/traffic': ({ caller, params, query }) =>
      traffic.read(restrictions.device(caller, params.id).id, Math.max(0, query.after ?? 0)),
    'DELETE /devices/:id/traffic': ({ caller, params }) => {
      traffic.stop(restrictions.device(caller, params.id).id);
    },
  });
