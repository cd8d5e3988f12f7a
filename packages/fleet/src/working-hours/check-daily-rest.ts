import type { DailyRestRule } from './hours-rule.ts';
import { findingOf, leftOf, nextActive, type Checked, type HoursFinding, type HoursLeft } from './finding.ts';
import type { HoursContext } from './hours-context.ts';
import type { RestRun, Shift } from './shifts.ts';
import { sumOf, within } from './timeline.ts';

export type DailyRestKind = 'regular' | 'reduced' | 'short';

/** Daily rests, how each was, and when the next working day may begin. */
export interface CheckedDailyRest extends Checked {
  /** Of each ended shift, by its begin. */
  readonly kinds: ReadonlyMap<number, DailyRestKind>;
  /** If rest began now, or when the rest of now is long enough; null = it is. */
  readonly nextStart: { readonly at: number; readonly rule: string } | null;
}

/** A window of a shift. */
interface Window {
  readonly end: number;
  /** The longest rest in it. */
  readonly gotMs: number;
  /** The first of two parts was taken. */
  readonly hasFirst: boolean;
}

/** Daily rest of each shift, in the windows of its rule; rest of now goes on, or begins now. */
export function checkDailyRest(context: HoursContext): CheckedDailyRest {
  const { shifts, now, ruleAt } = context;
  const breaches: HoursFinding[] = [];
  const left: HoursLeft[] = [];
  const kinds = new Map<number, DailyRestKind>();
  let reduced = 0;
  let nextStart: CheckedDailyRest['nextStart'] = null;
  for (const shift of shifts) {
    const rest = shift.rest ?? { begin: now, end: Infinity, restMs: 0, isFirst: false };
    const rule = ruleAt('dailyRest', rest.begin);
    if (!rule) continue;
    const windows = windowsOf(shift, rest, rule);
    let own: DailyRestKind = 'regular';
    for (const window of windows) {
      const required = requiredIn(window, rule, reduced);
      const kind = kindOf(window, required, rule);
      if (kind === 'reduced') reduced += 1;
      if (kind === 'short') breaches.push(tooShort(context, shift, window, { rule, required }));
      own = kind;
    }
    if (rest.end !== Infinity) kinds.set(shift.begin, own);
    const remainder = remainderOf(context, rest, rule);
    if (remainder && remainder.laterMs < remainder.missingMs)
      breaches.push(findingOf(rule, notCompleted(remainder, rest, rule)));
    if (remainder && remainder.until > now)
      left.push(leftOf(rule, remainder.until - remainder.missingMs + remainder.restedMs - now));
    const last = windows.at(-1);
    if (last && rest.end === Infinity) {
      const required = leastIn(last, rule, reduced, own === 'reduced' ? 1 : 0);
      const isDone = now - rest.begin >= required;
      if (!isDone) nextStart = { at: rest.begin + required, rule: rule.id };
      left.push(
        leftOf(rule, isDone ? rule.windowMs - leastFresh(rule, reduced) : leftIn(shift, last, required, now)),
      );
    }
    const isWeekly =
      rest.end !== Infinity && rest.restMs >= (ruleAt('weeklyRest', rest.begin)?.leastMs ?? Infinity);
    if (isWeekly) reduced = 0;
  }
  const last = shifts.at(-1);
  const rule = ruleAt('dailyRest', now);
  if (!last && rule) left.push(leftOf(rule, rule.windowMs - leastFresh(rule, 0)));
  return { breaches, excesses: [], left, kinds, nextStart };
}

/** Windows follow on each other as long as no rest ends the shift. */
function windowsOf(shift: Shift, rest: RestRun, rule: DailyRestRule): readonly Window[] {
  const windows: Window[] = [];
  for (let begin = shift.begin; begin < rest.begin || windows.length === 0; begin += rule.windowMs) {
    const end = begin + rule.windowMs;
    // A ferry interrupts a rest without ending it; those minutes are no rest.
    const restMs = rest.end === Infinity ? Infinity : rest.restMs;
    let gotMs = Math.max(0, Math.min(rest.end - rest.begin, end - rest.begin, restMs));
    let hasFirst = false;
    for (const pause of shift.pauses) {
      const ms = Math.min(pause.end, end) - Math.max(pause.begin, begin);
      if (rule.split && ms >= rule.split[0]) hasFirst = true;
      gotMs = Math.max(gotMs, ms);
    }
    windows.push({ end, gotMs, hasFirst });
  }
  return windows;
}

/** Rest that the law wants in this window at least. */
function requiredIn(window: Window, rule: DailyRestRule, reduced: number): number {
  if (rule.firstPart) return rule.firstPart.ms;
  if (rule.split && window.hasFirst) return rule.split[1];
  return rule.reduced && reduced < rule.reduced.times ? rule.reduced.ms : rule.restMs;
}

