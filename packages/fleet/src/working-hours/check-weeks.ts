import { addDays } from '../billing/civil-date.ts';
import { hourOn, mondayOf } from './base-days.ts';
import { isWorkBy } from './check-shifts.ts';
import { findingOf, leftOf, passLimit, type Checked, type HoursFinding, type HoursLeft } from './finding.ts';
import type { HoursContext } from './hours-context.ts';
import { lengthOf, sumOf, within, type Segment } from './timeline.ts';

interface Week {
  readonly begin: number;
  readonly segments: readonly Segment[];
}
const isDriving = ({ kind }: Segment): boolean => kind === 'driving';

/** Calendar weeks of the base, Monday to Sunday, that a driver's time touches. */
function weeksOf({ segments, days, now }: HoursContext): readonly Week[] {
  const first = segments[0];
  if (!first) return [];
  const weeks: Week[] = [];
  let monday = mondayOf(days.dateOf(first.begin));
  let begin = hourOn(days.zone, monday, 0);
  do {
    monday = addDays(monday, 7);
    const end = hourOn(days.zone, monday, 0);
    weeks.push({ begin, segments: within(segments, begin, end) });
    begin = end;
  } while (begin < now);
  return weeks;
}

/** Driving of a week, and of any two weeks in a row. */
export function checkDrivingWeeks(context: HoursContext): Checked {
  const breaches: HoursFinding[] = [];
  const left: HoursLeft[] = [];
  const weeks = weeksOf(context);
  for (const [at, week] of weeks.entries()) {
    const before = at === 0 ? 0 : sumOf(weeks[at - 1]?.segments ?? [], isDriving);
    for (const kind of ['drivingWeek', 'drivingFortnight'] as const) {
      const rule = context.ruleAt(kind, week.begin);
      if (!rule) continue;
      const fromMs = kind === 'drivingWeek' ? 0 : before;
      const passed = passLimit(week.segments, isDriving, { limitMs: rule.limitMs, fromMs });
      if (at === weeks.length - 1) left.push(leftOf(rule, rule.limitMs - passed.totalMs));
      if (passed.at === null) continue;
      const { overMs: byMs, totalMs: actualMs } = passed;
      breaches.push(findingOf(rule, { at: passed.at, byMs, requiredMs: rule.limitMs, actualMs }));
    }
  }
  return { breaches, excesses: [], left };
}

/** Normal hours of a week that are passed although no day was too long: overtime, and no breach. */
export function checkWorkingWeeks(context: HoursContext): Checked {
  const excesses: HoursFinding[] = [];
  const overtime = dailyOvertime(context);
  for (const week of weeksOf(context)) {
    const rule = context.ruleAt('workingWeek', week.begin);
    if (!rule) continue;
    const isWork = isWorkBy(context.ruleAt('workingDay', week.begin));
    const isNormal = (segment: Segment): boolean =>
      isWork(segment) && !overtime.some(({ begin, end }) => begin <= segment.begin && segment.end <= end);
    const passed = passLimit(cutAt(week.segments, overtime), isNormal, { limitMs: rule.normalMs });
    if (passed.at === null) continue;
    const { overMs: byMs, totalMs: actualMs } = passed;
    excesses.push(findingOf(rule, { at: passed.at, byMs, requiredMs: rule.normalMs, actualMs }));
  }
  return { breaches: [], excesses, left: [] };
}

/** From the moment on which a working day has its normal hours until it ends: those hours count in the day. */
function dailyOvertime({
  shifts,
  ruleAt,
}: HoursContext): readonly { readonly begin: number; readonly end: number }[] {
  return shifts.flatMap((shift) => {
    const rule = ruleAt('workingDay', shift.begin);
    const begin = rule ? passLimit(shift.segments, isWorkBy(rule), { limitMs: rule.normalMs }).at : null;
    return begin === null ? [] : [{ begin, end: shift.end }];
  });
}

function cutAt(
  segments: readonly Segment[],
  spans: readonly { readonly begin: number }[],
): readonly Segment[] {
  return segments.flatMap((segment) => {
    const cut = spans.find(({ begin }) => segment.begin < begin && begin < segment.end);
    if (!cut || lengthOf(segment) === 0) return [segment];
    return [
      { ...segment, end: cut.begin },
      { ...segment, begin: cut.begin },
    ];
  });
}
