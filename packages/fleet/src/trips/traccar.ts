import { distanceM } from '../geometry/distance.ts';
import { pruneWindow, stepTrip, type TripSample } from '../rules/trip-detection.ts';
import type { TripRecord } from './trip-record.ts';
import type { TripSettings } from './trip-settings.ts';
import { add, append, beginStretch, closePiece, type ReducerContext } from './reducer-context.ts';
import { emptyTally, type TraccarState } from './reducer-state.ts';
import { boundaryOf, cutsPiece, type Boundary } from './boundary.ts';
import { measure } from './measure.ts';
import { carriedOn } from './episode-parts.ts';
import { addRecord, slotAt, slotOf } from './tally.ts';

/**
 * One more record by Traccar's exact rules: they cut the track, and ours add up the sums.
 * @source docs/reference/tracking-api.md §6.8 to §6.10
 */
export function stepTraccar(context: ReducerContext, record: TripRecord): void {
  const { s, settings } = context;
  const state = s.traccar ?? beginTraccar(context, record);
  if (s.last !== null) {
    if (settings.logic === 'traccar') stepNewer(context, state, s.last, record);
    else stepOlder(context, state, s.last, record);
  } else if (settings.logic === 'traccar') stepNewer(context, state, null, record);
  s.last = record;
}

function beginTraccar(context: ReducerContext, first: TripRecord): TraccarState {
  const { s } = context;
  s.isMoving = first.motion === true;
  s.traccar = { window: [], samples: [], counted: 0, anchor: null, motion: s.isMoving, pending: null };
  beginStretch(s, boundaryOf(first), 'first');
  addRecord(slotAt(s.tally.slots, slotOf(first.time), first.driver), first, 0);
  return s.traccar;
}

/** A record in the form of Traccar's rule; earlier ones need no distance. */
export const sampleOf = (r: TripRecord, distance: number): TripSample => ({
  positionId: r.id,
  time: r.time,
  latitude: r.latitude,
  longitude: r.longitude,
  distance,
});

function stepNewer(
  context: ReducerContext,
  state: TraccarState,
  last: TripRecord | null,
  record: TripRecord,
): void {
  const { s, settings } = context;
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
    switchAt(context, state, at < 0 ? state.window.length - 1 : at, type === 'deviceMoving');
  }
  // Only now: a stretch may begin at the oldest of them.
  pruneWindow(samples, parameters.minDurationMs);
  const dropped = state.window.length - samples.length;
  countUpTo(context, state, dropped);
  state.window.splice(0, dropped);
  state.counted -= dropped;
}

function switchAt(context: ReducerContext, state: TraccarState, index: number, isMoving: boolean): void {
  const { s } = context;
  const at = state.window[index];
  if (!at || s.isMoving === isMoving) return;
  countUpTo(context, state, index);
  switchMotion(context, boundaryOf(at), isMoving);
}

function switchMotion(context: ReducerContext, at: Boundary, isMoving: boolean): void {
  const { s } = context;
  closePiece(context, s.isMoving ? 'trip' : 'stop', at, 'traccar');
  beginStretch(s, at, 'traccar');
  s.isMoving = isMoving;
}

/** Adds up what is decided: no turn can come before these records any more. */
export function countUpTo(context: ReducerContext, state: TraccarState, index: number): void {
  for (; state.counted < index; state.counted++) {
    const a = state.window[state.counted];
    const b = state.window[state.counted + 1];
    if (!a || !b) return;
    measurePair(context, a, b);
    add(context.s.tally, context.pair);
    cutAt(context, b, WINDOW_CUT);
  }
}

/** The window makes a long state: one in so many of the usual cuts. */
const WINDOW_CUT = 8;

function cutAt(context: ReducerContext, b: TripRecord, oneIn: number): void {
  if (cutsPiece(context.s.pieceStart, b, oneIn))
    closePiece(context, context.s.isMoving ? 'trip' : 'stop', boundaryOf(b), null);
}

function measurePair(context: ReducerContext, a: TripRecord, b: TripRecord): void {
  const { pair, s, settings } = context;
  pair.a = a;
  pair.b = b;
  pair.crowM = distanceM(a, b);
  s.lastStands = stands(a, settings);
  measure(context, stands(b, settings) ? 'stand' : 'unsure', false);
}

const stands = ({ speedKmh }: TripRecord, { stopSpeedKmh }: TripSettings): boolean =>
  speedKmh !== null && speedKmh < stopSpeedKmh;

function stepOlder(context: ReducerContext, state: TraccarState, last: TripRecord, record: TripRecord): void {
  const { s, settings } = context;
  measurePair(context, last, record);
  if (record.time - last.time >= settings.oldNoDataS * 1000 && s.isMoving) {
    dropPending(context, state);
    switchMotion(context, boundaryOf(last), false);
    state.motion = false;
    add(s.tally, context.pair);
    return;
  }
  add(state.pending?.tally ?? s.tally, context.pair);
  const motion = record.motion === true;
  if (motion !== state.motion) {
    state.motion = motion;
    if (motion === s.isMoving) dropPending(context, state);
    else state.pending = { start: boundaryOf(record), mm: 0, tally: emptyTally(carriedOn(s.tally.parts)) };
  } else if (state.pending === null) cutAt(context, record, 1);
  else confirm(context, state, state.pending, record);
}

function dropPending({ s }: ReducerContext, state: TraccarState): void {
  if (state.pending !== null) append(s.tally, state.pending.tally);
  state.pending = null;
}

function confirm(
  context: ReducerContext,
  state: TraccarState,
  pending: NonNullable<TraccarState['pending']>,
  record: TripRecord,
): void {
  const { s, settings, pair } = context;
  pending.mm += Math.round(pair.crowM * 1000);
  const ms = record.time - pending.start.time;
  const isMoving = ms >= settings.oldTripS * 1000 || pending.mm >= settings.oldTripDistanceM * 1000;
  const hasStopped =
    ms >= settings.oldParkingS * 1000 || (settings.oldUseIgnition && record.ignition === false);
  if (!(state.motion ? isMoving : hasStopped)) return;
  switchMotion(context, pending.start, state.motion);
  s.tally = pending.tally;
  state.pending = null;
}
