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
