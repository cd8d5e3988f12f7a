import type { Restrictions } from '../access/restrictions.ts';
import { handlers } from '../http/bind.ts';
import { decideVerdict } from './decide-verdict.ts';
import { subjectOf, type DiagnosisNeeds } from './diagnosis-subject.ts';
import { listFacts } from './list-facts.ts';

interface Needs extends DiagnosisNeeds {
  readonly restrictions: Restrictions;
}

/** Why a device is not heard. Our own: a stock tracking server does not have it. */
export const diagnosisRoutes = (needs: Needs) =>
  handlers({
    'GET /devices/:id/diagnosis': async ({ caller, params }) => {
      const device = needs.restrictions.device(caller, params.id);
      const subject = await subjectOf(needs, device);
      return {
        deviceId: device.id,
        verdict: decideVerdict(subject),
        silentSince: subject.lastUpdate === null ? null : new Date(subject.lastUpdate).toISOString(),
        facts: listFacts(subject),
      };
    },
  });
