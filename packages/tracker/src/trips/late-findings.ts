import { distanceM, knotsFromKmPerHour, toKmPerHour, type EventType } from '@rastro/fleet';
import {
  engineRanMs,
  isTooFast,
  type StretchSegment,
  type TrackPoint,
  type TripSettings,
  type Episode,
} from '@rastro/fleet/trips';
import {
  NO_CORRECTION,
  pickAttributes,
  type TripRow,
  type LateFindings,
  type NewEvent,
  type PendingCorrection,
} from '@rastro/storage';
import { accelerationBetween, isNowhere, numberOf } from '../pending-records/pending-record.ts';
import { RAW_FUEL } from '../pending-records/fuel-gauge.ts';
import { movementTo, type Still, type Movement } from '../pending-records/movement.ts';
import type { TripDevice } from './reduce-device.ts';

/** Attributes of a record that live totals and events use. */
interface RecordReadings {
  readonly ignition: boolean | null;
  /** As the tracker measured it; late records have no other. */
  readonly distanceM: number | null;
  readonly fuelL: number | null;
  readonly fuelPercent: number | null;
  /** Its liters are from a table: they are not compared with sensor values from before there was one. */
  readonly isGauged: boolean;
}
/** A late record among its neighbours, as it is stored. */
export interface WalkedRow {
  readonly row: Pick<
    TripRow,
    'id' | 'fixTime' | 'deviceTime' | 'contentKey' | 'latitude' | 'longitude' | 'speed' | 'geofenceIds'
  >;
  readonly readings: RecordReadings;
  readonly isLate: boolean;
  /** Correction of the previous review; null = never reviewed, or it was not late. */
  readonly correction: PendingCorrection | null;
}
const READING_NAMES = ['ignition', 'distance', 'fuel', 'fuelLevel', RAW_FUEL];
export function readingsOf({ attributes }: Pick<TripRow, 'attributes'>): RecordReadings {
  const {
    ignition,
    distance,
    fuel,
    fuelLevel,
    [RAW_FUEL]: fuelRaw,
  } = pickAttributes(attributes, READING_NAMES);
  return {
    ignition: typeof ignition === 'boolean' ? ignition : null,
    distanceM: numberOf(distance),
    fuelL: numberOf(fuel),
    fuelPercent: numberOf(fuelLevel),
    isGauged: fuelRaw !== undefined,
  };
}
export interface FoundRecord {
  readonly id: number;
  readonly fixTime: number;
  readonly correction: PendingCorrection;
  /** Correction of the previous review; null = there was none. */
  readonly before: PendingCorrection | null;
}
type Found = Pick<LateFindings, 'events' | 'positionIds'> & { readonly records: readonly FoundRecord[] };
type DerivedHistory = {
  readonly pieces: readonly Pick<StretchSegment, 'kind' | 'start' | 'stretch' | 'end' | 'ended'>[];
  readonly episodes: readonly Episode[];
};

/**
 * Changes by late records.
 * @param rows In the order in which they happened, from one that was not late (or the first of all) to another.
 */
export function findingsOf(
  { id: deviceId, settings, dwellMs }: Pick<TripDevice, 'id' | 'settings' | 'dwellMs'>,
  rows: readonly WalkedRow[],
  derivedHistory: DerivedHistory,
): Found {
  const records: FoundRecord[] = [];
  let before: WalkedRow | null = null;
  let run: WalkedRow[] = [];
  for (const row of rows) {
    if (row.isLate) {
      run.push(row);
      continue;
    }
    records.push(...debts(before, run, row, settings));
    before = row;
    run = [];
  }
  records.push(...debts(before, run, null, settings));
  // What happened at the first row, which was in time, is for the look that has its neighbours.
  const walked = byId(rows.filter(({ isLate }, at) => isLate || at > 0));
  const news = byId(rows.filter((_, at) => isNews(rows, at)));
  const event = (
    type: EventType,
    at: Pick<TrackPoint, 'id' | 'deviceTime'>,
    more: Partial<NewEvent> = {},
  ): NewEvent => ({
    deviceId,
    type,
    eventTime: at.deviceTime,
    positionId: at.id,
    geofenceId: 0,
    maintenanceId: 0,
    ...more,
    attributes: { ...more.attributes, late: true },
  });
  const events = [
    ...changesOf(rows, event, (id) => dwellMs[id] === undefined),
    ...fuelSteps(rows, settings, event),
    ...speedSteps(rows, event),
    ...tripEvents(derivedHistory, { walked, news }, event),
  ];
  return { records, events, positionIds: [...walked.keys()] };
}
const byId = (rows: readonly WalkedRow[]): Rows => new Map(rows.map(({ row }) => [row.id, row]));
/** A late record, or the one after it: live state has compared that with another. */
export const isNews = (rows: readonly WalkedRow[], at: number): boolean =>
  rows[at]?.isLate === true || rows[at - 1]?.isLate === true;
