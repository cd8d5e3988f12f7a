import { DEFAULT_PIPELINE_OPTIONS, type PipelineOptions } from '@rastro/tracker';
import type { Settings } from './registry.ts';

/** Settings about positions and events; attributes of devices and groups may override them. */
export function pipelineOptions(s: Settings): PipelineOptions {
  const ms = (seconds: number | null): number | null => (seconds === null ? null : seconds * 1000);
  return {
    ...DEFAULT_PIPELINE_OPTIONS,
    linkedDriver: s.LINKED_DRIVER,
    copyAttributes: s.COPY_ATTRIBUTES,
    computedDeviceAttributes: s.COMPUTED_DEVICE_ATTRIBUTES,
    computedLastAttributes: s.COMPUTED_LAST_ATTRIBUTES,
    overspeedHoldMs: s.OVERSPEED_DURATION * 1000,
    overspeedMultiplier: 1 + s.OVERSPEED_TOLERANCE / 100,
    overspeedPreferLowest: s.OVERSPEED_PREFER_LOWEST,
    hardAcceleration: s.HARD_ACCELERATION,
    hardBraking: s.HARD_BRAKING,
    segmentCrossing: s.GEOFENCE_CROSSING,
    filter: {
      invalid: s.FILTER_INVALID,
      zero: s.FILTER_ZERO,
      duplicate: s.FILTER_DUPLICATE,
      outdated: s.FILTER_OUTDATED,
      approximate: s.FILTER_APPROXIMATE,
      static: s.FILTER_STATIC,
      futureMs: ms(s.FILTER_FUTURE),
      pastMs: ms(s.FILTER_PAST),
      accuracyM: s.FILTER_ACCURACY,
      distanceM: s.FILTER_DISTANCE,
      maxSpeedKn: s.FILTER_MAX_SPEED,
      minPeriodMs: ms(s.FILTER_MIN_PERIOD),
      dailyLimit: s.FILTER_DAILY_LIMIT,
      dailyLimitIntervalMs: ms(s.FILTER_DAILY_LIMIT_INTERVAL),
      skipLimitMs: ms(s.FILTER_SKIP_LIMIT),
      skipAttributes: s.FILTER_SKIP_ATTRIBUTES,
    },
  };
}
