import { DAY_MS } from '@rastro/base';
import { addDays, type CivilDate } from '../billing/civil-date.ts';
import { hourOn, mondayOf } from './base-days.ts';
import { findingOf, leftOf, nextActive, type Checked, type HoursFinding } from './finding.ts';
import type { WeeklyRestRule } from './hours-rule.ts';
import type { HoursContext } from './hours-context.ts';
import type { RestRun } from './shifts.ts';
import { sumOf, within } from './timeline.ts';

const WEEK_MS = 7 * DAY_MS;

export interface WeeklyRest {
  readonly begin: number;
  /** null = it goes on. */
  readonly end: number | null;
  readonly restMs: number;
  readonly kind: 'regular' | 'reduced' | 'short';
  /** Hours to give back; 0 = none. */
  readonly missingMs: number;
  /** Last day on which they may be; null = nothing is missing. */
  readonly giveBackUntil: CivilDate | null;
  /** Begin of the rest that gave them back. */
  readonly givenBackAt: number | null;
}
export interface CheckedWeeklyRest extends Checked {
  readonly weeklyRests: readonly WeeklyRest[];
  /** When work may begin after the weekly rest that is due; null = none is. */
  readonly startAfter: (
    restBegin: number,
    restMs: number,
  ) => { readonly at: number; readonly rule: string } | null;
}

/** Weekly rests: how long, how soon after the last one, how many short ones in a row. */
export function checkWeeklyRest(context: HoursContext): CheckedWeeklyRest {
  const { segments, runs, openRest, now, ruleAt } = context;
  const breaches: HoursFinding[] = [];
  const excesses: HoursFinding[] = [];
  const weeklyRests: WeeklyRest[] = [];
  const first = runs.find(({ isFirst, end }) => isFirst && end !== Infinity);
  let lastEnd = first?.end ?? segments[0]?.begin ?? now;
  let inRow = 0;
  let rule = ruleAt('weeklyRest', lastEnd) ?? ruleAt('weeklyRest', now);
  if (!rule) return { breaches, excesses, left: [], weeklyRests, startAfter: () => null };
  let mayReduce = inRow < reducedInRow(context, rule);
  for (;;) {
    const chosen = nextWeekly(context, { lastEnd, rule, mayReduce });
    if (!chosen) break;
    const { run, kind } = chosen;
    spacing(context, lastEnd, run.begin, { rule, breaches, excesses });
    if (kind === 'short') breaches.push(tooShort(run, rule));
    weeklyRests.push(weeklyRest(context, run, rule, kind));
    inRow = kind === 'regular' ? 0 : inRow + 1;
    lastEnd = run.end;
    rule = ruleAt('weeklyRest', Math.min(lastEnd, now)) ?? rule;
    mayReduce = inRow < reducedInRow(context, rule);
    if (lastEnd === Infinity) break;
  }
  const given = giveBack(context, weeklyRests, rule);
  if (lastEnd !== Infinity) spacing(context, lastEnd, openRest?.begin ?? now, { rule, breaches, excesses });
  const deadline = Math.min(lastEnd, now) + latestAfter(rule);
  const { id, restMs, leastMs } = rule;
  const dueMs = mayReduce ? leastMs : restMs;
  return {
    breaches: [...breaches, ...given.breaches],
    excesses,
    left: [leftOf(rule, deadline - now)],
    weeklyRests: given.rests,
    startAfter: (restBegin, dailyMs) =>
      lastEnd !== Infinity && restBegin + dailyMs >= deadline ? { at: restBegin + dueMs, rule: id } : null,
  };
}

const reducedInRow = ({ profile }: HoursContext, rule: WeeklyRestRule): number =>
  profile.isInternational && profile.service === 'goods' ? rule.reducedInRowAbroad : rule.reducedInRow;

interface Chosen {
  readonly run: RestRun;
  readonly kind: WeeklyRest['kind'];
}
/**
 * The rest that is the weekly one: the first whole one in time; else the last shorter one, where that may be; else the
 * one in which the time ran out. A day off in the middle of a week is none of them, unless nothing better follows.
 */
function nextWeekly(
  { runs, now }: HoursContext,
  after: { readonly lastEnd: number; readonly rule: WeeklyRestRule; readonly mayReduce: boolean },
): Chosen | null {
  const { lastEnd, rule, mayReduce } = after;
  const deadline = lastEnd + latestAfter(rule);
  const isWhole = (run: RestRun): boolean => restSoFar(run, now) >= rule.restMs;
  const later = runs.filter(
    (run) => !run.isFirst && run.begin >= lastEnd && restSoFar(run, now) >= rule.leastMs,
  );
  const inTime = later.filter(({ begin }) => begin <= deadline);
  const whole = inTime.find(isWhole);
  if (whole) return { run: whole, kind: 'regular' };
  const last = inTime.at(-1);
  // One that goes on may become a whole one.
  if (last && mayReduce) return { run: last, kind: last.end === Infinity ? 'regular' : 'reduced' };
  if (last && last.end !== Infinity && last.end > deadline) return { run: last, kind: 'short' };
  const late = later.find((run) => run.begin > deadline && (isWhole(run) || mayReduce));
  return late ? { run: late, kind: isWhole(late) || late.end === Infinity ? 'regular' : 'reduced' } : null;
}

