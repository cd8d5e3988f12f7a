export { fromBase64, toBase64 } from './base64-text.ts';
export { Calendar, type Period } from './calendar.ts';
export {
  comparedSpan,
  spanOf,
  startOfDay,
  type PeriodChoice,
  type Place,
  type Span,
} from './chosen-period.ts';
export { type CalendarProblem } from './problems.ts';
export { readCalendar } from './read-calendar.ts';
export { MAX_SCHEDULES, readCalendarForm } from './read-form.ts';
export { MAX_COUNT } from './parse-calendar.ts';
export { SCHEDULE_ENDS, SCHEDULE_REPEATS, type CalendarForm, type Schedule } from './schedule.ts';
export { instantOf, wallOf } from './wall-time.ts';
export { withZone } from './with-zone.ts';
export { writeCalendar } from './write-calendar.ts';
