import { z } from 'zod';
import { DIAGNOSIS_VERDICTS } from '../../entities/diagnosis.ts';
import { DRIVING_EVENT_KINDS, EVENT_SOURCES } from '../../trips/driving-style.ts';
import { BOUNDARY_REASONS } from '../../trips/stretch-segment.ts';
import { PART_STATES, SCORE_GAPS } from '../../scores/score-of.ts';
import { SCORE_UNITS, SCORED_SUMS } from '../../scores/rated-kinds.ts';
import { SCORE_KINDS } from '../../scores/score-settings.ts';
import { FUELING_TYPES } from '../../reports/fueling-types.ts';
import { INACTIVE_REASONS } from '../../reports/inactive-reasons.ts';
import type { Frozen } from './frozen.ts';
import { OverviewFigureAnswer } from './overview-figure.ts';
import { EventAnswer, eventFields, PositionAnswer } from './history.ts';
import {
  instant,
  maybeInstant,
  maybeNumber,
  maybeString,
  number,
  speed,
  string,
  whole,
  yesNo,
} from './shape.ts';

/** Instants are ISO 8601 UTC, durations milliseconds, distances meters. Null = unknown, never a guess. */
const device = { deviceId: whole(), deviceName: string() };
const period = { startTime: instant(), endTime: instant() };
const spell = { ...device, ...period, duration: number() };
const driven = {
  driverUniqueId: maybeString(),
  /** Null also when the driver is not for this reader to know. */
  driverName: maybeString(),
};
/** Of lines by driver or group. */
const linesOf = {
  /** Null = of none, or of nobody who is known. */
  driverUniqueId: maybeString(),
  driverName: maybeString(),
  /** 0 = of none. */
  groupId: whole(),
  groupName: maybeString(),
};
/** Where it began. */
const placed = { positionId: whole(), latitude: number(), longitude: number(), address: maybeString() };
/** Common fields of trips, stops and summaries. @source docs/reference/tracking-api.md §2.19: knots, liters. */
const stretch = {
  ...device,
  distance: number(),
  averageSpeed: speed(),
  maxSpeed: speed(),
  spentFuel: number(),
  startOdometer: number(),
  endOdometer: number(),
  /** Fix times. */
  ...period,
};
const reason = () => z.enum(BOUNDARY_REASONS);
/** Reasons why a stretch began and ended, where the rules know them; null = it is under way. */
const reasons = { startReason: reason(), endReason: reason().nullable() };

