import { DAY_MS, HOUR_MS } from '@rastro/base';
import { addDays, dateIn, type CivilDate } from '../billing/civil-date.ts';
import { instantOf } from '../calendars/wall-time.ts';

/** Begins of civil days by zone: drivers of a company share them, and each costs several questions to `Intl`. */
const begins = new Map<string, number>();
const MAX_BEGINS = 20_000;

/** An hour on the clock of a zone on a civil day, as an instant. 24 is the next midnight. */
export function hourOn(zone: string, date: CivilDate, hour: number): number {
  const key = `${date} ${hour} ${zone}`;
  let begin = begins.get(key);
  if (begin === undefined) {
    begin = instantOf(Date.parse(`${date}T00:00:00Z`) + hour * HOUR_MS, zone);
    if (begins.size >= MAX_BEGINS) begins.clear();
    begins.set(key, begin);
  }
  return begin;
}

/** Monday of the week of a day. */
export function mondayOf(date: CivilDate): CivilDate {
  const weekday = new Date(`${date}T00:00:00Z`).getUTCDay();
  return addDays(date, -((weekday + 6) % 7));
}

export interface BaseDay {
  readonly date: CivilDate;
  readonly begin: number;
  readonly end: number;
}

/** Civil days of the base that a span touches. */
export class BaseDays {
  readonly zone: string;
  readonly all: readonly BaseDay[];

  constructor(zone: string, from: number, to: number) {
    this.zone = zone;
    const days: BaseDay[] = [];
    let date = dateIn(zone, from);
    let begin = hourOn(zone, date, 0);
    do {
      const end = hourOn(zone, addDays(date, 1), 0);
      days.push({ date, begin, end });
      date = addDays(date, 1);
      begin = end;
    } while (begin < to);
    this.all = days;
  }

  dateOf(instant: number): CivilDate {
    const first = this.all[0];
    if (first !== undefined && instant >= first.begin) {
      // Days of changed clocks differ by an hour or so: the guess is at most one day off.
      const near = Math.floor((instant - first.begin) / DAY_MS);
      for (const at of [near, near - 1, near + 1]) {
        const day = this.all[at];
        if (day && day.begin <= instant && instant < day.end) return day.date;
      }
    }
    return dateIn(this.zone, instant);
  }
}