function kindOf({ gotMs, hasFirst }: Window, required: number, rule: DailyRestRule): DailyRestKind {
  if (gotMs < required) return 'short';
  const isRegular = rule.firstPart !== null || (rule.split !== null && hasFirst) || gotMs >= rule.restMs;
  return isRegular ? 'regular' : 'reduced';
}

/** A rest in a window that has been counted as reduced is not counted again. */
const leastIn = (window: Window, rule: DailyRestRule, reduced: number, own: number): number =>
  requiredIn(window, rule, reduced - own);
const leastFresh = (rule: DailyRestRule, reduced: number): number =>
  rule.firstPart?.ms ?? (rule.reduced && reduced < rule.reduced.times ? rule.reduced.ms : rule.restMs);

/** Nobody who rests long enough to end a working day, and too short for the law, may go on. */
const leftIn = (shift: Shift, window: Window, required: number, now: number): number =>
  shift.isEnded ? 0 : window.end - required - now;

/** Noticed when somebody does not rest although it is too late for a rest in time: then, or when they go on too early. */
function tooShort(
  { segments, isRest }: HoursContext,
  shift: Shift,
  { end, gotMs }: Window,
  { rule, required }: { readonly rule: DailyRestRule; readonly required: number },
): HoursFinding {
  const at = nextActive(segments, end - required, isRest) ?? end - required;
  const unclearMs = sumOf(within(segments, shift.begin, end), ({ kind }) => kind === 'unclear');
  return findingOf(rule, { at, byMs: required - gotMs, requiredMs: required, actualMs: gotMs, unclearMs });
}

/** The second part of a rest in parts. */
interface Remainder {
  readonly missingMs: number;
  /** Rest within its time, with all that is still to come. */
  readonly laterMs: number;
  /** Of it, until now. */
  readonly restedMs: number;
  readonly until: number;
}
function remainderOf(
  { segments, now, isRest }: HoursContext,
  rest: RestRun,
  rule: DailyRestRule,
): Remainder | null {
  if (!rule.firstPart || rest.end === Infinity || rest.restMs < rule.firstPart.ms) return null;
  const missingMs = rule.restMs - rest.restMs;
  if (missingMs <= 0) return null;
  const until = rest.end + rule.firstPart.withinMs;
  const restedMs = sumOf(within(segments, rest.end, until), isRest);
  return { missingMs, restedMs, laterMs: restedMs + Math.max(0, until - now), until };
}
const notCompleted = (
  { missingMs, laterMs }: Remainder,
  rest: RestRun,
  rule: DailyRestRule,
): Pick<HoursFinding, 'at' | 'byMs' | 'requiredMs' | 'actualMs'> => ({
  at: rest.end,
  byMs: missingMs - laterMs,
  requiredMs: rule.restMs,
  actualMs: rest.restMs + laterMs,
});

/** Where rest in a moving vehicle counts: a rest in a parked one, every so often. */
export function checkParkedRest({ segments, now, ruleAt }: HoursContext): Checked {
  const breaches: HoursFinding[] = [];
  let parkedUntil = segments[0]?.begin ?? now;
  let parkedMs = 0;
  let isReported = false;
  for (const segment of segments) {
    const rule = ruleAt('parkedRest', segment.begin);
    if (!rule) continue;
    const isPaused = segment.kind === 'rest' || segment.kind === 'break' || segment.kind === 'meal';
    if (isPaused && !segment.isMoving) {
      parkedMs += segment.end - segment.begin;
      if (parkedMs >= rule.restMs) [parkedUntil, isReported] = [segment.end, false];
      continue;
    }
    parkedMs = 0;
    const deadline = parkedUntil + rule.everyMs;
    if (isPaused || isReported || segment.end <= deadline) continue;
    isReported = true;
    const next = nextParked(segments, deadline, rule.restMs) ?? now;
    const at = Math.max(deadline, segment.begin);
    breaches.push(
      findingOf(rule, { at, byMs: next - deadline, requiredMs: rule.everyMs, actualMs: next - parkedUntil }),
    );
  }
  return { breaches, excesses: [], left: [] };
}

function nextParked(segments: HoursContext['segments'], after: number, restMs: number): number | null {
  let begin: number | null = null;
  for (const segment of segments) {
    if (segment.end <= after) continue;
    const isParked =
      !segment.isMoving && (segment.kind === 'rest' || segment.kind === 'break' || segment.kind === 'meal');
    if (!isParked) begin = null;
    else {
      begin ??= segment.begin;
      if (segment.end - begin >= restMs) return begin;
    }
  }
  return null;
}