const restSoFar = (run: RestRun, now: number): number =>
  run.end === Infinity ? now - run.begin : run.restMs;
const latestAfter = (rule: WeeklyRestRule): number => rule.everyMs + (rule.dueAtOnce - 1) * WEEK_MS;

interface Into {
  readonly rule: WeeklyRestRule;
  readonly breaches: HoursFinding[];
  readonly excesses: HoursFinding[];
}
/** From the end of a weekly rest to the begin of the next one. */
function spacing(
  { segments, isRest }: HoursContext,
  lastEnd: number,
  begin: number,
  { rule, breaches, excesses }: Into,
): void {
  const takenMs = begin - lastEnd;
  const unclearMs = sumOf(within(segments, lastEnd, begin), ({ kind }) => kind === 'unclear');
  const numbers = { requiredMs: latestAfter(rule), actualMs: takenMs, unclearMs };
  if (takenMs > latestAfter(rule)) {
    const at = nextActive(segments, lastEnd + latestAfter(rule), isRest) ?? begin;
    breaches.push(findingOf(rule, { ...numbers, at, byMs: takenMs - latestAfter(rule) }));
  } else if (takenMs > rule.everyMs) {
    const at = nextActive(segments, lastEnd + rule.everyMs, isRest) ?? begin;
    const due = Math.ceil((takenMs - rule.everyMs) / WEEK_MS);
    excesses.push(findingOf(rule, { ...numbers, at, byMs: due * rule.restMs }));
  }
}

const tooShort = (run: RestRun, rule: WeeklyRestRule): HoursFinding =>
  findingOf(rule, {
    at: run.end,
    byMs: rule.restMs - run.restMs,
    requiredMs: rule.restMs,
    actualMs: run.restMs,
  });

function weeklyRest(
  { days, now }: HoursContext,
  run: RestRun,
  rule: WeeklyRestRule,
  kind: WeeklyRest['kind'],
): WeeklyRest {
  const givesBack = kind !== 'regular' && rule.giveBackWeeks > 0;
  const sunday = addDays(mondayOf(days.dateOf(run.begin)), 6);
  return {
    begin: run.begin,
    end: run.end === Infinity ? null : run.end,
    restMs: restSoFar(run, now),
    kind,
    missingMs: givesBack ? rule.restMs - run.restMs : 0,
    giveBackUntil: givesBack ? addDays(sunday, 7 * rule.giveBackWeeks) : null,
    givenBackAt: null,
  };
}

/**
 * Missing hours are given back in one piece, by a rest that has them besides its own: over a regular weekly rest, or over
 * the least daily one where it is no weekly rest. One rest may pay several, the oldest first.
 */
function giveBack(
  context: HoursContext,
  rests: readonly WeeklyRest[],
  rule: WeeklyRestRule,
): { readonly rests: readonly WeeklyRest[]; readonly breaches: readonly HoursFinding[] } {
  const { runs, now, days, segments, isRest } = context;
  const spare = new Map<RestRun, number>();
  for (const run of runs) {
    const ms = restSoFar(run, now);
    const ownMs = ms >= rule.restMs ? rule.restMs : ms >= rule.leastMs ? ms : rule.giveBackWithMs;
    if (!run.isFirst && ms > ownMs) spare.set(run, ms - ownMs);
  }
  const breaches: HoursFinding[] = [];
  const paid = rests.map((rest) => {
    if (rest.giveBackUntil === null) return rest;
    const until = hourOn(days.zone, rest.giveBackUntil, 24);
    const found = [...spare].find(
      ([run, ms]) => run.begin > rest.begin && ms >= rest.missingMs && Math.min(run.end, now) <= until,
    );
    if (found) {
      spare.set(found[0], found[1] - rest.missingMs);
      return { ...rest, givenBackAt: found[0].begin };
    }
    const at = now > until ? nextActive(segments, until, isRest) : null;
    const missing = { byMs: rest.missingMs, requiredMs: rest.missingMs, actualMs: 0 };
    if (at !== null) breaches.push(findingOf(rule, { at, ...missing }));
    return rest;
  });
  return { rests: paid, breaches };
}
