import { distanceM } from '../geometry/distance.ts';
import { pruneWindow, stepTrip, type TripSample } from '../rules/trip-detection.ts';
import type { BookRecord } from './book-record.ts';
import type { BookSettings } from './book-settings.ts';
import { add, append, beginStretch, closePiece, type Fold } from './fold.ts';
import { emptyTally, type TraccarState } from './fold-state.ts';
import { isCut, markOf, type Mark } from './mark.ts';
import { measure } from './measure.ts';
import { carriedOn } from './parts.ts';
import { addRecord, slotAt, slotOf } from './tally.ts';

/**
 * One more record by Traccar's rules, exactly as they are: where a track is cut is theirs, what is added up is ours.
 * @source reference/tracking-api.md §6.8 to §6.10
 */
export function stepTraccar(fold: Fold, record: BookRecord): void {
  const { s, settings } = fold;
  const state = s.traccar ?? beginTraccar(fold, record);
  if (s.last !== null) {
    if (settings.logic === 'traccar') stepNewer(fold, state, s.last, record);
    else stepOlder(fold, state, s.last, record);
  } else if (settings.logic === 'traccar') stepNewer(fold, state, null, record);
  s.last = record;
}

function beginTraccar(fold: Fold, first: BookRecord): TraccarState {
  const { s } = fold;
  s.isMoving = first.motion === true;
  s.traccar = { window: [], samples: [], counted: 0, anchor: null, motion: s.isMoving, pending: null };
  beginStretch(s, markOf(first), 'first');
  addRecord(slotAt(s.tally.slots, slotOf(first.time)), first, 0);
  return s.traccar;
}

/** A record as Traccar's rule sees it; earlier ones need no distance. */
export const sampleOf = (r: BookRecord, distance: number): TripSample => ({
  positionId: r.id,
  time: r.time,
  latitude: r.latitude,
  longitude: r.longitude,
  distance,
});

function stepNewer(fold: Fold, state: TraccarState, last: BookRecord | null, record: BookRecord): void {
  const { s, settings } = fold;
  const parameters = {
    minDistanceM: settings.traccarMinDistanceM,
    minDurationMs: settings.traccarMinDurationS * 1000,
    stopGapMs: settings.traccarStopGapS * 1000,
  };
  const { samples } = state;
  const now = sampleOf(record, last === null ? 0 : distanceM(last, record));
  const step = stepTrip({ moving: s.isMoving, anchor: state.anchor }, samples, now, parameters);
  state.anchor = step.state.anchor;
  state.window.push(record);
  samples.push(now);
  for (const { type, positionId } of step.events) {
    const at = state.window.findIndex(({ id }) => id === positionId);
    turnAt(fold, state, at < 0 ? state.window.length - 1 : at, type === 'deviceMoving');
  }
  // Only now: a stretch may begin at the oldest of them.
  pruneWindow(samples, parameters.minDurationMs);
  const dropped = state.window.length - samples.length;
  countUpTo(fold, state, dropped);
  state.window.splice(0, dropped);
  state.counted -= dropped;
}

function turnAt(fold: Fold, state: TraccarState, index: number, isMoving: boolean): void {
  const { s } = fold;
  const at = state.window[index];
  if (!at || s.isMoving === isMoving) return;
  countUpTo(fold, state, index);
  turn(fold, markOf(at), isMoving);
}

function turn(fold: Fold, at: Mark, isMoving: boolean): void {
  const { s } = fold;
  closePiece(fold, s.isMoving ? 'trip' : 'stop', at, 'traccar');
  beginStretch(s, at, 'traccar');
  s.isMoving = isMoving;
}

/** Adds up what is decided: no turn can come before these records any more. */
export function countUpTo(fold: Fold, state: TraccarState, index: number): void {
  for (; state.counted < index; state.counted++) {
    const a = state.window[state.counted];
    const b = state.window[state.counted + 1];
    if (!a || !b) return;
    look(fold, a, b);
    add(fold.s.tally, fold.pair);
    cutAt(fold, b, WINDOW_CUT);
  }
}

/** The window makes a long state: one in so many of the usual cuts. */
const WINDOW_CUT = 8;

function cutAt(fold: Fold, b: BookRecord, oneIn: number): void {
  if (isCut(b, oneIn)) closePiece(fold, fold.s.isMoving ? 'trip' : 'stop', markOf(b), null);
}

function look(fold: Fold, a: BookRecord, b: BookRecord): void {
  const { pair, s, settings } = fold;
  pair.a = a;
  pair.b = b;
  pair.crowM = distanceM(a, b);
  s.lastStands = stands(a, settings);
  measure(fold, stands(b, settings) ? 'stand' : 'unsure', false);
}

const stands = ({ speedKmh }: BookRecord, { stopSpeedKmh }: BookSettings): boolean =>
  speedKmh !== null && speedKmh < stopSpeedKmh;

function stepOlder(fold: Fold, state: TraccarState, last: BookRecord, record: BookRecord): void {
  const { s, settings } = fold;
  look(fold, last, record);
  if (record.time - last.time >= settings.oldNoDataS * 1000 && s.isMoving) {
    dropPending(fold, state);
    turn(fold, markOf(last), false);
    state.motion = false;
    add(s.tally, fold.pair);
    return;
  }
  add(state.pending?.tally ?? s.tally, fold.pair);
  const motion = record.motion === true;
  if (motion !== state.motion) {
    state.motion = motion;
    if (motion === s.isMoving) dropPending(fold, state);
    else state.pending = { start: markOf(record), mm: 0, tally: emptyTally(carriedOn(s.tally.parts)) };
  } else if (state.pending === null) cutAt(fold, record, 1);
  else confirm(fold, state, state.pending, record);
}

function dropPending({ s }: Fold, state: TraccarState): void {
  if (state.pending !== null) append(s.tally, state.pending.tally);
  state.pending = null;
}

function confirm(
  fold: Fold,
  state: TraccarState,
  pending: NonNullable<TraccarState['pending']>,
  record: BookRecord,
): void {
  const { s, settings, pair } = fold;
  pending.mm += Math.round(pair.crowM * 1000);
  const ms = record.time - pending.start.time;
  const isMoving = ms >= settings.oldTripS * 1000 || pending.mm >= settings.oldTripDistanceM * 1000;
  const hasStopped =
    ms >= settings.oldParkingS * 1000 || (settings.oldUseIgnition && record.ignition === false);
  if (!(state.motion ? isMoving : hasStopped)) return;
  turn(fold, pending.start, state.motion);
  s.tally = pending.tally;
  state.pending = null;
}
