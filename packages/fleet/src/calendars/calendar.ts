import { DAY_MS } from '@rastro/base';
import type { CalendarEvent } from './parse-calendar.ts';
import { startsBetween } from './recurrence.ts';
import { instantOf, wallOf } from './wall-time.ts';

/** Milliseconds since 1970; the end does not belong to it. */
export interface Period {
  readonly start: number;
  readonly end: number;
}

/** Days whose periods are cached: positions come for today and for a few days of backlog. */
const MAX_DAYS = 64;
/** Yearly rules, with a leap day between. */
const MAX_LOOKAHEAD_MS = 396 * DAY_MS;
/** Zones differ by less than this from UTC. */
const ZONE_MS = DAY_MS;

/** When something is on. The periods of a day are worked out once. */
export class Calendar {
  readonly #events: readonly CalendarEvent[];
  readonly #days = new Map<number, readonly Period[]>();

  constructor(events: readonly CalendarEvent[]) {
    this.#events = events;
  }

  isActive(at: number): boolean {
    return this.#onDay(Math.floor(at / DAY_MS)).some(({ start, end }) => start <= at && at < end);
  }

  /** Periods that ended after `from` and not after `to`, in order of their end. @throws for more than 31 days. */
  endedBetween(from: number, to: number): readonly Period[] {
    if (to - from > 31 * DAY_MS) throw new RangeError('Cannot look through a calendar: more than 31 days');
    return this.#periodsOf(Math.floor(from / DAY_MS) - 1, Math.floor(to / DAY_MS))
      .filter(({ end }) => end > from && end <= to)
      .sort((a, b) => a.end - b.end || a.start - b.start);
  }

  /** Periods that touch a stretch of time, in order of their start. @throws for more than 62 days. */
  periodsBetween(from: number, to: number): readonly Period[] {
    if (to - from > 62 * DAY_MS) throw new RangeError('Cannot look through a calendar: more than 62 days');
    return this.#periodsOf(Math.floor(from / DAY_MS), Math.floor(to / DAY_MS))
      .filter(({ start, end }) => start < to && end > from)
      .sort((a, b) => a.start - b.start || a.end - b.end);
  }

  /** The first period that ends after a moment; null = none within about a year. */
  nextEnd(after: number): Period | null {
    const STEP_MS = 30 * DAY_MS;
    for (let from = after; from < after + MAX_LOOKAHEAD_MS; from += STEP_MS) {
      const [first] = this.endedBetween(from, from + STEP_MS);
      if (first) return first;
    }
    return null;
  }

  /** Periods that touch some days (UTC), each once. */
  #periodsOf(firstDay: number, lastDay: number): Period[] {
    const found = new Map<string, Period>();
    for (let day = firstDay; day <= lastDay; day++)
      for (const period of this.#onDay(day)) found.set(`${period.start}:${period.end}`, period);
    return [...found.values()];
  }

  /** Periods that touch a day (UTC). */
  #onDay(day: number): readonly Period[] {
    let periods = this.#days.get(day);
    if (!periods) {
      const [from, to] = [day * DAY_MS, (day + 1) * DAY_MS];
      periods = this.#events.flatMap((event) => periodsBetween(event, from, to));
      if (this.#days.size >= MAX_DAYS) this.#days.clear();
      this.#days.set(day, periods);
    }
    return periods;
  }
}

function periodsBetween(event: CalendarEvent, from: number, to: number): readonly Period[] {
  const { zone, start, durationMs, rule, extra, excluded } = event;
  const [first, last] = [wallOf(from, zone) - durationMs - ZONE_MS, wallOf(to, zone) + ZONE_MS];
  const regular = rule ? startsBetween(rule, start, first, last) : [start];
  return [...regular, ...extra]
    .filter((wall) => wall >= first && wall <= last && !excluded.has(wall))
    .map((wall) => ({ start: instantOf(wall, zone), end: instantOf(wall + durationMs, zone) }))
    .filter((period) => period.start < to && period.end > from && period.end > period.start);
}
