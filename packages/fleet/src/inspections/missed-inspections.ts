import type { InspectionPhase } from './checklist.ts';

const HOUR_MS = 3_600_000;
/** An inspection belongs to the shift that begins so soon after it, or that ended so short before it. */
export const SHIFT_MARGIN_MS = 2 * HOUR_MS;
/** A driver who has just checked in is still walking around the vehicle. */
const GRACE_MS = HOUR_MS / 2;
/** A shorter check-in was to the wrong vehicle. */
const SHORTEST_MS = 5 * 60_000;

/** A check-in. Instants are milliseconds since 1970. */
export interface InspectedShift {
  readonly deviceId: number;
  readonly since: number;
  /** Null = it goes on. */
  readonly until: number | null;
}
export interface DoneInspection {
  readonly deviceId: number;
  readonly phase: InspectionPhase;
  readonly finishedAt: number;
}

/** Inspections of a shift that were due and were not done. @param wanted Those for which its vehicle has a checklist. */
export function missedPhases(
  shift: InspectedShift,
  {
    wanted,
    done,
    now,
  }: {
    readonly wanted: readonly InspectionPhase[];
    /** Inspections of any vehicle around the time of the shift. */
    readonly done: readonly DoneInspection[];
    readonly now: number;
  },
): readonly InspectionPhase[] {
  const { deviceId, since, until } = shift;
  const end = until ?? now;
  if (until !== null && until - since < SHORTEST_MS) return [];
  const isDone = (phase: InspectionPhase, from: number, to: number): boolean =>
    done.some(
      (each) =>
        each.deviceId === deviceId &&
        each.phase === phase &&
        each.finishedAt >= from &&
        each.finishedAt <= to,
    );
  const isDue = { before: now >= since + GRACE_MS, after: until !== null && now >= until + GRACE_MS };
  const [first, last] = [since - SHIFT_MARGIN_MS, end + SHIFT_MARGIN_MS];
  return wanted.filter(
    (phase) => isDue[phase] && !(phase === 'before' ? isDone(phase, first, end) : isDone(phase, since, last)),
  );
}

/** Time that a phone without a network has to send what was filled in. */
const SENDING_MS = HOUR_MS;

/**
 * Inspections that a shift has missed for good, each of them in one period alone: once nothing that is filled in counts
 * any more, or the driver is long on the road, and a phone has had time to send it. The begin of the period is excluded.
 */
export function phasesToNotify(
  shift: InspectedShift,
  {
    wanted,
    done,
    period,
  }: {
    readonly wanted: readonly InspectionPhase[];
    readonly done: readonly DoneInspection[];
    readonly period: { readonly from: number; readonly to: number };
  },
): readonly InspectionPhase[] {
  const { since, until } = shift;
  const { from, to } = period;
  const isInPeriod = (at: number): boolean => from < at && at <= to;
  const isNow = {
    before: isInPeriod(since + MISSED_AFTER_MS),
    after: until !== null && isInPeriod(until + MISSED_AFTER_MS),
  };
  return missedPhases(shift, { wanted: wanted.filter((phase) => isNow[phase]), done, now: to });
}
/** From the begin or end of a shift until its inspection is missed for good. */
export const MISSED_AFTER_MS = SHIFT_MARGIN_MS + SENDING_MS;

/** A shift without an inspection that was due. Instants are ISO 8601. */
export interface MissedInspection {
  readonly deviceId: number;
  readonly deviceName: string;
  readonly driverName: string;
  readonly phase: InspectionPhase;
  readonly since: string;
  /** Null = the shift goes on. */
  readonly until: string | null;
}
/** Missed inspections in pages; both of a shift are on one. */
export interface MissedInspectionPage {
  readonly missed: readonly MissedInspection[];
  readonly next: string | null;
}
