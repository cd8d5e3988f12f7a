import type { LatLng } from '../geometry/distance.ts';
import type { TripSample, TripState } from '../rules/trip-detection.ts';
import type { TrackPoint, BoundaryReason, Episode } from './stretch-segment.ts';
import type { RecordKey, TripRecord } from './trip-record.ts';
import type { Recording } from './driving-style.ts';
import type { FuelState } from './fuel-state.ts';
import type { Boundary } from './boundary.ts';
import type { Part } from './part.ts';
import type { Slot } from './tally.ts';
import type { LeftOutReason } from './usable.ts';

/** Sums since a boundary. */
export interface Tally {
  slots: Slot[];
  /** Momentary events, and lasting episodes. */
  episodes: Episode[];
  parts: Part[];
  /** The first that was named. */
  driver: string | null;
}
/** @param parts Parts that continue from before. */
export const emptyTally = (parts: Part[] = []): Tally => ({ slots: [], episodes: [], parts, driver: null });

/** Clears it in place, to avoid new objects for each record. */
export function clearTally(tally: Tally): void {
  if (tally.slots.length > 0) tally.slots = [];
  if (tally.episodes.length > 0) tally.episodes = [];
  if (tally.parts.length > 0) tally.parts = [];
  tally.driver = null;
}

/** Place where it stands: the median of the first fixes. */
export interface Stand {
  place: LatLng;
  /** Null = there were enough of them, and the place is fixed. */
  fixes: LatLng[] | null;
}

/** The stretch under way: what is known of it for good. */
export interface OpenStretch {
  start: Boundary;
  began: BoundaryReason;
  engineOnAt: number | null;
  engineOffAt: number | null;
  /** Drives with the ignition off: it is towed, or its wire is dead; the ignition is ignored for this trip. */
  isTow: boolean;
}

/** A possible trip; until it is confirmed, it is part of the stop. */
export interface Trial {
  start: Boundary;
  why: BoundaryReason;
  /** Until then it waits for a first drive: the tracker woke, or the ignition was turned on. 0 = it began with one. */
  waitsUntil: number;
  drivenAt: number | null;
  isTow: boolean;
  /** Records in a row that are away from the place and not stationary. */
  away: number;
  hasLeft: boolean;
  /** Was as far from the start as a trip has to be. */
  isFar: boolean;
  standsAt: number | null;
  tally: Tally;
}

/** A possible stop; until it is confirmed, it is part of the trip. */
export interface Pause {
  start: Boundary;
  stand: Stand;
  tally: Tally;
}

/** A run of records that cannot be used. */
export interface LeftOut {
  start: TrackPoint;
  end: TrackPoint;
  reason: LeftOutReason;
  records: number;
}

/** State of Traccar's rules between two records. */
export interface TraccarState {
  /** Of the newer rule: the records in which a stretch may still turn; those before `counted` are added up. */
  window: TripRecord[];
  /** The same in the form of that rule. */
  samples: TripSample[];
  counted: number;
  anchor: TripState['anchor'];
  /** Of the older rule: motion in the last record, and a change that is not trusted yet. */
  motion: boolean;
  pending: { start: Boundary; mm: number; tally: Tally } | null;
}

/** State of the reducer between two records. Plain data: it is written to text and read back (`state-text.ts`). */
export interface ReducerState {
  key: RecordKey | null;
  /** The last two used records; a gap clears the one before. */
  last: TripRecord | null;
  before: (LatLng & { readonly time: number }) | null;
  lastStands: boolean;
  /** The last five intervals, milliseconds; a gap clears them. */
  intervals: number[];
  suspects: TripRecord[];
  leftOut: LeftOut | null;
  engineOnAt: number | null;
  engineOffAt: number | null;
  engineOffPlace: LatLng | null;
  isMoving: boolean;
  stretch: OpenStretch | null;
  /** Where the piece under way began. */
  pieceStart: Boundary | null;
  tally: Tally;
  /** While moving: where it stood before. */
  stand: Stand;
  trial: Trial | null;
  pause: Pause | null;
  /** Rhythm of its records, and whether the tracker reports harsh driving. */
  recording: Recording;
  /** Time at the wheel since the last break, and of the break that may be one. */
  effort: { drivenMs: number; restMs: number };
  /** Null = no level was ever sent. */
  fuel: FuelState | null;
  /** Null = our own rules. */
  traccar: TraccarState | null;
}

export const startState = (): ReducerState => ({
  key: null,
  last: null,
  before: null,
  lastStands: false,
  intervals: [],
  suspects: [],
  leftOut: null,
  engineOnAt: null,
  engineOffAt: null,
  engineOffPlace: null,
  isMoving: false,
  stretch: null,
  pieceStart: null,
  tally: emptyTally(),
  stand: { place: { latitude: 0, longitude: 0 }, fixes: [] },
  trial: null,
  pause: null,
  recording: { steady: 0, reports: false },
  effort: { drivenMs: 0, restMs: 0 },
  fuel: null,
  traccar: null,
});
