import { z } from 'zod';
import {
  CHRONOLOGY_KINDS,
  INACTIVITY_REASONS,
  LIMIT_SOURCES,
  type BetweenItem,
  type ChronologyItem,
  type DailyItem,
  type DriverItem,
  type FuelingItem,
  type FuelItem,
  type IdleItem,
  type InactiveItem,
  type SpeedingItem,
} from '../../reports/history-items.ts';
import { DIAGNOSIS_VERDICTS } from '../../entities/diagnosis.ts';
import { instant, maybeInstant, maybeString, number, shapeOf, speed, whole, string } from './shape.ts';

const maybeNumber = () => number().nullable();
const device = { deviceId: whole(), deviceName: string() };
const period = { startTime: instant(), endTime: instant() };
const spell = { ...device, ...period, duration: number() };
const driven = { driverUniqueId: maybeString(), driverName: maybeString() };
const placed = { positionId: whole(), latitude: number(), longitude: number(), address: maybeString() };

/** Our own reports, from derived history. */
export const REPORT_ANSWERS = {
  BetweenGeofences: shapeOf<BetweenItem>()({
    ...spell,
    fromGeofenceId: whole(),
    toGeofenceId: whole(),
    distance: number(),
  }),
  Chronology: shapeOf<ChronologyItem>()({
    ...spell,
    ...driven,
    kind: z.enum(CHRONOLOGY_KINDS),
    type: maybeString(),
    alarm: maybeString(),
    geofenceId: whole(),
    positionId: whole(),
    latitude: maybeNumber(),
    longitude: maybeNumber(),
    address: maybeString(),
    distance: maybeNumber(),
    maxSpeed: speed().nullable(),
  }),
  Idling: shapeOf<IdleItem>()({
    ...spell,
    ...placed,
    ...driven,
    spentFuel: maybeNumber(),
    cost: maybeNumber(),
  }),
  Speeding: shapeOf<SpeedingItem>()({
    ...spell,
    ...placed,
    ...driven,
    distance: number(),
    limit: speed(),
    limitSource: z.enum(LIMIT_SOURCES).nullable(),
    geofenceId: whole(),
    maxSpeed: speed(),
    over: speed(),
  }),
  Driving: shapeOf<DriverItem>()({
    ...device,
    ...driven,
    ...period,
    drives: whole(),
    distance: number(),
    duration: number(),
    idle: number(),
    speedings: whole(),
    overspeed: number(),
  }),
  Fueling: shapeOf<FuelingItem>()({
    ...spell,
    ...placed,
    ...driven,
    type: z.enum(['fill', 'drain']),
    before: maybeNumber(),
    after: maybeNumber(),
    litres: maybeNumber(),
    beforePercent: maybeNumber(),
    afterPercent: maybeNumber(),
    note: maybeString(),
    cost: maybeNumber(),
  }),
  FuelUse: shapeOf<FuelItem>()({
    ...device,
    ...period,
    distance: number(),
    spentFuel: maybeNumber(),
    filled: maybeNumber(),
    drained: maybeNumber(),
    startFuel: maybeNumber(),
    endFuel: maybeNumber(),
    litresPer100Km: maybeNumber(),
    cost: maybeNumber(),
    sources: z.array(z.enum(['counter', 'level', 'rate'])),
  }),
  DailyFigures: shapeOf<DailyItem>()({
    ...device,
    ...period,
    date: string(),
    distance: maybeNumber(),
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
  Inactive: shapeOf<InactiveItem>()({
    ...device,
    reason: z.enum(INACTIVITY_REASONS),
    verdict: z.enum(DIAGNOSIS_VERDICTS).nullable(),
    lastReport: maybeInstant(),
    lastMovement: maybeInstant(),
    latitude: maybeNumber(),
    longitude: maybeNumber(),
    address: maybeString(),
  }),
};
