import type { FuelSource } from '../trips/stretch-segment.ts';
import type { DiagnosisVerdict } from '../entities/diagnosis.ts';
import type { Knots } from '../units/speed.ts';

/** Items of reports that only we have. Null = unknown, never a guess. Instants are ISO 8601 UTC. */
interface OfDevice {
  readonly deviceId: number;
  readonly deviceName: string;
}
interface Spell extends OfDevice {
  readonly startTime: string;
  readonly endTime: string;
  /** Milliseconds. */
  readonly duration: number;
}
interface Driven {
  readonly driverUniqueId: string | null;
  /** Null also when the driver is not for this reader to know. */
  readonly driverName: string | null;
}
/** Where it began. */
interface Placed {
  readonly positionId: number;
  readonly latitude: number;
  readonly longitude: number;
  readonly address: string | null;
}

/** The trip from one geofence to another; meters as in the derived history. */
export interface BetweenItem extends Spell {
  readonly fromGeofenceId: number;
  readonly toGeofenceId: number;
  readonly distance: number;
}
/** Engine on, stationary. */
export interface IdleItem extends Spell, Placed, Driven {
  /** Liters by the rate of the vehicle (`fuel.idleLitresPerHour`), which is no measure; and what they cost. */
  readonly spentFuel: number | null;
  readonly cost: number | null;
}
/** Source of the limit in force: a geofence, the tracker, or the vehicle (its groups, the installation). */
export const LIMIT_SOURCES = ['geofence', 'tracker', 'device'] as const;
export type LimitSource = (typeof LIMIT_SOURCES)[number];
export interface SpeedingItem extends Spell, Placed, Driven {
  readonly distance: number;
  readonly limit: Knots;
  readonly limitSource: LimitSource | null;
  /** Geofence that set the limit; 0 = none, or hidden from this reader. */
  readonly geofenceId: number;
  readonly maxSpeed: Knots;
  /** Above the limit, at most. */
  readonly over: Knots;
}
/** Driving of a driver with a vehicle: trips and idling that began in the period. */
export interface DriverItem extends OfDevice, Driven {
  readonly startTime: string;
  readonly endTime: string;
  /** Drives; a trip with two drivers is one of each. */
  readonly drives: number;
  readonly distance: number;
  /** Milliseconds. */
  readonly duration: number;
  readonly idle: number;
  readonly speedings: number;
  readonly overspeed: number;
}
/** Sudden changes of the level in a tank. */
export const FUELING_TYPES = ['fill', 'drain'] as const;
export type FuelingType = (typeof FUELING_TYPES)[number];
/** A fill or a drain of the tank. Liters where the size of the tank is known or liters are sent, else percent. */
export interface FuelingItem extends Spell, Placed, Driven {
  readonly type: FuelingType;
  readonly before: number | null;
  readonly after: number | null;
  readonly litres: number | null;
  readonly beforePercent: number | null;
  readonly afterPercent: number | null;
  /** Reservation about the value; null = certain. */
  readonly note: string | null;
  readonly cost: number | null;
}
/** Fuel used in a period, or a day of it, and the source of the figure. */
export interface FuelItem extends OfDevice {
  readonly startTime: string;
  readonly endTime: string;
  readonly distance: number;
  readonly spentFuel: number | null;
  /** Null = nothing measures the level. */
  readonly filled: number | null;
  readonly drained: number | null;
  /** Liters in the tank at both ends; null = nothing measures them. */
  readonly startFuel: number | null;
  readonly endFuel: number | null;
  /** Null below 20 km: a shorter distance is not meaningful. */
  readonly litresPer100Km: number | null;
  readonly cost: number | null;
  readonly sources: readonly FuelSource[];
}
/** A civil day of a vehicle; only days between its first and its last record. */
export interface DailyItem extends OfDevice {
  /** `2026-03-01`, in the zone that was asked for. */
  readonly date: string;
  readonly startTime: string;
  readonly endTime: string;
  /** Meters; null = no record all day, and the place is unknown. */
  readonly distance: number | null;
  /** Milliseconds; the first three add up to the day, between its first and last record. */
  readonly moving: number;
  readonly stopped: number;
  readonly silent: number;
  readonly engineHours: number;
  readonly idle: number;
  readonly overspeed: number;
  readonly maxSpeed: Knots;
  readonly spentFuel: number;
  readonly startOdometer: number;
  readonly endOdometer: number;
}
/** Items of a day: trips, stops, gaps and events. */
export const CHRONOLOGY_KINDS = ['trip', 'stop', 'silence', 'event'] as const;
/** One thing after another, by its begin. An event has no length: it ends when it begins. */
export interface ChronologyItem extends Spell, Driven {
  readonly kind: (typeof CHRONOLOGY_KINDS)[number];
  /** Of an event; null = not an event. */
  readonly type: string | null;
  /** Which alarm, of an event that is one. */
  readonly alarm: string | null;
  /** Of an event; 0 = none. */
  readonly geofenceId: number;
  /** Where it began; 0 = its place is not known. */
  readonly positionId: number;
  readonly latitude: number | null;
  readonly longitude: number | null;
  readonly address: string | null;
  /** Meters, and top speed, of a trip. */
  readonly distance: number | null;
  readonly maxSpeed: Knots | null;
}
/** Why a vehicle is in the list: it never reported, reported nothing in the period, or did not move in it. */
export const INACTIVITY_REASONS = ['never', 'silent', 'standing'] as const;
export interface InactiveItem extends OfDevice {
  readonly reason: (typeof INACTIVITY_REASONS)[number];
  /** Why it is offline, by its present diagnosis; null = it reported in the period or after it. */
  readonly verdict: DiagnosisVerdict | null;
  /** Newest record, and end of the last trip, up to the end of the period. */
  readonly lastReport: string | null;
  readonly lastMovement: string | null;
  readonly latitude: number | null;
  readonly longitude: number | null;
  readonly address: string | null;
}
