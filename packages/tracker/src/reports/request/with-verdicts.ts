import { REPORT_KINDS } from '../kinds/registry.ts';
import type { ReportJob } from './report-job.ts';
import type { ReportDeps } from '../report-deps.ts';

/** With what the server knows of devices that have been silent since before the period, where the report says it. */
export async function withVerdicts<Job extends Omit<ReportJob, 'output'>>(
  { live, verdictsOf }: Pick<ReportDeps, 'live' | 'verdictsOf'>,
  job: Job,
): Promise<Job> {
  if (!REPORT_KINDS[job.type].saysVerdicts) return job;
  const withoutData = job.devices.filter(
    ({ id }) => (live.committed(id).position?.fixTime ?? 0) < job.period.from,
  );
  return { ...job, verdicts: await verdictsOf(withoutData.map(({ id }) => id)) };
}
