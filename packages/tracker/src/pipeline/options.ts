import type { FuelGauge } from '../pending-records/fuel-gauge.ts';
import { DEFAULT_TRIP_SETTINGS, type TripSettings } from '@rastro/fleet/trips';
import { DEFAULT_TRIP_PARAMETERS, knots, type Knots, type TripParameters } from '@rastro/fleet';

/**
 * Settings of the pipeline, for the installation and, where an attribute says otherwise, for one device
 * (`device-options.ts`); names and defaults as docs/reference/tracking-api.md §2.20 and §6.5. Off = null.
 */
export interface PipelineOptions {
  readonly filter: {
    readonly invalid: boolean;
    readonly zero: boolean;
    readonly duplicate: boolean;
    readonly outdated: boolean;
    readonly approximate: boolean;
    readonly static: boolean;
    readonly futureMs: number | null;
    readonly pastMs: number | null;
    readonly accuracyM: number | null;
    readonly distanceM: number | null;
    readonly maxSpeedKn: number | null;
    readonly minPeriodMs: number | null;
    /** Positions of a device a day (UTC). */
    readonly dailyLimit: number | null;
    /** Beyond the daily limit, positions this far apart are stored. */
    readonly dailyLimitIntervalMs: number | null;
    /** After this long without any, a duplicate, static or near position is stored. */
    readonly skipLimitMs: number | null;
    /** A duplicate, static or near position is stored when one of these attributes changed. */
    readonly skipAttributes: readonly string[];
  };
  /** Trust another clock than the device's GNSS. */
  readonly timeOverride: 'deviceTime' | 'serverTime' | null;
  /** Force the sign of a coordinate for receivers that lose it. */
  readonly latitudeHemisphere: 'N' | 'S' | null;
  readonly longitudeHemisphere: 'E' | 'W' | null;
  /** Above this speed a device without a `motion` value of its own counts as moving. */
  readonly motionThresholdKn: number;
  /** A device without a `driverUniqueId` of its own gets that of its linked driver. */
  readonly linkedDriver: boolean;
  /** Attributes carried on from the last position when a record lacks them. */
  readonly copyAttributes: readonly string[];
  /** Expressions see the attributes of the device, and those of the last position as `lastName`. */
  readonly computedDeviceAttributes: boolean;
  readonly computedLastAttributes: boolean;
  readonly overspeedHoldMs: number;
  /** Over = faster than the limit times this. */
  readonly overspeedMultiplier: number;
  /** Of several geofences the lowest limit counts, not the highest. */
  readonly overspeedPreferLowest: boolean;
  /** Metres per second squared; null = off. */
  readonly hardAcceleration: number | null;
  readonly hardBraking: number | null;
  /** Raise geofenceCrossed. */
  readonly segmentCrossing: boolean;
  readonly trip: TripParameters;
  /** Settings of trips, stops, fuel and the other derived history. */
  readonly tripSettings: TripSettings;
  /** Conversion of the tank sensor's value; null = it reports liters. */
  readonly gauge: FuelGauge | null;
  /** The following come from attributes alone. 0 = none or off. */
  readonly speedLimit: Knots;
  readonly fuelDropThreshold: number;
  readonly fuelIncreaseThreshold: number;
  readonly proximityEnterM: number;
  readonly proximityExitM: number;
  readonly unaccompaniedM: number;
  readonly inactivityStartMs: number;
  readonly inactivityPeriodMs: number;
}

export const DEFAULT_PIPELINE_OPTIONS: PipelineOptions = {
  filter: {
    invalid: false,
    zero: false,
    duplicate: false,
    outdated: false,
    approximate: false,
    static: false,
    futureMs: 86_400_000,
    pastMs: null,
    accuracyM: null,
    distanceM: null,
    maxSpeedKn: null,
    minPeriodMs: null,
    dailyLimit: null,
    dailyLimitIntervalMs: null,
    skipLimitMs: null,
    skipAttributes: [],
  },
  timeOverride: null,
  latitudeHemisphere: null,
  longitudeHemisphere: null,
  motionThresholdKn: 0.01,
  linkedDriver: false,
  copyAttributes: [],
  computedDeviceAttributes: false,
  computedLastAttributes: false,
  overspeedHoldMs: 0,
  overspeedMultiplier: 1,
  overspeedPreferLowest: false,
  hardAcceleration: null,
  hardBraking: null,
  segmentCrossing: false,
  trip: DEFAULT_TRIP_PARAMETERS,
  tripSettings: DEFAULT_TRIP_SETTINGS,
  gauge: null,
  speedLimit: knots(0),
  fuelDropThreshold: 0,
  fuelIncreaseThreshold: 0,
  proximityEnterM: 0,
  proximityExitM: 0,
  unaccompaniedM: 0,
  inactivityStartMs: 0,
  inactivityPeriodMs: 0,
};
