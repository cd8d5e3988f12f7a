import { FUELING_TYPES } from '@rastro/fleet';
import { hoursText } from './pdf/hours-text.ts';
import type { ReportJob } from './report-job.ts';
import { SHEET_WORDS } from './sheet-words.ts';

/** Says at the head of a file what its report leaves out: hours, weekdays, fills or drains. Empty = nothing. */
export function narrowedText({
  type,
  hours,
  eventTypes,
  reader,
}: Pick<ReportJob, 'type' | 'hours' | 'eventTypes' | 'reader'>): string {
  const words = SHEET_WORDS[reader.language];
  const fuelings =
    type === 'fuelings'
      ? FUELING_TYPES.filter((each) => eventTypes.includes(each)).map((each) => words[each])
      : [];
  return [...(hours === null ? [] : [hoursText(hours, reader)]), ...fuelings].join(' · ');
}
