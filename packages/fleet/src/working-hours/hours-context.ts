import { HOUR_MS } from '@rastro/base';
import type { Activity } from './activity.ts';
import type { HoursProfile } from './hours-profile.ts';
import { BaseDays } from './base-days.ts';
import type { HoursRule, HoursRuleKind } from './hours-rule.ts';
import { RuleIndex } from './rule-index.ts';
import { countsAsRest, restRuns, shiftsOf, type RestRun, type Shift } from './shifts.ts';
import { timelineOf, type Segment } from './timeline.ts';

/** Where no rule of daily rest says when a working day ends. */
const SHIFT_END_MS = 8 * HOUR_MS;

/** A driver's time, prepared for checks. */
export interface HoursContext {
  readonly profile: HoursProfile;
  readonly now: number;
  readonly segments: readonly Segment[];
  readonly days: BaseDays;
  readonly runs: readonly RestRun[];
  readonly shifts: readonly Shift[];
  /** The shift of now, when no rest has ended it. */
  readonly openShift: Shift | null;
  /** Rest that goes on now; null = nobody rests. */
  readonly openRest: RestRun | null;
  readonly isRest: (segment: Segment) => boolean;
  /** The rule on the day of an instant. */
  readonly ruleAt: <K extends HoursRuleKind>(
    kind: K,
    instant: number,
  ) => Extract<HoursRule, { readonly kind: K }> | null;
}

export function hoursContext(
  activities: readonly Activity[],
  profile: HoursProfile,
  now: number,
): HoursContext {
  const segments = timelineOf(activities, now);
  const days = new BaseDays(profile.zone, segments[0]?.begin ?? now, now);
  const rules = new RuleIndex(profile);
  const ruleAt: HoursContext['ruleAt'] = (kind, instant) => rules.on(kind, days.dateOf(instant));
  const isRest = (segment: Segment): boolean =>
    countsAsRest(segment, segment.isMoving ? ruleAt('dailyRest', segment.begin) : null, profile.crew);
  const runs = restRuns(segments, isRest, ruleAt('dailyRest', now)?.ferry ?? null);
  const shifts = shiftsOf(
    segments,
    runs,
    (run) => run.restMs >= (ruleAt('dailyRest', run.begin)?.shiftEndMs ?? SHIFT_END_MS),
  );
  const last = shifts.at(-1);
  return {
    profile,
    now,
    segments,
    days,
    runs,
    shifts,
    openShift: last && !last.isEnded ? last : null,
    openRest: runs.at(-1)?.end === Infinity ? (runs.at(-1) ?? null) : null,
    isRest,
    ruleAt,
  };
}