type Rows = ReadonlyMap<number, WalkedRow['row']>;
type MakeEvent = (
  type: EventType,
  at: Pick<TrackPoint, 'id' | 'deviceTime'>,
  more?: Partial<NewEvent>,
) => NewEvent;

/** The first record of a run stands for all of it, so that looking again replaces what was found. */
function debts(
  before: WalkedRow | null,
  run: readonly WalkedRow[],
  after: WalkedRow | null,
  settings: TripSettings,
): Found['records'] {
  if (run.length === 0) return [];
  const pendingCorrection: PendingCorrection = {
    distanceM: correctionM(before, run, after, settings),
    engineMs: Math.round(engineMs([before, ...run, after], settings) - engineMs([before, after], settings)),
  };
  return run.flatMap(({ row: { id, fixTime }, correction: before }, at) => {
    const own = at === 0 ? pendingCorrection : NO_CORRECTION;
    const isKnown = before?.distanceM === own.distanceM && before.engineMs === own.engineMs;
    return isKnown ? [] : [{ id, fixTime, correction: own, before }];
  });
}

/** The way by the late records, less the straight one that was counted. Trackers that measure say it themselves. */
function correctionM(
  before: WalkedRow | null,
  run: readonly WalkedRow[],
  after: WalkedRow | null,
  settings: TripSettings,
): number {
  const own = run.map(({ readings }) => readings.distanceM);
  if (own.every((metres) => metres !== null)) return own.reduce((sum, metres) => sum + metres, 0);
  return distanceAlongM([before, ...run, after], settings) - distanceAlongM([before, after], settings);
}

/** As live totals are counted: not from or to nowhere, nor what nothing on wheels does, nor what strays. */
function distanceAlongM(walked: readonly (WalkedRow | null)[], settings: TripSettings): number {
  let metres = 0;
  let from: WalkedRow['row'] | null = null;
  let still: Still | null = null;
  const reportsSpeed = walked.some((each) => each !== null && each.row.speed > 0);
  for (const each of walked) {
    if (!each || isNowhere(each.row)) continue;
    const { row, readings } = each;
    if (from !== null) {
      const reportedKmh = toKmPerHour(row.speed > from.speed ? row.speed : from.speed);
      if (isTooFast(distanceM(from, row), row.fixTime - from.fixTime, settings, reportedKmh)) continue;
      const movement: Movement = movementTo(
        { ...row, ignition: readings.ignition },
        { from, still, reportsSpeed },
        settings,
      );
      metres += movement.metres;
      still = movement.still;
    }
    from = row;
  }
  return metres;
}

/** As live totals are counted. */
function engineMs(walked: readonly (WalkedRow | null)[], settings: TripSettings): number {
  let ms = 0;
  let from: WalkedRow | null = null;
  for (const each of walked) {
    if (!each) continue;
    if (from) ms += engineRanMs(from.readings.ignition, each.row.deviceTime - from.row.deviceTime, settings);
    from = each;
  }
  return ms;
}

/**
 * Changes from one record to the next.
 * @param isAtOnce The geofence is entered on arrival; `lateVisits` reports the others.
 */
function changesOf(
  rows: readonly WalkedRow[],
  event: MakeEvent,
  isAtOnce: (geofenceId: number) => boolean,
): NewEvent[] {
  const events: NewEvent[] = [];
  // Of the run of late records under way, and of how things stood before it.
  let run: NewEvent[] = [];
  let before: Conditions = UNKNOWN;
  let now: Conditions = UNKNOWN;
  for (const [at, { row, readings, isLate }] of rows.entries()) {
    const isHere = !isNowhere(row);
    const next: Conditions = {
      ignition: readings.ignition,
      fences: isHere ? row.geofenceIds.filter(isAtOnce) : now.fences,
    };
    if (isNews(rows, at)) run.push(...changes(now, next, (type, more) => event(type, row, more)));
    now = next;
    if (isLate) continue;
    // Live state compared this record with the one before the run, and has reported what changed between the two.
    const reported = changes(before, now, (type, more) => event(type, row, more));
    events.push(...withoutLast(run, reported));
    [run, before] = [[], now];
  }
  return [...events, ...run];
}

