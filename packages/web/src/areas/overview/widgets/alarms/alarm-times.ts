import type { FleetAlarm } from '@rastro/fleet';

export interface AlarmTimes {
  readonly waiting: readonly FleetAlarm[];
  /** Milliseconds from the alarm to its acknowledgement; null = none was acknowledged. */
  readonly median: number | null;
  readonly p90: number | null;
}

/** The value that a share of all does not exceed, by nearest rank. @param values In ascending order. */
const rankOf = (values: readonly number[], share: number): number | null =>
  values[Math.max(0, Math.ceil(share * values.length) - 1)] ?? null;

/** Alarms that wait, the oldest first, and how long the others had waited. */
export function alarmTimes(alarms: readonly FleetAlarm[]): AlarmTimes {
  const waiting = alarms
    .filter(({ acknowledged }) => acknowledged === null)
    .toSorted((a, b) => Date.parse(a.eventTime) - Date.parse(b.eventTime));
  const times = alarms
    .flatMap(({ acknowledged, eventTime }) =>
      acknowledged === null ? [] : [Math.max(0, Date.parse(acknowledged.time) - Date.parse(eventTime))],
    )
    .toSorted((a, b) => a - b);
  return { waiting, median: rankOf(times, 0.5), p90: rankOf(times, 0.9) };
}
