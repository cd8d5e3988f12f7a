import type { ReportJob } from './report-job.ts';
import type { ReportNeeds } from './report-needs.ts';

/** With what the server knows of devices that have been silent since before the period, where the report says it. */
export async function withVerdicts<Job extends Omit<ReportJob, 'output'>>(
  { live, verdictsOf }: Pick<ReportNeeds, 'live' | 'verdictsOf'>,
  job: Job,
): Promise<Job> {
  if (job.type !== 'inactive') return job;
  const silent = job.devices.filter(({ id }) => (live.shown(id).position?.fixTime ?? 0) < job.period.from);
  return { ...job, verdicts: await verdictsOf(silent.map(({ id }) => id)) };
}
