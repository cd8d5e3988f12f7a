import { readCalendar, type Calendar, type Period } from '@rastro/fleet/calendars';
import type { CalendarBody } from '@rastro/fleet/schemas';
import type { Directory } from '../directory/directory.ts';

/** An unreadable calendar is never active. */
const NEVER: Pick<Calendar, 'isActive' | 'endedBetween'> = { isActive: () => false, endedBetween: () => [] };
const calendars = new WeakMap<CalendarBody, typeof NEVER>();

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

  #find(id: number): typeof NEVER | null {
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
