import type { Restrictions } from '../access/restrictions.ts';
import { handlers } from '../http/bind.ts';
import { decideVerdict } from './decide-verdict.ts';
import { subjectOf, type DiagnosisDeps } from './diagnosis-subject.ts';
import { listFindings } from './list-findings.ts';

interface Deps extends DiagnosisDeps {
  readonly restrictions: Restrictions;
}

/** Reasons why a device is silent. Our own: a stock tracking server does not have it. */
export const diagnosisRoutes = (deps: Deps) =>
  handlers({
    'GET /devices/:id/diagnosis': async ({ caller, params }) => {
      const device = deps.restrictions.device(caller, params.id);
      const subject = await subjectOf(deps, device);
      return {
        deviceId: device.id,
        verdict: decideVerdict(subject),
        silentSince: subject.lastUpdate === null ? null : new Date(subject.lastUpdate).toISOString(),
        facts: listFindings(subject),
      };
    },
  });
