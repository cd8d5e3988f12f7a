import type { TrackPoint, Episode } from './stretch-segment.ts';

/** A step of the level that is not yet known to be a fill or a drain. */
export interface FuelStep {
  /** The last sample before, and the last one that stepped. */
  start: TrackPoint;
  end: TrackPoint;
  before: number;
  isRise: boolean;
  /** Highest or lowest level since: only a level beyond it is a further step, noise is not. */
  extreme: number;
  /** Raw levels since the last step; their median is the new level. */
  after: number[];
  /** Engine time since it began. */
  engineMs: number;
  /** It was not observed while stationary. */
  isUncertain: boolean;
}

/** A fill or drain that may still turn out to be a slope or a turn of the sensor. */
export interface FuelChange {
  kind: Extract<Episode['kind'], 'fill' | 'drain'>;
  start: TrackPoint;
  end: TrackPoint;
  before: number;
  after: number;
  note: string;
}

/** Known level in the tank: milliliters, or thousandths of a percent where the tank is unknown. */
export interface FuelState {
  isPercent: boolean;
  /** As it counts: the median of the samples. */
  level: number;
  samples: number[];
  lastAt: TrackPoint;
  last: number;
  /** Samples that still say where it began, not what was used. */
  settling: number;
  movingSince: number | null;
  /** From where a slow fall is measured. */
  refAt: TrackPoint;
  ref: number;
  refMm: number;
  refEngineMs: number;
  step: FuelStep | null;
  change: FuelChange | null;
}
