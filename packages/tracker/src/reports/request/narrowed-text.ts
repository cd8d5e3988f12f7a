import { hoursText } from '../pdf/hours-text.ts';
import { REPORT_KINDS } from '../kinds/registry.ts';
import type { ReportJob } from './report-job.ts';

/** Says at the head of a file what its report leaves out: hours, weekdays, fills or drains. Empty = nothing. */
export function narrowedText(job: Pick<ReportJob, 'type' | 'hours' | 'eventTypes' | 'reader'>): string {
  const { type, hours, reader } = job;
  const times = hours === null ? [] : [hoursText(hours, reader)];
  return [...times, ...REPORT_KINDS[type].narrowing(job)].join(' · ');
}
