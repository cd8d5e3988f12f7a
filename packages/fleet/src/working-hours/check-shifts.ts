import type { DrivingDayRule, MealRule, WorkingDayRule } from './hours-rule.ts';
import { mondayOf } from './base-days.ts';
import { findingOf, leftOf, passLimit, type Checked, type HoursFinding, type HoursLeft } from './finding.ts';
import type { HoursContext } from './hours-context.ts';
import type { Shift } from './shifts.ts';
import { isPause, lengthOf, type Segment } from './timeline.ts';

/** Whether a segment is work under a rule; driving always is. */
export const isWorkBy =
  (rule: WorkingDayRule | null) =>
  ({ kind }: Segment): boolean =>
    kind === 'driving' || kind === 'work' || (kind === 'waiting' && rule?.waitingIsWork === true);

/** Work of each working day against its limit, agreements included. */
export function checkWorkingDays({ shifts, openShift, profile, ruleAt, now }: HoursContext): Checked {
  const breaches: HoursFinding[] = [];
  const excesses: HoursFinding[] = [];
  const limitOf = (rule: WorkingDayRule): number =>
    rule.normalMs +
    (profile.agreements.includes('fourHours') ? rule.agreedOvertimeMs || rule.overtimeMs : rule.overtimeMs);
  for (const shift of shifts) {
    const rule = ruleAt('workingDay', shift.begin);
    if (!rule) continue;
    const limitMs = limitOf(rule);
    const { totalMs, at, overMs, reason } = passLimit(shift.segments, isWorkBy(rule), { limitMs });
    if (at === null) continue;
    const isExcused = reason !== null && rule.excusedBy.includes(reason);
    const numbers = { at, byMs: overMs, requiredMs: limitMs, actualMs: totalMs, reason };
    (isExcused ? excesses : breaches).push(findingOf(rule, numbers));
  }
  const rule = ruleAt('workingDay', openShift?.begin ?? now);
  if (!rule) return { breaches, excesses, left: [] };
  const worked = passLimit(openShift?.segments ?? [], isWorkBy(rule), { limitMs: 0 }).totalMs;
  return { breaches, excesses, left: [leftOf(rule, limitOf(rule) - worked)] };
}

/** A meal in each working day that has ended and was long enough; at which hour is free. */
export function checkMeals({ shifts, profile, ruleAt }: HoursContext): Checked {
  const breaches: HoursFinding[] = [];
  for (const shift of shifts) {
    const rule = shift.isEnded ? ruleAt('meal', shift.begin) : null;
    if (!rule) continue;
    const isWork = isWorkBy(ruleAt('workingDay', shift.begin));
    const { at } = passLimit(shift.segments, isWork, { limitMs: rule.afterMs });
    const actualMs = pauseOf(shift, rule, profile.agreements.includes('splitMeal'));
    if (at === null || actualMs >= rule.mealMs) continue;
    const byMs = rule.mealMs - actualMs;
    breaches.push(findingOf(rule, { at, byMs, requiredMs: rule.mealMs, actualMs }));
  }
  return { breaches, excesses: [], left: [] };
}

/** The longest pause; by an agreement all of them together. */
function pauseOf({ segments }: Shift, rule: MealRule, mayBeSplit: boolean): number {
  const pauses: number[] = [];
  let pauseMs = 0;
  for (const segment of segments) {
    if (isPause(segment)) pauseMs += lengthOf(segment);
    else {
      pauses.push(pauseMs);
      pauseMs = 0;
    }
  }
  const all = mayBeSplit ? pauses.reduce((sum, ms) => sum + ms, 0) : Math.max(0, ...pauses);
  return Math.min(all, rule.mealMs);
}

const isDriving = ({ kind }: Segment): boolean => kind === 'driving';

/** Driving between two daily rests; of a week, so many days may be longer. A day belongs to the week it begins in. */
export function checkDrivingDays(context: HoursContext): Checked {
  const { shifts, openShift, days, now, ruleAt } = context;
  const breaches: HoursFinding[] = [];
  const excesses: HoursFinding[] = [];
  const extended = new Map<string, number>();
  const weekOf = (instant: number): string => mondayOf(days.dateOf(instant));
  let left: readonly HoursLeft[] = [];
  for (const shift of shifts) {
    const rule = ruleAt('drivingDay', shift.begin);
    if (!rule) continue;
    const week = weekOf(shift.begin);
    const used = extended.get(week) ?? 0;
    const limitMs = limitIn(rule, used);
    const passed = passLimit(shift.segments, isDriving, { limitMs });
    if (passed.totalMs > rule.limitMs && used < rule.timesPerWeek) extended.set(week, used + 1);
    if (shift === openShift) left = [leftOf(rule, limitMs - passed.totalMs)];
    const { at, overMs, totalMs, reason } = passed;
    if (at === null) continue;
    const allowed = mayPass(shift, rule, { at, overMs, reason });
    const numbers = { at, byMs: overMs, requiredMs: limitMs, actualMs: totalMs, reason };
    (allowed ? excesses : breaches).push(findingOf(rule, numbers));
  }
  const rule = openShift ? null : ruleAt('drivingDay', now);
  if (rule) left = [leftOf(rule, limitIn(rule, extended.get(weekOf(now)) ?? 0))];
  return { breaches, excesses, left };
}

const limitIn = (rule: DrivingDayRule, used: number): number =>
  used < rule.timesPerWeek ? rule.extendedMs : rule.limitMs;

/** To the base for a weekly rest: an hour more, and two after a break just before. */
function mayPass(
  { segments }: Shift,
  rule: DrivingDayRule,
  { at, overMs, reason }: { readonly at: number; readonly overMs: number; readonly reason: string | null },
): boolean {
  if (reason === null) return false;
  if (rule.excusedBy.some((each) => each === reason)) return true;
  if (reason !== 'reachedBase' || !rule.toBase) return false;
  if (overMs <= rule.toBase.ms) return true;
  const before = segments.findLast((segment) => segment.end <= at && segment.reason !== reason);
  const hasBreak = before !== undefined && isPause(before) && lengthOf(before) >= rule.toBase.breakMs;
  return hasBreak && overMs <= rule.toBase.afterBreakMs;
}
