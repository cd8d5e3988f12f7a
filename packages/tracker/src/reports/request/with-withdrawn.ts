import { REPORT_KINDS } from '../kinds/registry.ts';
import type { ReportDeps } from '../report-deps.ts';
import type { ReportJob } from './report-job.ts';

/** With the events that were taken back, where the report lists or counts events of driving style. */
export async function withWithdrawn<Job extends Omit<ReportJob, 'output'>>(
  { withdrawn: readWithdrawn }: Pick<ReportDeps, 'withdrawn'>,
  job: Job,
): Promise<Job> {
  if (!readWithdrawn || !REPORT_KINDS[job.type].hasDrivingEvents) return job;
  const known = await readWithdrawn();
  if (known.size === 0) return job;
  return {
    ...job,
    withdrawn: Object.fromEntries(
      job.devices.flatMap(({ id }) => {
        const own = known.get(id);
        return own ? [[id, own]] : [];
      }),
    ),
  };
}