/** Items of reports, by their names in the reference page. @source docs/reference/tracking-api.md §3.11 */
export const REPORT_ANSWERS = {
  Position: PositionAnswer,
  Trip: z.strictObject({
    ...stretch,
    startPositionId: whole(),
    endPositionId: whole(),
    startLat: number(),
    startLon: number(),
    endLat: number(),
    endLon: number(),
    startAddress: maybeString(),
    endAddress: maybeString(),
    duration: number(),
    ...driven,
    ...reasons,
  }),
  Stop: z.strictObject({
    ...stretch,
    ...placed,
    duration: number(),
    engineHours: number(),
    ...reasons,
  }),
  /** A period, or a day of it. */
  Summary: z.strictObject({
    ...stretch,
    engineHours: number(),
    startHours: number(),
    endHours: number(),
    /** Liters in the tank at both ends. Other tracking servers do not say. */
    startFuel: maybeNumber().exactOptional(),
    endFuel: maybeNumber().exactOptional(),
  }),
  EventItem: z.strictObject({
    ...eventFields,
    /** Where it happened. Other tracking servers do not return it. */
    address: maybeString().exactOptional(),
  }),
  /** A visit to a geofence, from its enter to its exit. Unknown values are 0, as other clients expect. */
  GeofenceVisit: z.strictObject({
    ...stretch,
    geofenceId: whole(),
    duration: number(),
    /** It has not left at `endTime`, when it last reported. */
    isUnderWay: yesNo(),
  }),
  /** Track, events and their positions of one device, for one picture. */
  Combined: z.strictObject({
    deviceId: whole(),
    /** Longitude, latitude. */
    route: z.array(z.tuple([number(), number()])),
    events: z.array(EventAnswer),
    positions: z.array(PositionAnswer),
  }),
  // From here on our own, from derived history.
  /** The trip from one geofence to another. */
  BetweenGeofences: z.strictObject({
    ...spell,
    fromGeofenceId: whole(),
    toGeofenceId: whole(),
    distance: number(),
  }),
  /** Engine on, stationary. */
  Idling: z.strictObject({
    ...spell,
    ...placed,
    ...driven,
    /** Liters by the rate of the vehicle (`fuel.idleLitresPerHour`), which is no measure; and what they cost. */
    spentFuel: maybeNumber(),
    cost: maybeNumber(),
  }),
  Speeding: z.strictObject({
    ...spell,
    ...placed,
    ...driven,
    distance: number(),
    limit: speed(),
    /** Source of the limit in force: a geofence, the tracker, or the vehicle (its groups, the installation). */
    limitSource: z.enum(['geofence', 'tracker', 'device']).nullable(),
    /** Geofence that set the limit; 0 = none, or hidden from this reader. */
    geofenceId: whole(),
    maxSpeed: speed(),
    /** Above the limit, at most. */
    over: speed(),
  }),
  /** Driving of a driver with a vehicle: trips and idling that began in the period. */
  Driving: z.strictObject({
    ...device,
    ...driven,
    ...period,
    /** Drives; a trip with two drivers is one of each. */
    drives: whole(),
    distance: number(),
    duration: number(),
    idle: number(),
    speedings: whole(),
    overspeed: number(),
  }),
  /** A fill or a drain of the tank. Liters where the size of the tank is known or liters are sent, else percent. */
  Fueling: z.strictObject({
    ...spell,
    ...placed,
    ...driven,
    type: z.enum(FUELING_TYPES),
    before: maybeNumber(),
    after: maybeNumber(),
    litres: maybeNumber(),
    beforePercent: maybeNumber(),
    afterPercent: maybeNumber(),
    /** Reservation about the value; null = certain. */
    note: maybeString(),
    cost: maybeNumber(),
  }),
  /** Fuel used in a period, or a day of it, and the source of the figure. */
  FuelUse: z.strictObject({
    ...device,
    ...period,
    distance: number(),
    spentFuel: maybeNumber(),
    /** Null = nothing measures the level. */
    filled: maybeNumber(),
    drained: maybeNumber(),
    /** Liters in the tank at both ends; null = nothing measures them. */
    startFuel: maybeNumber(),
    endFuel: maybeNumber(),
    /** Null below 20 km: a shorter distance is not meaningful. */
    litresPer100Km: maybeNumber(),
    cost: maybeNumber(),
    sources: z.array(z.enum(['counter', 'level', 'rate'])),
  }),
  /** A civil day of a vehicle; only days between its first and its last record. */
  DailyFigures: z.strictObject({
    ...device,
    ...period,
    /** `2026-03-01`, in the zone that was asked for. */
    date: string(),
    /** Null = no record all day, and the place is unknown. */
    distance: maybeNumber(),
    /** The first three add up to the day, between its first and last record. */
    moving: number(),
    stopped: number(),
    silent: number(),
    engineHours: number(),
    idle: number(),
    overspeed: number(),
    maxSpeed: speed(),
    spentFuel: number(),
    startOdometer: number(),
    endOdometer: number(),
  }),
  /**
   * Sums of a vehicle over a period, all in whole units, so that sums of sums are exact; with `sum` one line of all
   * vehicles, `deviceId` 0. Meters, milliseconds, milliliters, cents.
   */
  Totals: z.strictObject({
    ...device,
    ...linesOf,
    /** Vehicles in the line; those that reported; those that were used: a kilometer, or five minutes of the engine. */
    vehicles: whole(),
    reporting: whole(),
    used: whole(),
    distance: whole(),
    moving: whole(),
    stopped: whole(),
    silent: whole(),
    engineHours: whole(),
    idle: whole(),
    /** Above the limit; parts of it by what is above: up to 10, 20, 50 per cent, and more; the rest is tolerated. */
    overspeed: whole(),
    over10: whole(),
    over20: whole(),
    over50: whole(),
    overMore: whole(),
    /** Driven at night; meters outside the hours of work. */
    night: whole(),
    offHours: whole(),
    maxSpeed: speed(),
    /** Fuel used, and the distance of vehicles whose use is known. */
    fuelMl: whole(),
    fuelDistance: whole(),
    filledMl: whole(),
    drainedMl: whole(),
    /** Of the fuel; null = no vehicle has both a use and a price. */
    costCents: whole().nullable(),
    /** Events of driving style; the severe ones are part of none of the others. */
    brakings: whole(),
    severeBrakings: whole(),
    accelerations: whole(),
    severeAccelerations: whole(),
    cornerings: whole(),
    severeCornerings: whole(),
    beltAlarms: whole(),
    phoneAlarms: whole(),
    longDrives: whole(),
    /** Parts of the distance on which these are known, and known in part. */
    watched: whole(),
    partlyWatched: whole(),
    /** Driving of vehicles that have a speed limit; distance of those that have hours of work. */
    limited: whole(),
    timed: whole(),
  }),
  /** An event of driving style, as docs/driving-style.md defines it. */
  DrivingEvent: z.strictObject({
    ...spell,
    ...placed,
    ...driven,
    kind: z.enum(DRIVING_EVENT_KINDS),
    isSevere: yesNo(),
    /** Strongest moment, m/s²; null = the tracker says only that it happened, or it has none. */
    strength: maybeNumber(),
    /** Before it, or at most in it; null = unknown. */
    speed: speed().nullable(),
    /** Reported by the tracker, worked out, or worked out from too few records: the last counts in no figure. */
    source: z.enum(EVENT_SOURCES),
    /** It was contested, and taken back: it counts in no figure. */
    isWithdrawn: yesNo(),
  }),
  /**
   * Score of the driving of a vehicle, a driver or a group, by the sums of all that they drove; with `sum` one of all.
   * Meters, milliseconds, events, points.
   */
  DrivingScore: z.strictObject({
    ...device,
    ...linesOf,
    vehicles: whole(),
    /** Vehicles of a line of a driver who is known; else none. */
    deviceIds: z.array(whole()),
    /** 0 to 100 with one decimal; null = not enough data, and of what. */
    points: maybeNumber(),
    gap: z.enum(SCORE_GAPS).nullable(),
    /** Range of 95 per cent by the number of events. */
    low: maybeNumber(),
    high: maybeNumber(),
    /** Driven far enough to be compared. */
    isRanked: yesNo(),
    /** All kinds, in their order; points lost add up to 100 less the score. */
    parts: z.array(
      z.strictObject({
        kind: z.enum(SCORE_KINDS),
        state: z.enum(PART_STATES),
        /** Null = a share of time or distance. */
        count: whole().nullable(),
        rate: number(),
        unit: z.enum(SCORE_UNITS),
        weight: number(),
        lost: number(),
      }),
    ),
    /** Settings, as their text (docs/decisions/scores.md): those by which most of the distance was driven. */
    settings: string(),
    /** Sums that the score is a function of: with other settings it is worked out again from them. */
    sums: z.record(z.enum(SCORED_SUMS), whole()),
  }),
  OverviewFigure: OverviewFigureAnswer,
  Inactive: z.strictObject({
    ...device,
    /** It never reported, reported nothing in the period, or did not move in it. */
    reason: z.enum(INACTIVE_REASONS),
    /** Why it is offline, by its present diagnosis; null = it reported in the period or after it. */
    verdict: z.enum(DIAGNOSIS_VERDICTS).nullable(),
    /** Newest record, and end of the last trip, up to the end of the period. */
    lastReport: maybeInstant(),
    lastMovement: maybeInstant(),
    latitude: maybeNumber(),
    longitude: maybeNumber(),
    address: maybeString(),
  }),
  /** One thing after another, by its begin. An event has no length: it ends when it begins. */
  Chronology: z.strictObject({
    ...spell,
    ...driven,
    kind: z.enum(['trip', 'stop', 'silence', 'event']),
    /** Of an event; null = not an event. */
    type: maybeString(),
    /** Which alarm, of an event that is one. */
    alarm: maybeString(),
    /** Of an event; 0 = none. */
    geofenceId: whole(),
    /** Where it began; 0 = its place is not known. */
    positionId: whole(),
    latitude: maybeNumber(),
    longitude: maybeNumber(),
    address: maybeString(),
    /** Meters, and top speed, of a trip. */
    distance: maybeNumber(),
    maxSpeed: speed().nullable(),
  }),
};

