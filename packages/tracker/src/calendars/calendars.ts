import { fail, ok, type Result } from '@rastro/base';
import type { CalendarBody } from '@rastro/fleet/schemas';
import type { Directory } from '../directory/directory.ts';
import { Calendar, type Period } from './calendar.ts';
import { parseCalendar } from './parse-calendar.ts';

/** Reads what `Calendar.data` holds: an iCalendar file, base64. @returns or what is wrong with it. */
export function readCalendar(data: string): Result<Calendar, string> {
  const events = parseCalendar(Buffer.from(data, 'base64').toString('utf8'));
  return events.ok ? ok(new Calendar(events.value)) : fail(events.error);
}

const NEVER = new Calendar([]);
const calendars = new WeakMap<CalendarBody, Calendar>();

/** The calendars of the installation, by id; each version is read once. */
export class Calendars {
  readonly #directory: Directory;

  constructor(directory: Directory) {
    this.#directory = directory;
  }

  /** 0, and one that is gone, restrict nothing; one that cannot be read is never active. */
  isActive(calendarId: number, at: number): boolean {
    return this.#find(calendarId)?.isActive(at) ?? true;
  }
  /** Periods that ended after `from` and not after `to`, at most 31 days apart. */
  endedBetween(calendarId: number, from: number, to: number): readonly Period[] {
    return this.#find(calendarId)?.endedBetween(from, to) ?? [];
  }

  #find(id: number): Calendar | null {
    const entity = id === 0 ? undefined : this.#directory.linked.calendar.get(id);
    if (!entity) return null;
    let calendar = calendars.get(entity);
    if (!calendar) {
      const read = readCalendar(entity.data);
      calendars.set(entity, (calendar = read.ok ? read.value : NEVER));
    }
    return calendar;
  }
}
