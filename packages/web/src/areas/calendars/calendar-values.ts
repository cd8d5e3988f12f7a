import { HOUR_MS } from '@rastro/base';
import { FIELD_LIMITS, type Calendar } from '@rastro/fleet';
import {
  MAX_COUNT,
  readCalendar,
  toBase64,
  wallOf,
  writeCalendar,
  type CalendarForm,
  type CalendarProblem,
  type Schedule,
} from '@rastro/fleet/calendars';
import { readTimes } from '../../kernel/calendars/read-times.ts';

/** Values of the editor's fields. */
export interface CalendarValues {
  readonly name: string;
  /** iCalendar, base64: what is saved. */
  readonly data: string;
  /** The calendar as fields; null = more than the fields can express. */
  readonly form: CalendarForm | null;
}
/** Field of a schedule that is invalid. */
export type ScheduleFault = 'start' | 'end' | 'interval' | 'count' | 'until';

const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d$/;
const DAY = /^\d{4}-\d\d-\d\d$/;

export const calendarValues = ({ name, data }: Calendar): CalendarValues => ({
  name,
  data,
  form: readTimes(data).form,
});
export const changedCalendar = (calendar: Calendar, { name, data }: CalendarValues): Calendar => ({
  ...calendar,
  name: name.trim(),
  data,
});

/** The office hours of a week, from today on. @param now ms since 1970 */
export function newSchedule(now: number, zone: string): Schedule {
  const today = localOf(wallOf(now, zone)).slice(0, 10);
  return {
    start: `${today}T08:00`,
    end: `${today}T18:00`,
    repeat: 'weekly',
    interval: 1,
    weekdays: [1, 2, 3, 4, 5],
    ends: 'never',
    count: 10,
    until: '',
    uid: '',
    summary: '',
  };
}

export function newCalendar(now: number, zone: string): Calendar {
  const form = { zone, schedules: [newSchedule(now, zone)] };
  return { id: 0, name: '', data: dataOf(form, now), attributes: {} };
}

/** @param now For the stamp of the file. */
export const dataOf = (form: CalendarForm, now: number): string => toBase64(writeCalendar(form, now));

export function faultsOf(schedule: Schedule): ReadonlySet<ScheduleFault> {
  const { start, end, repeat, interval, ends, count, until } = schedule;
  const faults = new Set<ScheduleFault>();
  if (!isMoment(start)) faults.add('start');
  if (!isMoment(end) || (isMoment(start) && end <= start)) faults.add('end');
  if (repeat === 'never') return faults;
  if (!isWhole(interval, 366)) faults.add('interval');
  if (ends === 'count' && !isWhole(count, MAX_COUNT)) faults.add('count');
  if (ends === 'until' && (!DAY.test(until) || until < start.slice(0, 10))) faults.add('until');
  return faults;
}

/** Reason why the server would reject the calendar; null = none. */
export function problemOf({ data }: CalendarValues): CalendarProblem | null {
  const read = readCalendar(data);
  return read.ok ? null : read.error;
}

/** Can the times not be saved? */
export const isWrongTimes = (values: CalendarValues): boolean =>
  values.data.length > FIELD_LIMITS.calendar.data ||
  values.form?.schedules.length === 0 ||
  values.form?.schedules.some((schedule) => faultsOf(schedule).size > 0) === true ||
  problemOf(values) !== null;

/** Another start takes its end along: who moves a shift does not mean to make it longer. */
export function withStart(schedule: Schedule, start: string): Schedule {
  const [before, end, after] = [schedule.start, schedule.end, start].map((local) => Date.parse(`${local}Z`));
  if (before === undefined || end === undefined || after === undefined || Number.isNaN(before + end + after))
    return { ...schedule, start };
  const length = end > before ? end - before : HOUR_MS;
  return { ...schedule, start, end: localOf(after + length) };
}

const localOf = (wall: number): string => new Date(wall).toISOString().slice(0, 16);
const isMoment = (local: string): boolean => MOMENT.test(local) && !Number.isNaN(Date.parse(`${local}Z`));
const isWhole = (value: number, max: number): boolean =>
  Number.isInteger(value) && value >= 1 && value <= max;
