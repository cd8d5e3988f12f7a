import { DEFAULT_TRIP_PARAMETERS, type TripParameters } from '@rastro/fleet';

/** Settings of the pipeline; names and defaults as reference/tracking-api.md §2.20 and §6.5. Off = null. */
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
  };
  /** Trust another clock than the device's GNSS. */
  readonly timeOverride: 'deviceTime' | 'serverTime' | null;
  /** Force the sign of a coordinate for receivers that lose it. */
  readonly latitudeHemisphere: 'N' | 'S' | null;
  readonly longitudeHemisphere: 'E' | 'W' | null;
  /** Above this speed a device without a `motion` value of its own counts as moving. */
  readonly motionThresholdKn: number;
  readonly overspeedHoldMs: number;
  readonly trip: TripParameters;
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
  },
  timeOverride: null,
  latitudeHemisphere: null,
  longitudeHemisphere: null,
  motionThresholdKn: 0.01,
  overspeedHoldMs: 0,
  trip: DEFAULT_TRIP_PARAMETERS,
};
