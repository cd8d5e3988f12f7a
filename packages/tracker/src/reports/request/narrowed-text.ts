import { FUELING_TYPES } from '@rastro/fleet';
import { hoursText } from '../pdf/hours-text.ts';
import type { ReportJob } from './report-job.ts';
import { SHEET_LABELS } from '../files/sheet-labels.ts';

/** Says at the head of a file what its report leaves out: hours, weekdays, fills or drains. Empty = nothing. */
export function narrowedText({
  type,
  hours,
  eventTypes,
  reader,
}: Pick<ReportJob, 'type' | 'hours' | 'eventTypes' | 'reader'>): string {
  const labels = SHEET_LABELS[reader.language];
  const fuelings =
    type === 'fuelings'
      ? FUELING_TYPES.filter((each) => eventTypes.includes(each)).map((each) => labels[each])
      : [];
  return [...(hours === null ? [] : [hoursText(hours, reader)]), ...fuelings].join(' · ');
}
