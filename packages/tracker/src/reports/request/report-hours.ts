import { readCalendar } from '@rastro/fleet/calendars';
import { inHoursOfWeek, type HoursOfWeek } from './hours-of-week.ts';

/** Hours that a report is narrowed to. */
export interface ReportHours extends HoursOfWeek {
  /** Only while it is on: what its file says, base64. Null = none. */
  readonly calendar: { readonly name: string; readonly data: string } | null;
}
export type Inside = (time: number) => boolean;
/** A stretch of a period: to the first instant after it. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

const QUARTER_MS = 900_000;

const known = new WeakMap<ReportHours, Inside>();
/** Whether an instant lies within the hours of a report; null = it has none. Worked out once for all of its vehicles. */
export function insideOf(hours: ReportHours | null): Inside | null {
  if (hours === null) return null;
  const isInside = known.get(hours) ?? insideAnew(hours);
  known.set(hours, isInside);
  return isInside;
}
function insideAnew(hours: ReportHours): Inside {
  const isInHours = inHoursOfWeek(hours);
  if (hours.calendar === null) return isInHours;
  const calendar = readCalendar(hours.calendar.data);
  // As everywhere: a calendar that cannot be read is never on.
  return (time) => calendar.ok && isInHours(time) && calendar.value.isActive(time);
}

/**
 * The stretches of a period that lie within hours, by quarters of an hour: one counts whole, by its begin.
 * @param to The first instant after the period.
 */
export function spansInside(isInside: Inside, { from, to }: Span): readonly Span[] {
  const spans: Span[] = [];
  let open: number | null = null;
  for (let at = from; at < to; at = (Math.floor(at / QUARTER_MS) + 1) * QUARTER_MS) {
    const isIn = isInside(at);
    if (isIn) open ??= at;
    else if (open !== null) {
      spans.push({ from: open, to: at });
      open = null;
    }
  }
  if (open !== null) spans.push({ from: open, to });
  return spans;
}
