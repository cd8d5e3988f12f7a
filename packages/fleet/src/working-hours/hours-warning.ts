import type { ActivityKind } from './activity.ts';
import type { DriverHours } from './driver-hours.ts';

const MINUTE_MS = 60_000;
/** Minutes before a limit at which somebody is warned, from late to early. */
export const WARNING_THRESHOLDS = [10, 30] as const;
const WORKING: ReadonlySet<ActivityKind | null> = new Set<ActivityKind>(['driving', 'work', 'waiting']);
const LONGEST_PAUSE_MS = 30 * MINUTE_MS;

/** The last warning about a limit that a driver comes close to. */
export interface HoursWarning {
  readonly rule: string;
  readonly threshold: (typeof WARNING_THRESHOLDS)[number];
  readonly minutesLeft: number;
  /** Vehicle that the driver was checked in to. */
  readonly deviceId: number;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/**
 * Warning that a driver has by now: each limit has one per threshold, until there is more time again. The one before,
 * when it is still the latest. Null = none.
 */
export function hoursWarning(
  before: HoursWarning | null,
  hours: Pick<DriverHours, 'state' | 'left'> | null,
  { deviceId, now }: { readonly deviceId: number; readonly now: number },
): HoursWarning | null {
  const left = hours?.left ?? null;
  if (hours === null || left === null) return null;
  const minutesLeft = Math.floor(left.ms / MINUTE_MS);
  const threshold = WARNING_THRESHOLDS.find((each) => left.ms <= each * MINUTE_MS);
  if (threshold === undefined) return null;
  const isKnown = before !== null && before.rule === left.rule && before.threshold <= threshold;
  // A driver who pauses, or is over the limit, is warned of nothing new.
  if (isKnown || !WORKING.has(hours.state) || left.ms <= 0) return before;
  return { rule: left.rule, threshold, minutesLeft, deviceId, at: now };
}

/** Time until a driver is judged again: time that is left ends no sooner than a clock. @param leftMs Null = unknown. */
export function nextCheckMs(leftMs: number | null): number {
  const [, early] = WARNING_THRESHOLDS;
  if (leftMs !== null && leftMs <= 0) return LONGEST_PAUSE_MS;
  return Math.min(LONGEST_PAUSE_MS, Math.max(0, (leftMs ?? Infinity) - early * MINUTE_MS));
}
