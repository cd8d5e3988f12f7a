import { REPORT_KINDS } from '../kinds/registry.ts';
import type { ReportJob } from './report-job.ts';
import type { ReportDeps } from '../report-deps.ts';

/** With reasons of devices that have been silent since before the period, where the report says them. */
export async function withVerdicts<Job extends Omit<ReportJob, 'output'>>(
  { live, verdictsOf }: Pick<ReportDeps, 'live' | 'verdictsOf'>,
  job: Job,
): Promise<Job> {
  if (!REPORT_KINDS[job.type].saysVerdicts) return job;
  const { from, to } = job.period;
  const lastOf = (id: number): number | null => live.committed(id).position?.fixTime ?? null;
  const withoutData = job.devices.filter(({ id }) => (lastOf(id) ?? 0) < from);
  const verdicts = await verdictsOf(withoutData.map(({ id }) => id));
  if (!isOfSilent(job)) return { ...job, verdicts };
  // Of a fleet that reports nothing is read.
  const isSilent = (last: number | null): boolean => last === null || last < from || last > to;
  return { ...job, verdicts, devices: job.devices.filter(({ id }) => isSilent(lastOf(id))) };
}

/** Whether only devices are asked for that reported nothing in the whole period. */
const isOfSilent = ({ eventTypes, hours }: Pick<ReportJob, 'eventTypes' | 'hours'>): boolean =>
  hours === null && eventTypes.length > 0 && !eventTypes.includes('standing');