/** Conditions of a vehicle whose changes are events; null = unknown. */
interface Conditions {
  readonly ignition: boolean | null;
  readonly fences: readonly number[] | null;
}
const UNKNOWN: Conditions = { ignition: null, fences: null };

function changes(
  was: Conditions,
  is: Conditions,
  event: (type: EventType, more?: Partial<NewEvent>) => NewEvent,
): NewEvent[] {
  const found: NewEvent[] = [];
  if (was.ignition !== null && is.ignition !== null && was.ignition !== is.ignition)
    found.push(event(is.ignition ? 'ignitionOn' : 'ignitionOff'));
  if (was.fences === null || is.fences === null) return found;
  for (const geofenceId of was.fences)
    if (!is.fences.includes(geofenceId)) found.push(event('geofenceExit', { geofenceId }));
  for (const geofenceId of is.fences)
    if (!was.fences.includes(geofenceId)) found.push(event('geofenceEnter', { geofenceId }));
  return found;
}

/**
 * A visit has one entry and one exit: of those that were reported the last of its kind is left out, and the visits of
 * derived history have the exact time. The time of an ignition change is stored nowhere else, so it remains.
 */
function withoutLast(events: readonly NewEvent[], reported: readonly NewEvent[]): readonly NewEvent[] {
  let left = events;
  for (const { type, geofenceId } of reported) {
    if (type === 'ignitionOn' || type === 'ignitionOff') continue;
    const at = left.findLastIndex((each) => each.type === type && each.geofenceId === geofenceId);
    if (at >= 0) left = left.toSpliced(at, 1);
  }
  return left;
}

/** Every step of the level; which of them is worth an event is configured. */
function fuelSteps(rows: readonly WalkedRow[], { tankL }: TripSettings, event: MakeEvent): NewEvent[] {
  const litres = ({ readings }: WalkedRow): number | null =>
    readings.fuelL ??
    (tankL > 0 && readings.fuelPercent !== null ? (readings.fuelPercent * tankL) / 100 : null);
  return rows.flatMap((row, at) => {
    const last = rows[at - 1];
    if (!last || !isNews(rows, at) || last.readings.isGauged !== row.readings.isGauged) return [];
    const [before, after] = [litres(last), litres(row)];
    if (before === null || after === null || before === after) return [];
    const type = after > before ? 'deviceFuelIncrease' : 'deviceFuelDrop';
    return [event(type, row.row, { attributes: { before, after } })];
  });
}

/** Less than this is nobody's hard driving, m/s². */
const MIN_ACCELERATION = 0.5;
/** Every change of speed that may be hard; the measure of it is configured. */
function speedSteps(rows: readonly WalkedRow[], event: MakeEvent): NewEvent[] {
  return rows.flatMap(({ row }, at) => {
    const last = rows[at - 1]?.row;
    if (!last || !isNews(rows, at) || row.fixTime <= last.fixTime) return [];
    const acceleration = accelerationBetween(last, row);
    if (Math.abs(acceleration) < MIN_ACCELERATION) return [];
    const alarm = acceleration > 0 ? 'hardAcceleration' : 'hardBraking';
    return [event('alarm', row, { attributes: { alarm, acceleration } })];
  });
}

/** Begins and ends of trips in derived history, and begins of speedings. */
function tripEvents(
  { pieces, episodes }: DerivedHistory,
  { walked, news }: { readonly walked: Rows; readonly news: Rows },
  event: MakeEvent,
): NewEvent[] {
  const events: NewEvent[] = [];
  // As live ones: with the time at which the trip itself begins or ends.
  const boundary = (type: EventType, at: TrackPoint): NewEvent => ({
    ...event(type, at),
    eventTime: at.time,
  });
  for (const { kind, start, stretch, end, ended } of pieces) {
    if (kind !== 'trip') continue;
    if (start.id === stretch.id && walked.has(start.id)) events.push(boundary('deviceMoving', start));
    if (ended !== null && walked.has(end.id)) events.push(boundary('deviceStopped', end));
  }
  for (const { kind, since, start, figures } of episodes) {
    const first = kind === 'speeding' && since.id === start.id ? news.get(since.id) : undefined;
    if (!first) continue;
    const limit = numberOf(figures['limitKmh']);
    const speedLimit = limit === null ? null : knotsFromKmPerHour(limit);
    events.push(event('deviceOverspeed', since, { attributes: { speed: first.speed, speedLimit } }));
  }
  return events;
}
