import { DAY_MS } from '@rastro/base';
import type { Maintenance } from '../entities/linked-objects.ts';

/**
 * Quantity that a maintenance counts.
 * @source docs/reference/requirements.md SPEC §9 "Maintenance types"; instants are those of Traccar.
 */
export type MaintenanceMeasure = 'distance' | 'hours' | 'date' | 'other';
export type MaintenanceSchedule = Pick<Maintenance, 'type' | 'start' | 'period'>;

/** The last service. Nothing is known of an odometer or hours that nobody recorded. */
export interface LastService {
  /** Milliseconds since 1970. */
  readonly time: number;
  /** Meters. */
  readonly odometer: number | null;
  /** Milliseconds. */
  readonly hours: number | null;
}

export const DUE_STATES = ['overdue', 'soon', 'unknown', 'ahead', 'done'] as const;
/** `unknown`: the vehicle has not reported its value. `done`: it was due once, and is done. */
export type DueState = (typeof DUE_STATES)[number];

/** When a maintenance of a vehicle is due. Our own. */
export interface MaintenanceDue {
  readonly maintenanceId: number;
  readonly deviceId: number;
  readonly deviceName: string;
  readonly state: DueState;
  /** Present value, and the value at which it is due: meters, milliseconds, or milliseconds since 1970. */
  readonly value: number | null;
  readonly due: number | null;
  /** Distance or hours a day, over the last 30 days; null = unused, or unknown. */
  readonly perDay: number | null;
  /** Expected time; ISO 8601 UTC; null = overdue already, or unknown. */
  readonly dueTime: string | null;
  /** When it was done last; null = never written down. */
  readonly lastTime: string | null;
}

const INSTANTS = new Set(['serverTime', 'deviceTime', 'fixTime']);
/** From so many days before, it is due soon, whatever the maintenance sets. */
const SOON_DAYS = 7;
/** No schedule goes further ahead, and dates have an end. */
const FARTHEST_DAYS = 36_500;

/** Distances that vehicles report in meters: the server's own sum, and values of trackers. */
const DISTANCES = new Set(['totalDistance', 'odometer', 'serviceOdometer', 'tripOdometer', 'obdOdometer']);

export function measureOf(type: string): MaintenanceMeasure {
  if (DISTANCES.has(type)) return 'distance';
  if (type === 'hours') return 'hours';
  return INSTANTS.has(type) ? 'date' : 'other';
}

/** Where it was done last, as the type counts; null = that is not known. */
function doneAt(type: string, { time, odometer, hours }: LastService): number | null {
  const measure = measureOf(type);
  return { distance: odometer, hours, date: time, other: null }[measure];
}

/**
 * Returns the due value: at the start, then a period after each service. Without any recorded service it is due where
 * the schedule has passed last, as in Traccar. Null = no more.
 */
export function nextDue(
  { type, start, period }: MaintenanceSchedule,
  value: number | null,
  last: LastService | null,
): number | null {
  const done = last && doneAt(type, last);
  if (done !== null) return period > 0 ? Math.max(start, done + period) : null;
  if (value === null || value < start || period <= 0) return start;
  return start + Math.floor((value - start) / period) * period;
}

/** The upcoming due value that needs an advance notice; null = none. */
export function dueAhead(
  schedule: MaintenanceSchedule,
  value: number,
  last: LastService | null,
): number | null {
  const due = nextDue(schedule, value, last);
  if (due === null || due > value) return due;
  const isDone = last !== null && doneAt(schedule.type, last) !== null;
  return isDone || schedule.period <= 0 ? null : due + schedule.period;
}

/** Is it time for an advance notice? @returns the due value of the notice; null = not yet, or not any more. */
export function noticeOf(
  schedule: MaintenanceSchedule,
  now: { readonly value: number; readonly last: LastService | null; readonly before: number },
): number | null {
  const due = now.before > 0 ? dueAhead(schedule, now.value, now.last) : null;
  return due !== null && now.value >= due - now.before ? due : null;
}

/** Question about a maintenance of a vehicle at a moment. */
export interface DueQuestion {
  /** Present value in the type's unit; null = the vehicle has not reported it. */
  readonly value: number | null;
  readonly last: LastService | null;
  /** Use per day; null = none, or unknown. */
  readonly perDay: number | null;
  /** So much before it is soon; 0 = it does not say. */
  readonly before: number;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** Forecasts when it is due from the vehicle's real use: no guess without any use. */
export function forecast(
  schedule: MaintenanceSchedule,
  { value, last, perDay, before, now }: DueQuestion,
): Pick<MaintenanceDue, 'state' | 'due' | 'dueTime'> {
  const due = nextDue(schedule, value, last);
  if (due === null) return { state: 'done', due, dueTime: null };
  if (value === null) return { state: 'unknown', due, dueTime: null };
  const left = due - value;
  if (left <= 0) return { state: 'overdue', due, dueTime: null };
  const rate = measureOf(schedule.type) === 'date' ? DAY_MS : perDay;
  const days = rate === null || rate <= 0 ? null : left / rate;
  const isSoon = left <= before || (days !== null && days <= SOON_DAYS);
  return {
    state: isSoon ? 'soon' : 'ahead',
    due,
    dueTime: days === null || days > FARTHEST_DAYS ? null : new Date(now + days * DAY_MS).toISOString(),
  };
}

const RANK: Readonly<Record<DueState, number>> = { overdue: 0, soon: 1, ahead: 1, unknown: 2, done: 3 };

/** Overdue first, then by expected time, then those without one. */
export function byUrgency(a: MaintenanceDue, b: MaintenanceDue): number {
  const [at, other] = [a, b].map(({ dueTime }) => (dueTime === null ? Infinity : Date.parse(dueTime)));
  return (
    RANK[a.state] - RANK[b.state] ||
    (at === other ? 0 : (at ?? 0) - (other ?? 0)) ||
    a.deviceId - b.deviceId ||
    a.maintenanceId - b.maintenanceId
  );
}

/** Whether a maintenance is overdue, or due within so many days at the real rate of use; within its notice in any case. */
export function isDueWithin(
  { state, dueTime }: Pick<MaintenanceDue, 'state' | 'dueTime'>,
  days: number,
  now: number,
): boolean {
  if (state === 'overdue') return true;
  if (state === 'done' || days === 0) return false;
  return dueTime === null ? state === 'soon' : Date.parse(dueTime) - now <= days * DAY_MS;
}
