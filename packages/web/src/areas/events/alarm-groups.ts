import { alarmsIn, type FleetAlarm } from '@rastro/fleet';

/** Open alarms of one vehicle that say the same. */
export interface AlarmGroup {
  readonly key: string;
  readonly deviceId: number;
  /** Newest first; one at least. */
  readonly alarms: readonly [FleetAlarm, ...FleetAlarm[]];
  readonly firstTime: string;
  readonly lastTime: string;
}

/** @returns what is open, repeats together, the group with the newest alarm first. */
export function groupAlarms(alarms: readonly FleetAlarm[]): readonly AlarmGroup[] {
  const groups = new Map<string, [FleetAlarm, ...FleetAlarm[]]>();
  for (const alarm of newestFirst(alarms.filter(({ acknowledged }) => acknowledged === null))) {
    const key = keyOf(alarm);
    const known = groups.get(key);
    if (known) known.push(alarm);
    else groups.set(key, [alarm]);
  }
  return [...groups].map(([key, same]) => ({
    key,
    deviceId: same[0].deviceId,
    alarms: same,
    firstTime: (same.at(-1) ?? same[0]).eventTime,
    lastTime: same[0].eventTime,
  }));
}

/** @returns what was acknowledged, the last one first. */
export const lastAcknowledged = (alarms: readonly FleetAlarm[], max: number): readonly FleetAlarm[] =>
  alarms
    .filter(({ acknowledged }) => acknowledged !== null)
    .toSorted((a, b) => Date.parse(b.acknowledged?.time ?? '') - Date.parse(a.acknowledged?.time ?? ''))
    .slice(0, max);

const keyOf = ({ deviceId, type, attributes, geofenceId }: FleetAlarm): string =>
  [deviceId, type, geofenceId, ...alarmsIn(attributes).toSorted()].join(':');

const newestFirst = (alarms: readonly FleetAlarm[]): readonly FleetAlarm[] =>
  alarms.toSorted((a, b) => Date.parse(b.eventTime) - Date.parse(a.eventTime) || b.id - a.id);
