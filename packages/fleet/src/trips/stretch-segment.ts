import type { LatLng } from '../geometry/distance.ts';
import type { RecordKey } from './trip-record.ts';
import type { DrivingEventKind } from './driving-style.ts';

/** Kind of a stretch: every moment between the first and the last record of a device belongs to one. */
export type StretchKind = 'trip' | 'stop' | 'silence';
/** Why a stretch began, which is why the one before it ended. */
export const BOUNDARY_REASONS = [
  'first',
  'ignition',
  'speed',
  'displacement',
  'woke',
  'towedOrWire',
  'ignitionOff',
  'standing',
  'silence',
  'hole',
  'trackerFlag',
  'jump',
  'traccar',
] as const;
export type BoundaryReason = (typeof BOUNDARY_REASONS)[number];

/** A place in a track. */
export interface TrackPoint extends RecordKey, LatLng {
  /** Of the position. */
  readonly id: number;
}

/** Source of a fuel figure: the engine's own counter, the level in the tank, or a rate; one for a whole piece. */
export type FuelSource = 'counter' | 'level' | 'rate';

/** Sums in whole units: meters, seconds, milliliters, so that any cut of time adds up to the same. */
export interface Sums {
  readonly distanceM: number;
  /** Crow distance over gaps. */
  readonly gapM: number;
  /** Moved during a stop, e.g. in a yard; not part of `distanceM`. */
  readonly shuffleM: number;
  readonly movingS: number;
  /** Stationary, with or without records. */
  readonly stoppedS: number;
  /** Part of `stoppedS` without records; the tracker woke where it had fallen asleep. */
  readonly quietS: number;
  readonly gapS: number;
  readonly engineS: number;
  /** Engine on, stationary. */
  readonly idleS: number;
  readonly overspeedS: number;
  readonly fuelMl: number;
  readonly filledMl: number;
  readonly drainedMl: number;
  readonly records: number;
  /** km/h, and when (milliseconds since 1970); 0 = never moved. The earliest of equals. */
  readonly maxKmh: number;
  readonly maxAt: number;
  /** Parts of `overspeedS` by what is above the limit: up to 10, 20, 50 per cent, and more; the rest is tolerated. */
  readonly over10S: number;
  readonly over20S: number;
  readonly over50S: number;
  readonly overMoreS: number;
  /** Harsh and severe events of each kind (`DRIVING_EVENTS`), where they can be known. */
  readonly brakings: number;
  readonly severeBrakings: number;
  readonly accelerations: number;
  readonly severeAccelerations: number;
  readonly cornerings: number;
  readonly severeCornerings: number;
  readonly beltAlarms: number;
  readonly phoneAlarms: number;
  /** Parts of `distanceM` on which such events are known, and known in part; on the rest they are not. */
  readonly watchedM: number;
  readonly partlyWatchedM: number;
  /** Times that somebody drove too long without a break. */
  readonly longDrives: number;
  /** Part of `movingS`. */
  readonly nightS: number;
  /** Part of `distanceM` outside the hours of work. */
  readonly offHoursM: number;
}

/**
 * Sums of one quarter of an hour in UTC: `slot` = floor(time / 900 000). Only slots that have something.
 * Quarters of several drivers have an entry for each. In a gap of hours, `span` quarters from `slot` on share one entry evenly (`eachQuarter` deals it out): a gap of a
 * year is three entries.
 */
export interface QuarterSums extends Sums {
  readonly slot: number;
  readonly span: number;
  /** Null = unknown, or nobody. */
  readonly driver: string | null;
}

/**
 * Something that happened within stretches. One that continues beyond the end of a piece has a part in each piece, as a
 * stretch has: all with the same `since`, each with its own start, end and figures; readers add them up
 * (`wholeEpisodes`).
 */
export interface Episode {
  readonly kind:
    | 'visit'
    | 'drive'
    | 'speeding'
    | 'idle'
    | DrivingEventKind
    | 'fill'
    | 'drain'
    | 'levelSpike'
    | 'odometerReset'
    | 'left-out';
  /** Where the whole began. */
  readonly since: TrackPoint;
  readonly start: TrackPoint;
  readonly end: TrackPoint;
  /** Not over at `end`: the next piece has a part too. */
  readonly goesOn: boolean;
  /** Geofence of a visit; 0 = none. */
  readonly geofenceId: number;
  /** Driver of a drive, or the driver at its start; null = unknown. */
  readonly driver: string | null;
  /**
   * By kind: meters inside or driven (visit, drive), strongest moment in m/s² and speed before it in km/h (events of
   * driving style), top speed and limit in km/h (speeding), liters before and after
   * (fill, drain).
   */
  readonly figures: Readonly<Record<string, number>>;
  /** By kind: sum's source or confidence, source of an event of driving style (`EventSource`), why a record was left out. */
  readonly note: string | null;
}

/**
 * A piece of a stretch that is decided and will not change unless a record comes late. A stretch is one or more
 * pieces one after another; all of them have the same `stretch` (where it began) and `kind`.
 */
export interface StretchSegment {
  readonly kind: StretchKind;
  /** First record of the whole stretch. */
  readonly stretch: TrackPoint;
  readonly began: BoundaryReason;
  readonly start: TrackPoint;
  readonly end: TrackPoint;
  /** Reason why the stretch ended with this piece; null = it continues in the next piece. */
  readonly ended: BoundaryReason | null;
  readonly sums: Sums;
  readonly quarters: readonly QuarterSums[];
  /** Those that ended within this piece, and the parts of those that go on. */
  readonly episodes: readonly Episode[];
  /** The vehicle's odometer at both ends, meters; null = it sends none. */
  readonly odometer: { readonly startM: number; readonly endM: number } | null;
  /** First moments of ignition on and off that this stretch is about; null = none. */
  readonly engineOnAt: number | null;
  readonly engineOffAt: number | null;
  readonly driver: string | null;
  /** Null = nothing does. */
  readonly fuelBy: FuelSource | null;
  /** The last record that was processed before this piece was decided: the state is that after it. */
  readonly decidedAt: RecordKey;
  /** State of the reducer after `decidedAt`, as text: equal texts continue equally. */
  readonly state: string;
}
