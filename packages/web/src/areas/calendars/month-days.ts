import { DAY_MS } from '@rastro/base';
import { instantOf, wallOf, type Calendar } from '@rastro/fleet/calendars';

/** A part of a day, in milliseconds of its clock on the wall. */
export interface DayPart {
  readonly from: number;
  readonly to: number;
}
export interface MonthDay {
  /** `2026-01-05` */
  readonly date: string;
  readonly isOfMonth: boolean;
  readonly parts: readonly DayPart[];
}

/**
 * The weeks of a month with what is on, day by day, by the clock of a zone.
 * @param month `2026-01` @param weekStart 0 = Sunday
 */
export function monthDays(
  calendar: Calendar,
  { month, zone, weekStart }: { readonly month: string; readonly zone: string; readonly weekStart: number },
): readonly MonthDay[] {
  const first = Date.parse(`${month}-01`);
  const begin = first - ((new Date(first).getUTCDay() - weekStart + 7) % 7) * DAY_MS;
  const next = Date.parse(`${monthAfter(month, 1)}-01`);
  const count = Math.ceil((next - begin) / DAY_MS / 7) * 7;
  const parts = new Map<number, DayPart[]>();
  const periods = calendar.periodsBetween(instantOf(begin, zone), instantOf(begin + count * DAY_MS, zone));
  for (const period of periods) {
    const [from, to] = [wallOf(period.start, zone), wallOf(period.end, zone)];
    for (
      let day = Math.max(begin, floorDay(from));
      day < Math.min(to, begin + count * DAY_MS);
      day += DAY_MS
    ) {
      const part = { from: Math.max(0, from - day), to: Math.min(DAY_MS, to - day) };
      parts.set(day, [...(parts.get(day) ?? []), part]);
    }
  }
  return Array.from({ length: count }, (_, index) => {
    const day = begin + index * DAY_MS;
    const date = new Date(day).toISOString().slice(0, 10);
    return { date, isOfMonth: date.startsWith(month), parts: joined(parts.get(day) ?? []) };
  });
}

/** @param months -1 = the one before. */
export function monthAfter(month: string, months: number): string {
  const [year = 1970, number = 1] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number - 1 + months)).toISOString().slice(0, 7);
}

const floorDay = (wall: number): number => Math.floor(wall / DAY_MS) * DAY_MS;

/** Parts that touch are one. */
function joined(parts: readonly DayPart[]): readonly DayPart[] {
  const made: DayPart[] = [];
  for (const part of parts.toSorted((a, b) => a.from - b.from)) {
    const last = made.at(-1);
    if (last !== undefined && part.from <= last.to)
      made[made.length - 1] = { from: last.from, to: Math.max(last.to, part.to) };
    else made.push(part);
  }
  return made;
}
