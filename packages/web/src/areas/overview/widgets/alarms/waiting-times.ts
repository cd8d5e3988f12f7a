import type { FleetAlarm } from '@rastro/fleet';

/** Times that alarms waited, or have waited so far, in milliseconds. */
export interface WaitingTimes {
  readonly open: number;
  /** Age of the oldest open one; null = none is open. */
  readonly oldest: number | null;
  /** Half of those that were seen to waited no longer, and nine of ten; null = none was. */
  readonly median: number | null;
  readonly p90: number | null;
}

export function waitingTimes(alarms: readonly FleetAlarm[], now: number): WaitingTimes {
  const raised = ({ eventTime }: FleetAlarm): number => Date.parse(eventTime);
  const open = alarms.filter(({ acknowledged }) => acknowledged === null);
  const waited = alarms
    .flatMap((alarm) =>
      alarm.acknowledged === null ? [] : Math.max(0, Date.parse(alarm.acknowledged.time) - raised(alarm)),
    )
    .toSorted((a, b) => a - b);
  return {
    open: open.length,
    oldest: open.length === 0 ? null : now - Math.min(...open.map(raised)),
    median: quantile(waited, 0.5),
    p90: quantile(waited, 0.9),
  };
}

/** The smallest value that so much of a sorted list does not exceed. */
const quantile = (sorted: readonly number[], share: number): number | null =>
  sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? null;
