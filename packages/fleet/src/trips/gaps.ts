import { distanceM } from '../geometry/distance.ts';
import type { BoundaryReason } from './stretch-segment.ts';
import type { TripRecord } from './trip-record.ts';
import {
  add,
  addFix,
  addHeld,
  beginStretch,
  closePiece,
  endStop,
  standAt,
  type ReducerContext,
} from './reducer-context.ts';
import { boundaryOf, cutsPiece, type Boundary } from './boundary.ts';
import { confirmStop, endPause } from './moving.ts';
import { dropTrial, KEY_MS, trialAt } from './stopped.ts';
import { addRecord, slotAt, slotOf } from './tally.ts';

/** The first record of a device, or the first that can be used. */
export function begin(context: ReducerContext, first: TripRecord): void {
  const { s } = context;
  beginStretch(s, boundaryOf(first), 'first');
  addRecord(slotAt(s.tally.slots, slotOf(first.time), first.driver), first, 0);
  s.stand = standAt(first);
  wake(context, first);
}

/**
 * Handles a gap between two records: a trip ends at the last one. If the tracker wakes at the same place, the vehicle
 * stood there; otherwise the time is a gap. @source docs/reference/history-and-reports.md §1.4, 2 and 3
 */
export function stepOverGap(context: ReducerContext, reason: BoundaryReason): void {
  const { s, pair, settings } = context;
  const { a, b } = pair;
  // It may have fallen asleep on its way, before that was a trip.
  if (s.trial !== null && s.trial.drivenAt !== null) s.stand = standAt(a);
  const asleep = s.isMoving ? a : s.stand.place;
  const isSamePlace = distanceM(asleep, b) <= 2 * settings.standRadiusM;
  if (s.isMoving) endTrip(context, reason, isSamePlace);
  dropTrial(s);
  if (isSamePlace) {
    // A tracker that sleeps between heartbeats is always waking: here, too, a long stop must be cut.
    if (cutsPiece(s.pieceStart, a)) closePiece(context, 'stop', boundaryOf(a), null);
    addHeld(s.tally, pair);
    addFix(s.stand, b);
  } else {
    pair.isQuiet = false;
    pair.maxKmh = 0;
    passGap(context, reason);
  }
  wake(context, b);
}

/** Records in a row agree that it is elsewhere: a new place, no way between. */
export function jump(context: ReducerContext): void {
  const { s, pair } = context;
  if (s.isMoving) endTrip(context, 'jump', false);
  dropTrial(s);
  pair.mm = 0;
  pair.odoMm = 0;
  pair.maxKmh = 0;
  pair.isQuiet = false;
  passGap(context, 'jump');
  wake(context, pair.b);
}

function passGap(context: ReducerContext, reason: BoundaryReason): void {
  const { s, pair } = context;
  const from = boundaryOf(pair.a);
  const to = boundaryOf(pair.b);
  endStop(context, from, reason);
  beginStretch(s, from, reason);
  add(s.tally, pair, 'silent');
  closePiece(context, 'silence', to, reason === 'jump' ? 'jump' : 'woke');
  beginStretch(s, to, reason === 'jump' ? 'jump' : 'woke');
  s.stand = standAt(to);
}

/** A trip ends at its last record; or where the ignition was turned off just before. */
function endTrip(context: ReducerContext, reason: BoundaryReason, isSamePlace: boolean): void {
  const { s, pair } = context;
  const { pause } = s;
  if (pause !== null && isSamePlace && pair.a.ignition === false && !s.stretch?.isTow) {
    confirmStop(context, pause, 'ignitionOff');
    return;
  }
  if (pause !== null) endPause(s, pause);
  const end: Boundary = boundaryOf(pair.a);
  if (s.stretch !== null) s.stretch.engineOffAt = s.engineOffAt;
  closePiece(context, 'trip', end, reason);
  beginStretch(s, end, reason);
  s.stand = standAt(end);
  s.isMoving = false;
}

/** Forgets usual values of before a gap: they say nothing about what comes after it. */
function wake({ s, settings }: ReducerContext, b: TripRecord): void {
  s.intervals = [];
  s.engineOnAt = null;
  const isKey = settings.tripStart === 'ignition' && b.ignition === true;
  s.trial = isKey
    ? trialAt(s, boundaryOf(b), 'ignition', b.time + KEY_MS)
    : trialAt(s, boundaryOf(b), 'woke', b.time + settings.wakeS * 1000);
}
