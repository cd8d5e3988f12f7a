import type { LatLng } from '../geometry/distance.ts';
import type { StretchSegment, BoundaryReason, Episode, StretchKind } from './stretch-segment.ts';
import type { TripRecord } from './trip-record.ts';
import type { TripSettings } from './trip-settings.ts';
import { emptyTally, type ReducerState, type Stand, type Tally } from './reducer-state.ts';
import { isSame, pointOf, type Boundary } from './boundary.ts';
import { addParts, appendParts, carriedOver, episodesOf } from './episode-parts.ts';
import type { PairMode } from './part.ts';
import { sealSlots } from './piece-sums.ts';
import { median } from './gap-detection.ts';
import { addPair, appendSlots, type Pair } from './tally.ts';

/** A piece before it is known after which record it was decided. */
export type PendingStretch = Omit<StretchSegment, 'decidedAt' | 'state'>;

/** Context shared by all steps: one object for the life of a reducer, changed in place. */
export interface ReducerContext {
  readonly s: ReducerState;
  readonly settings: TripSettings;
  /** Between the last used record and the one at hand. */
  readonly pair: Pair;
  readonly pendingStretches: PendingStretch[];
}

/** Fixes whose median is the place of a stop. */
const FIXES = 10;

export const standAt = ({ latitude, longitude }: LatLng): Stand => ({
  place: { latitude, longitude },
  fixes: [{ latitude, longitude }],
});

export function addFix(stand: Stand, { latitude, longitude }: LatLng): void {
  if (stand.fixes === null) return;
  stand.fixes.push({ latitude, longitude });
  stand.place = {
    latitude: median(stand.fixes.map((fix) => fix.latitude)),
    longitude: median(stand.fixes.map((fix) => fix.longitude)),
  };
  if (stand.fixes.length === FIXES) stand.fixes = null;
}

/** Size of a place, by how well a record knows where it is. */
export const radiusM = ({ accuracy }: TripRecord, { standRadiusM }: TripSettings): number =>
  Math.min(Math.max(standRadiusM, 3 * accuracy), Math.max(standRadiusM, 200));

/** Adds the pair at hand. */
export function add(tally: Tally, pair: Pair, mode: PairMode = 'driven'): void {
  if (!pair.isCounted) return;
  addPair(tally.slots, pair);
  addParts(tally.parts, pair, mode);
  tally.driver ??= pair.b.driver;
}

/** Adds the current pair as stationary: nothing moved, whatever the fixes say. */
export function addHeld(tally: Tally, pair: Pair): void {
  pair.mm = 0;
  pair.odoMm = 0;
  pair.maxKmh = 0;
  add(tally, pair, pair.isQuiet ? 'silent' : 'held');
}

export function append(tally: Tally, after: Tally): void {
  appendSlots(tally.slots, after.slots);
  tally.episodes.push(...after.episodes);
  appendParts(tally.parts, after.parts);
  tally.driver ??= after.driver;
}

/** Where what happens now is noted. */
export const currentTally = (s: ReducerState): Tally => (s.pause ?? s.trial ?? s).tally;

export const note = (s: ReducerState, episode: Episode): void => {
  currentTally(s).episodes.push(episode);
};

/** Closes the piece under way at a record; with a reason the stretch ends there. */
export function closePiece(
  context: ReducerContext,
  kind: StretchKind,
  end: Boundary,
  ended: BoundaryReason | null,
): void {
  const { s } = context;
  const { stretch, pieceStart } = s;
  if (stretch === null || pieceStart === null) return;
  const { sums, quarters, fuelBy } = sealSlots(kind, s.tally, context.settings);
  context.pendingStretches.push({
    kind,
    stretch: pointOf(stretch.start),
    began: stretch.began,
    start: pointOf(pieceStart),
    end: pointOf(end),
    ended,
    sums,
    quarters,
    episodes: [...s.tally.episodes, ...episodesOf(s.tally.parts, kind, ended !== null, context.settings)],
    odometer: odometerBetween(pieceStart, end),
    engineOnAt: stretch.engineOnAt,
    engineOffAt: stretch.engineOffAt,
    driver: s.tally.driver,
    fuelBy,
  });
  s.pieceStart = end;
  s.tally = emptyTally(carriedOver(s.tally.parts, ended !== null));
}

const odometerBetween = (start: Boundary, end: Boundary): StretchSegment['odometer'] =>
  start.odometerM === null || end.odometerM === null
    ? null
    : { startM: start.odometerM, endM: end.odometerM };

/** Begins a stretch at a record; the sums since then stay. */
export function beginStretch(s: ReducerState, start: Boundary, began: BoundaryReason): void {
  s.stretch = { start, began, engineOnAt: null, engineOffAt: null, isTow: false };
  s.pieceStart = start;
}

/**
 * Ends the current stop at a record. One that began at that same record never existed: its notes continue in the next
 * stretch.
 */
export function endStop(context: ReducerContext, end: Boundary, ended: BoundaryReason): void {
  const { s } = context;
  if (s.stretch === null || isSame(s.stretch.start, end)) return;
  s.stretch.engineOnAt = engineOnSince(context);
  closePiece(context, 'stop', end, ended);
}

/** Time since when the engine is on at the current record; null = it is off, or unknown. */
export const engineOnSince = ({ s, pair: { b } }: ReducerContext): number | null =>
  b.ignition === true ? (s.engineOnAt ?? b.time) : null;

/** Stores the time of an ignition change, after all steps that read the previous one. */
export function noteIgnition(s: ReducerState, b: TripRecord): void {
  if (b.ignition === null) return;
  if (b.ignition) {
    s.engineOnAt ??= b.time;
    s.engineOffAt = null;
    s.engineOffPlace = null;
    return;
  }
  s.engineOnAt = null;
  s.engineOffAt ??= b.time;
  s.engineOffPlace ??= { latitude: b.latitude, longitude: b.longitude };
  if (!s.isMoving && s.stretch !== null) s.stretch.engineOffAt ??= b.time;
}
