import type { Activity } from './activity.ts';
import type { HoursProfile } from './hours-profile.ts';
import { checkBreaks } from './check-breaks.ts';
import { checkDailyRest, checkParkedRest } from './check-daily-rest.ts';
import { checkDrivingDays, checkMeals, checkWorkingDays } from './check-shifts.ts';
import { checkWeeklyRest, type WeeklyRest } from './check-weekly-rest.ts';
import { checkDrivingWeeks, checkWorkingWeeks } from './check-weeks.ts';
import type { HoursFinding, HoursLeft } from './finding.ts';
import { hoursContext } from './hours-context.ts';
import { workDays, workShifts, type WorkDay, type WorkShift } from './work-days.ts';

/** Hours of a driver as of a moment. */
export interface HoursNow {
  /** The least over all rules, and the rule that gives it; null = no rule limits. */
  readonly left: HoursLeft | null;
  /** When driving may go on after the break that comes next; null = none is due. */
  readonly breakUntil: number | null;
  /** When the next working day may begin, if rest began now or goes on; null = it may begin now. */
  readonly nextStart: { readonly at: number; readonly rule: string } | null;
}
export interface HoursVerdict {
  readonly days: readonly WorkDay[];
  readonly shifts: readonly WorkShift[];
  readonly weeklyRests: readonly WeeklyRest[];
  /** In the order of time. */
  readonly breaches: readonly HoursFinding[];
  /** Limits that were passed and might be: with a reason, or as overtime. */
  readonly excesses: readonly HoursFinding[];
  readonly now: HoursNow;
}

/**
 * Judges a driver's time until now. Whatever came before the first activity is unknown: no rule counts it. Rest of now
 * goes on, and where nobody rests it begins now, so that only what is certain is a breach.
 */
export function judgeHours(
  activities: readonly Activity[],
  profile: HoursProfile,
  now: number,
): HoursVerdict {
  const context = hoursContext(activities, profile, now);
  const breaks = checkBreaks(context);
  const daily = checkDailyRest(context);
  const weekly = checkWeeklyRest(context);
  const checks = [
    breaks,
    checkWorkingDays(context),
    checkMeals(context),
    checkDrivingDays(context),
    checkDrivingWeeks(context),
    checkWorkingWeeks(context),
    daily,
    checkParkedRest(context),
    weekly,
  ];
  const shifts = workShifts(context, daily.kinds);
  const left = checks.flatMap((check) => check.left).toSorted((a, b) => a.ms - b.ms)[0] ?? null;
  const restBegin = context.openRest?.begin ?? now;
  const dailyMs = (daily.nextStart?.at ?? now) - restBegin;
  return {
    days: workDays(context, shifts),
    shifts,
    weeklyRests: weekly.weeklyRests,
    breaches: checks.flatMap((check) => check.breaches).toSorted(byTime),
    excesses: checks.flatMap((check) => check.excesses).toSorted(byTime),
    now: {
      left,
      breakUntil: breaks.breakUntil,
      nextStart: weekly.startAfter(restBegin, dailyMs) ?? daily.nextStart,
    },
  };
}

const byTime = (a: HoursFinding, b: HoursFinding): number =>
  a.at - b.at || (a.rule < b.rule ? -1 : a.rule > b.rule ? 1 : 0);
