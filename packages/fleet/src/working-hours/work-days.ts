import { HOUR_MS } from '@rastro/base';
import { addDays, type CivilDate } from '../billing/civil-date.ts';
import { hourOn } from './base-days.ts';
import { isWorkBy } from './check-shifts.ts';
import type { DailyRestKind } from './check-daily-rest.ts';
import type { HoursContext } from './hours-context.ts';
import type { ActivityKind } from './activity.ts';
import { lengthOf, within, type Segment } from './timeline.ts';

/** A civil day of the base. Activities are cut at its midnights; overtime is of the day on which the work began. */
export interface WorkDay {
  readonly date: CivilDate;
  readonly drivingMs: number;
  /** Other work. */
  readonly otherWorkMs: number;
  readonly waitingMs: number;
  /** Meals and breaks. */
  readonly breakMs: number;
  readonly restMs: number;
  /** Of the last two, in a moving vehicle. */
  readonly movingRestMs: number;
  readonly unclearMs: number;
  /** All that counts as work, on the clock. */
  readonly workMs: number;
  /** Work at night on the clock, and as its shorter hours count. */
  readonly nightMs: number;
  readonly nightCountedMs: number;
  readonly overtimeMs: number;
}

/** A working day: from the end of a rest to the begin of the next one, over midnight too. */
export interface WorkShift {
  readonly date: CivilDate;
  readonly begin: number;
  readonly end: number;
  readonly isEnded: boolean;
  readonly drivingMs: number;
  readonly workMs: number;
  /** Work with the shorter hours of the night. */
  readonly countedMs: number;
  readonly overtimeMs: number;
  /** Kind of the rest after it; null = no rule judges it. */
  readonly rest: DailyRestKind | null;
}

type Night = Pick<WorkDay, 'nightMs' | 'nightCountedMs'>;

export function workShifts(
  context: HoursContext,
  kinds: ReadonlyMap<number, DailyRestKind>,
): readonly WorkShift[] {
  return context.shifts.map((shift) => {
    const rule = context.ruleAt('workingDay', shift.begin);
    const worked = shift.segments.filter(isWorkBy(rule));
    const workMs = worked.reduce((sum, segment) => sum + lengthOf(segment), 0);
    const { nightMs, nightCountedMs } = nightOf(context, worked);
    const countedMs = workMs - nightMs + nightCountedMs;
    return {
      date: context.days.dateOf(shift.begin),
      begin: shift.begin,
      end: shift.end,
      isEnded: shift.isEnded,
      drivingMs: sumKinds(shift.segments, ['driving']),
      workMs,
      countedMs,
      overtimeMs: rule ? Math.max(0, countedMs - rule.normalMs) : 0,
      rest: kinds.get(shift.begin) ?? null,
    };
  });
}

export function workDays(context: HoursContext, shifts: readonly WorkShift[]): readonly WorkDay[] {
  const { days, segments, ruleAt } = context;
  if (segments.length === 0) return [];
  let from = 0;
  return days.all.map(({ date, begin, end }) => {
    while ((segments[from]?.end ?? Infinity) <= begin) from += 1;
    const own = within(segments.slice(from, from + nextAfter(segments, from, end)), begin, end);
    const worked = own.filter(isWorkBy(ruleAt('workingDay', begin)));
    return {
      date,
      drivingMs: sumKinds(own, ['driving']),
      otherWorkMs: sumKinds(own, ['work']),
      waitingMs: sumKinds(own, ['waiting']),
      breakMs: sumKinds(own, ['meal', 'break']),
      restMs: sumKinds(own, ['rest']),
      movingRestMs: sumKinds(
        own.filter(({ isMoving }) => isMoving),
        ['rest', 'meal', 'break'],
      ),
      unclearMs: sumKinds(own, ['unclear']),
      workMs: worked.reduce((sum, segment) => sum + lengthOf(segment), 0),
      ...nightOf(context, worked),
      overtimeMs: shifts.reduce((sum, shift) => (shift.date === date ? sum + shift.overtimeMs : sum), 0),
    };
  });
}

function nextAfter(segments: readonly Segment[], from: number, end: number): number {
  let count = 0;
  while ((segments[from + count]?.begin ?? Infinity) < end) count += 1;
  return count;
}

function sumKinds(segments: readonly Segment[], kinds: readonly ActivityKind[]): number {
  let sum = 0;
  for (const segment of segments) if (kinds.includes(segment.kind)) sum += lengthOf(segment);
  return sum;
}

/** Work at night. A shift may touch three nights; each is asked about. */
function nightOf({ days, ruleAt }: HoursContext, worked: readonly Segment[]): Night {
  let nightMs = 0;
  let nightCountedMs = 0;
  for (const segment of worked) {
    for (let date = addDays(days.dateOf(segment.begin), -1); ; date = addDays(date, 1)) {
      const midday = hourOn(days.zone, date, 12);
      if (midday >= segment.end) break;
      const rule = ruleAt('night', midday);
      if (!rule) continue;
      const begin = Math.max(segment.begin, hourOn(days.zone, date, rule.fromHour));
      const end = Math.min(segment.end, hourOn(days.zone, addDays(date, 1), rule.untilHour));
      if (end <= begin) continue;
      nightMs += end - begin;
      nightCountedMs += ((end - begin) * HOUR_MS) / rule.hourMs;
    }
  }
  return { nightMs, nightCountedMs: Math.round(nightCountedMs) };
}
