import type { BreakRule } from './hours-rule.ts';
import { findingOf, leftOf, passLimit, type Checked, type HoursFinding, type HoursLeft } from './finding.ts';
import type { HoursContext } from './hours-context.ts';
import { isPause, lengthOf, type Segment } from './timeline.ts';

/** Breaks from driving, and when driving may go on after the one that is due. */
export interface CheckedBreaks extends Checked {
  /** null = no break is due before driving goes on. */
  readonly breakUntil: number | null;
}

/** Driving since the last complete break. */
interface Stretch {
  readonly segments: Segment[];
  readonly takenMs: number;
  readonly hasFirstPart: boolean;
}
const FRESH = (): Stretch => ({ segments: [], takenMs: 0, hasFirstPart: false });
const isDriving = ({ kind }: Segment): boolean => kind === 'driving';

/**
 * Driving without enough of a break. Pieces of breaks count for the stretch of driving that they interrupt; with the
 * last of them it begins anew. Work, waiting and unclear time are no breaks.
 */
export function checkBreaks(context: HoursContext): CheckedBreaks {
  const { segments, now, ruleAt } = context;
  const breaches: HoursFinding[] = [];
  const excesses: HoursFinding[] = [];
  let stretch = FRESH();
  let pauseMs = 0;
  const ruleOf = (of: Stretch): BreakRule | null => ruleAt('break', of.segments[0]?.begin ?? now);
  const close = (): void => {
    const rule = ruleOf(stretch);
    if (rule) judge(stretch.segments, rule, breaches, excesses);
  };
  for (const segment of segments) {
    if (isPause(segment)) {
      pauseMs += lengthOf(segment);
      continue;
    }
    if (pauseMs > 0) {
      const after = afterPause(stretch, pauseMs, ruleOf(stretch));
      if (after === null) close();
      stretch = after ?? FRESH();
      pauseMs = 0;
    }
    if (isDriving(segment)) stretch.segments.push(segment);
  }
  close();
  const rule = ruleOf(stretch);
  if (!rule) return { breaches, excesses, left: [], breakUntil: null };
  return { breaches, excesses, ...ofNow(stretch, pauseMs, rule, now) };
}

/** @returns null when the break is complete. */
function afterPause(stretch: Stretch, pauseMs: number, rule: BreakRule | null): Stretch | null {
  if (!rule || pauseMs >= rule.breakMs || stretch.segments.length === 0) return null;
  if (rule.parts) {
    const [firstMs, secondMs] = rule.parts;
    if (stretch.hasFirstPart && pauseMs >= secondMs) return null;
    return pauseMs >= firstMs ? { ...stretch, hasFirstPart: true } : stretch;
  }
  if (pauseMs < rule.pieceMs) return stretch;
  const takenMs = stretch.takenMs + pauseMs;
  return takenMs >= rule.breakMs ? null : { ...stretch, takenMs };
}

function judge(
  driven: readonly Segment[],
  rule: BreakRule,
  breaches: HoursFinding[],
  excesses: HoursFinding[],
): void {
  const { totalMs, at, overMs, reason } = passLimit(driven, isDriving, { limitMs: rule.drivingMs });
  if (at === null) return;
  const isExcused = reason !== null && rule.excusedBy.includes(reason);
  const numbers = { at, byMs: overMs, requiredMs: rule.drivingMs, actualMs: totalMs, reason };
  (isExcused ? excesses : breaches).push(findingOf(rule, numbers));
}

function ofNow(
  stretch: Stretch,
  pauseMs: number,
  rule: BreakRule,
  now: number,
): { readonly left: readonly HoursLeft[]; readonly breakUntil: number | null } {
  const rested = pauseMs > 0 ? afterPause(stretch, pauseMs, rule) : stretch;
  const drivenMs = rested === null ? 0 : rested.segments.reduce((sum, each) => sum + lengthOf(each), 0);
  const left = [leftOf(rule, rule.drivingMs - drivenMs)];
  if (drivenMs === 0) return { left, breakUntil: null };
  const missingMs = rule.parts
    ? stretch.hasFirstPart
      ? rule.parts[1]
      : rule.breakMs
    : rule.breakMs - stretch.takenMs;
  // A piece that is too short counts as soon as it is long enough.
  return { left, breakUntil: now - pauseMs + Math.max(missingMs, Math.min(rule.pieceMs, rule.breakMs)) };
}