interface ReportDefinition {
  /** Name of its items. */
  readonly entity: keyof typeof REPORT_ANSWERS;
  /** Can be had as a spreadsheet, CSV and mail; else it is a picture of the application. */
  readonly hasSheet: boolean;
}

/** Every report, once: its routes, the types of its items and their documentation follow from here. */
export const REPORTS = {
  route: { entity: 'Position', hasSheet: true },
  trips: { entity: 'Trip', hasSheet: true },
  stops: { entity: 'Stop', hasSheet: true },
  summary: { entity: 'Summary', hasSheet: true },
  events: { entity: 'EventItem', hasSheet: true },
  geofences: { entity: 'GeofenceVisit', hasSheet: true },
  combined: { entity: 'Combined', hasSheet: false },
  between: { entity: 'BetweenGeofences', hasSheet: true },
  idle: { entity: 'Idling', hasSheet: true },
  speeding: { entity: 'Speeding', hasSheet: true },
  drivers: { entity: 'Driving', hasSheet: true },
  fuelings: { entity: 'Fueling', hasSheet: true },
  fuel: { entity: 'FuelUse', hasSheet: true },
  daily: { entity: 'DailyFigures', hasSheet: true },
  totals: { entity: 'Totals', hasSheet: true },
  harsh: { entity: 'DrivingEvent', hasSheet: true },
  scores: { entity: 'DrivingScore', hasSheet: true },
  overview: { entity: 'OverviewFigure', hasSheet: true },
  inactive: { entity: 'Inactive', hasSheet: true },
  chronology: { entity: 'Chronology', hasSheet: true },
} as const satisfies Readonly<Record<string, ReportDefinition>>;

export type ReportType = keyof typeof REPORTS;
/** Item type of each report. */
export type ReportItems = {
  readonly [K in ReportType]: Frozen<z.output<(typeof REPORT_ANSWERS)[(typeof REPORTS)[K]['entity']]>>;
};
export type SheetReport = {
  [K in ReportType]: (typeof REPORTS)[K]['hasSheet'] extends true ? K : never;
}[ReportType];

const isReportType = (name: string): name is ReportType => Object.hasOwn(REPORTS, name);
export const hasSheet = (type: ReportType): type is SheetReport => REPORTS[type].hasSheet;
export const REPORT_TYPES: readonly ReportType[] = Object.keys(REPORTS).filter(isReportType);
export const SHEET_REPORTS: readonly SheetReport[] = REPORT_TYPES.filter(hasSheet);
