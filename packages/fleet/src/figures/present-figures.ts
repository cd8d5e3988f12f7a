import type { Device } from '../entities/device.ts';
import type { FleetAlarm } from '../entities/fleet-alarm.ts';
import type { Position } from '../entities/position.ts';
import { isMoving } from '../entities/vehicle-state.ts';
import { isDueWithin, type MaintenanceDue } from '../maintenance/maintenance-due.ts';
import type { ReportItems } from '../schemas/answers/reports.ts';
import type { WidgetContent, WidgetFigure } from './figure.ts';

interface AlarmTimes {
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

/** Alarms that wait for somebody, and how long the others had to wait. @param nameOf Name of a vehicle. */
export function alarmContent(
  alarms: readonly FleetAlarm[],
  nameOf: (deviceId: number) => string,
): WidgetContent {
  const { waiting, median, p90 } = alarmTimes(alarms);
  return {
    figures: [
      {
        name: 'alarms.waiting',
        value: waiting.length,
        unit: 'count',
        ...(waiting.length > 0 && { tone: 'bad' }),
      },
      { name: 'alarms.median', value: median, unit: 'duration' },
      { name: 'alarms.p90', value: p90, unit: 'duration' },
    ],
    rows: waiting.map(({ id, deviceId, type, eventTime, attributes: { alarm } }) => ({
      key: String(id),
      name: nameOf(deviceId),
      details: [
        { event: type, alarm: typeof alarm === 'string' ? alarm : null },
        { at: Date.parse(eventTime), as: 'since' },
      ],
    })),
  };
}

/** Hours after which a vehicle counts as silent, where nobody has chosen. */
export const SILENT_HOURS = 24;
/** Reasons for which a vehicle is silent: one that stands and reports is not. */
export const SILENT_REASONS = ['never', 'silent'] as const;

/** Number of vehicles that did not report. */
export const silentFigures = (count: number): readonly WidgetFigure[] => [
  { name: 'silent.count', value: count, unit: 'count', ...(count > 0 && { tone: 'bad' }) },
];

/** Vehicles that did not report. @param silent Lines of the report of inactive vehicles, of these reasons. */
export const silentContent = (silent: readonly ReportItems['inactive'][]): WidgetContent => ({
  figures: silentFigures(silent.length),
  rows: silent.map(({ deviceId, deviceName, verdict, reason, lastReport }) => ({
    key: String(deviceId),
    name: deviceName,
    details: [
      { verdict, reason },
      ...(lastReport === null ? [] : [{ at: Date.parse(lastReport), as: 'moment' } as const]),
    ],
  })),
});

/** Days that the widget of maintenance looks ahead, as the list of work does. */
const WORK_DAYS = 30;

/** Maintenance that is overdue or due soon. @param nameOf Name of a maintenance. @param now Ms since 1970. */
export function serviceContent(
  dues: readonly MaintenanceDue[],
  nameOf: (maintenanceId: number) => string,
  now: number,
): WidgetContent {
  const work = dues.filter((each) => isDueWithin(each, WORK_DAYS, now));
  const overdue = work.filter(({ state }) => state === 'overdue').length;
  return {
    figures: [
      { name: 'services.overdue', value: overdue, unit: 'count', ...(overdue > 0 && { tone: 'bad' }) },
      { name: 'services.within', value: work.length, unit: 'count' },
    ],
    rows: work.map(({ deviceId, deviceName, maintenanceId, dueTime }) => ({
      key: `${deviceId} ${maintenanceId}`,
      name: deviceName,
      details: [
        { text: nameOf(maintenanceId) },
        ...(dueTime === null ? [] : [{ at: Date.parse(dueTime), as: 'day' } as const]),
      ],
    })),
  };
}

/** States of vehicles, in the order in which they are shown. */
export const FIGURE_STATES = ['moving', 'stopped', 'offline', 'unknown'] as const;
export type StateCounts = Readonly<Record<(typeof FIGURE_STATES)[number], number>>;

interface CountedVehicle {
  readonly device: Pick<Device, 'status'>;
  readonly position: Position | null;
}

/**
 * Vehicles by state, as the list of vehicles filters them: one that is not online, and moved when it was last heard of,
 * is among both.
 */
export function countStates(vehicles: readonly CountedVehicle[]): StateCounts {
  const counts = { moving: 0, stopped: 0, offline: 0, unknown: 0 };
  for (const { device, position } of vehicles) {
    if (isMoving(position)) counts.moving += 1;
    else if (device.status === 'online') counts.stopped += 1;
    if (device.status !== 'online') counts[device.status] += 1;
  }
  return counts;
}

/** Vehicles by state. */
export const stateContent = (counts: StateCounts): WidgetContent => ({
  figures: FIGURE_STATES.map((state) => ({ name: `state.${state}`, value: counts[state], unit: 'count' })),
  rows: [],
});

/** Sites that are shown by number. */
const MAX_SITES = 6;
export interface Site {
  readonly id: number;
  readonly name: string;
  /** Vehicles that are there now. */
  readonly count: number;
}

/**
 * Vehicles at each site.
 * @param visits Under way, from the report of visits. @param from Ms since 1970; a visit may have begun before.
 */
export function presenceContent(
  sites: readonly Site[],
  visits: readonly ReportItems['geofences'][],
  from: number,
): WidgetContent {
  const names = new Map(sites.map(({ id, name }) => [id, name]));
  return {
    figures: sites
      .filter(({ count }) => count > 0)
      .toSorted((a, b) => b.count - a.count)
      .slice(0, MAX_SITES)
      .map(({ name, count }) => ({ name: { word: name }, value: count, unit: 'count' })),
    rows: visits.map(({ deviceId, deviceName, geofenceId, startTime }) => {
      const began = Date.parse(startTime);
      return {
        key: `${deviceId} ${geofenceId}`,
        name: deviceName,
        details: [
          { text: names.get(geofenceId) ?? '' },
          // One that began before the report does has no begin.
          ...(began - from < 1000 ? [] : [{ at: began, as: 'moment' } as const]),
        ],
      };
    }),
  };
}
