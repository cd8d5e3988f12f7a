import type { DailyRestRule } from './hours-rule.ts';
import { isPause, lengthOf, type Segment } from './timeline.ts';

/** Pauses without an interruption that ends them. */
export interface RestRun {
  readonly begin: number;
  /** Infinite when it goes on now. */
  readonly end: number;
  /** Rest in it, until now. */
  readonly restMs: number;
  /** It reaches back to where nothing is known: how long it was cannot be said. */
  readonly isFirst: boolean;
}

/** Time between two rests that end a working day. */
export interface Shift {
  readonly begin: number;
  /** Begin of the rest that ends it; now when none does. */
  readonly end: number;
  readonly segments: readonly Segment[];
  /** Shorter rests in it. */
  readonly pauses: readonly RestRun[];
  /** Rest after it, as far as it came; null = nobody rests now. */
  readonly rest: RestRun | null;
  /** That rest is long enough to end a working day. */
  readonly isEnded: boolean;
}

/** Whether a pause counts as daily and weekly rest: in a moving vehicle where the rule says so. */
export const countsAsRest = (segment: Segment, rule: DailyRestRule | null, crew: 1 | 2): boolean =>
  isPause(segment) && (!segment.isMoving || (crew === 2 && rule?.movingRestCounts === true));

/** A run as it grows. */
interface GrowingRun {
  readonly begin: number;
  readonly end: number;
  readonly restMs: number;
  /** Interruptions in it. */
  readonly times: number;
  readonly interruptedMs: number;
}

/** @param ferry Interruptions on a ferry that do not end a rest. */
export function restRuns(
  segments: readonly Segment[],
  isRest: (segment: Segment) => boolean,
  ferry: DailyRestRule['ferry'],
): readonly RestRun[] {
  const runs: GrowingRun[] = [];
  let isOpen = false;
  /** Since the last rest of the open run. */
  let awayMs = 0;
  for (const segment of segments) {
    const run: GrowingRun | undefined = isOpen ? runs.at(-1) : undefined;
    const ms = lengthOf(segment);
    if (!isRest(segment)) {
      awayMs += ms;
      isOpen = run !== undefined && segment.isFerry && bridges(run, awayMs, ferry);
      continue;
    }
    if (run) runs[runs.length - 1] = grown(run, segment, awayMs);
    else runs.push({ begin: segment.begin, end: segment.end, restMs: ms, times: 0, interruptedMs: 0 });
    isOpen = true;
    awayMs = 0;
  }
  const now = segments.at(-1)?.end;
  return runs.map(({ begin, end, restMs }) => ({
    begin,
    end: end === now ? Infinity : end,
    restMs,
    isFirst: begin === segments[0]?.begin,
  }));
}

const bridges = (run: GrowingRun, awayMs: number, ferry: DailyRestRule['ferry']): boolean =>
  ferry !== null && run.times < ferry.times && run.interruptedMs + awayMs <= ferry.ms;

const grown = (run: GrowingRun, { begin, end }: Segment, awayMs: number): GrowingRun => ({
  begin: run.begin,
  end,
  restMs: run.restMs + end - begin,
  times: run.times + (awayMs > 0 ? 1 : 0),
  interruptedMs: run.interruptedMs + awayMs,
});

/** @param endsShift Whether a rest ends a working day. The one at which a timeline begins always does. */
export function shiftsOf(
  segments: readonly Segment[],
  runs: readonly RestRun[],
  endsShift: (run: RestRun) => boolean,
): readonly Shift[] {
  const shifts: Shift[] = [];
  const now = segments.at(-1)?.end ?? 0;
  let begin = segments[0]?.begin ?? now;
  let at = 0;
  let pauses: RestRun[] = [];
  const add = (end: number, rest: RestRun | null, isEnded: boolean): void => {
    const own: Segment[] = [];
    // Rests end where segments do, so that no segment belongs to two shifts.
    for (let segment = segments[at]; segment && segment.begin < end; segment = segments[at]) {
      if (segment.begin >= begin) own.push(segment);
      at += 1;
    }
    if (end > begin) shifts.push({ begin, end, segments: own, pauses, rest, isEnded });
  };
  for (const run of runs) {
    const isOpen = run.end === Infinity;
    if (!run.isFirst && !endsShift(run)) {
      if (isOpen) {
        add(run.begin, run, false);
        return shifts;
      }
      pauses.push(run);
      continue;
    }
    add(run.begin, run, true);
    begin = run.end;
    pauses = [];
  }
  add(now, null, false);
  return shifts;
}
