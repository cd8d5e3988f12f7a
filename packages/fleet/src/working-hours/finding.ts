import type { HoursRule } from './hours-rule.ts';
import type { ExcessReason } from './activity.ts';
import { lengthOf, type Segment } from './timeline.ts';

/** A limit that was passed, with its numbers and the law. */
export interface HoursFinding {
  readonly rule: string;
  readonly source: string;
  /** When the limit was passed, or work went on too early. Never during rest. */
  readonly at: number;
  /** By how much. */
  readonly byMs: number;
  readonly requiredMs: number;
  readonly actualMs: number;
  /** Unclear time in the period that was judged: with it the finding may go away. */
  readonly unclearMs: number;
  readonly reason: ExcessReason | null;
}

/** Time for which one may go on under a rule. */
export interface HoursLeft {
  readonly rule: string;
  readonly source: string;
  readonly ms: number;
}

/** Outcome of one check. */
export interface Checked {
  readonly breaches: readonly HoursFinding[];
  /** Recorded, and allowed. */
  readonly excesses: readonly HoursFinding[];
  readonly left: readonly HoursLeft[];
}

type Numbers = Pick<HoursFinding, 'at' | 'byMs' | 'requiredMs' | 'actualMs'> &
  Partial<Pick<HoursFinding, 'unclearMs' | 'reason'>>;
export const findingOf = ({ id, source }: HoursRule, numbers: Numbers): HoursFinding => ({
  rule: id,
  source,
  unclearMs: 0,
  reason: null,
  ...numbers,
});
export const leftOf = ({ id, source }: HoursRule, ms: number): HoursLeft => ({
  rule: id,
  source,
  ms: Math.max(0, ms),
});

/** Sum of some activities against a limit. */
export interface Passed {
  readonly totalMs: number;
  /** null = it was not passed. */
  readonly at: number | null;
  readonly overMs: number;
  /** A reason of all the time over the limit; null = there is none, or not for all. */
  readonly reason: ExcessReason | null;
}

/** @param sum.fromMs What counts already before the first segment. */
export function passLimit(
  segments: readonly Segment[],
  counts: (segment: Segment) => boolean,
  sum: { readonly limitMs: number; readonly fromMs?: number },
): Passed {
  let totalMs = sum.fromMs ?? 0;
  let at: number | null = null;
  let overMs = 0;
  let reason: ExcessReason | null | undefined;
  for (const segment of segments) {
    if (!counts(segment)) continue;
    totalMs += lengthOf(segment);
    const over = Math.min(lengthOf(segment), totalMs - sum.limitMs);
    if (over <= 0) continue;
    at ??= segment.end - over;
    overMs += over;
    if (reason === undefined) reason = segment.reason;
    else if (reason !== segment.reason) reason = null;
  }
  return { totalMs, at, overMs, reason: reason ?? null };
}

/** First moment from `instant` on that is no rest; null = there is none until now. */
export function nextActive(
  segments: readonly Segment[],
  instant: number,
  isRest: (segment: Segment) => boolean,
): number | null {
  const found = segments.find((segment) => segment.end > instant && !isRest(segment));
  return found ? Math.max(found.begin, instant) : null;
}
