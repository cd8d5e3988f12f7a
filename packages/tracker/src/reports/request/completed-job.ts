import type { Caller } from '../../access/caller.ts';
import type { ReportDeps } from '../report-deps.ts';
import type { ReportJob } from './report-job.ts';
import { withVerdicts } from './with-verdicts.ts';
import { withWaiting } from './with-waiting.ts';
import { withWithdrawn } from './with-withdrawn.ts';

/** With all that a thread cannot know: why devices are silent, what waits for somebody, which events were taken back. */
export async function completedJob(
  deps: ReportDeps,
  caller: Caller,
  job: Omit<ReportJob, 'output'>,
): Promise<Omit<ReportJob, 'output'>> {
  return withWithdrawn(deps, await withVerdicts(deps, await withWaiting(deps, caller, job)));
}
