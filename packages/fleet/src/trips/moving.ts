import { distanceM } from '../geometry/distance.ts';
import type { BoundaryReason } from './stretch-segment.ts';
import type { Evidence } from './evidence.ts';
import {
  add,
  addFix,
  append,
  beginStretch,
  closePiece,
  radiusM,
  type ReducerContext,
} from './reducer-context.ts';
import type { ReducerState, Pause } from './reducer-state.ts';
import { boundaryOf } from './boundary.ts';
import { holdParts } from './episode-parts.ts';
import { openPause } from './pause.ts';
import { stepStop } from './stopped.ts';
import { holdStill } from './tally.ts';

/** One more record while it moves. @source docs/reference/history-and-reports.md §1.4, 6 */
export function stepMoving(context: ReducerContext, evidence: Evidence): void {
  const { s, pair, settings } = context;
  const { pause } = s;
  if (evidence === 'tow' && s.stretch !== null) s.stretch.isTow = true;
  if (pause === null) beginPause(context, evidence);
  else if (distanceM(pause.start, pair.b) > radiusM(pair.b, settings)) leavePause(context, pause, evidence);
  else if (evidence === 'stand' || evidence === 'unsure') {
    add(pause.tally, pair);
    if (evidence === 'stand') addFix(pause.stand, pair.b);
    const reason = whyStopped(context, pause, evidence);
    if (reason !== null) confirmStop(context, pause, reason);
  } else leavePause(context, pause, evidence);
}

function beginPause({ s, pair, settings }: ReducerContext, evidence: Evidence): void {
  if (evidence !== 'stand') {
    add(s.tally, pair);
    return;
  }
  // An ignition-off is trusted with a delay: the vehicle stood since the first record that reported it.
  const isSinceLast = pair.b.ignition === false && pair.a.ignition === false;
  if (isSinceLast && distanceM(pair.a, pair.b) <= radiusM(pair.b, settings)) {
    s.pause = openPause(boundaryOf(pair.a), s.tally.parts);
    add(s.pause.tally, pair);
  } else {
    add(s.tally, pair);
    s.pause = openPause(boundaryOf(pair.b), s.tally.parts);
  }
}

/** The vehicle drives or creeps on: the pause was part of the trip. */
function leavePause(context: ReducerContext, pause: Pause, evidence: Evidence): void {
  const { s, pair } = context;
  if (wasOffLong(context, pause)) {
    confirmStop(context, pause, 'ignitionOff');
    stepStop(context, evidence);
    return;
  }
  endPause(s, pause);
  add(s.tally, pair);
  if (evidence === 'stand') s.pause = openPause(boundaryOf(pair.b), s.tally.parts);
}

/** Makes a pause part of the trip again. */
export function endPause(s: ReducerState, pause: Pause): void {
  append(s.tally, pause.tally);
  s.pause = null;
}

function whyStopped(context: ReducerContext, pause: Pause, evidence: Evidence): BoundaryReason | null {
  const { settings, pair } = context;
  if (wasOffLong(context, pause)) return 'ignitionOff';
  if (evidence !== 'stand') return null;
  if (settings.trackerFlags !== 'off' && pair.b.onTrip === false) return 'trackerFlag';
  return pair.b.time - pause.start.time >= settings.minStopS * 1000 ? 'standing' : null;
}

/** An ignition-off holds until the record that reports on. */
function wasOffLong({ s, settings, pair: { a, b } }: ReducerContext, pause: Pause): boolean {
  if (s.stretch?.isTow || a.ignition !== false) return false;
  const offAt = s.engineOffAt ?? a.time;
  return b.time - Math.max(offAt, pause.start.time) >= settings.ignitionOffStopS * 1000;
}

/** The trip ended where the pause began. */
export function confirmStop(context: ReducerContext, pause: Pause, reason: BoundaryReason): void {
  const { s } = context;
  if (s.stretch !== null) s.stretch.engineOffAt = s.engineOffAt;
  closePiece(context, 'trip', pause.start, reason);
  beginStretch(s, pause.start, reason);
  if (s.stretch !== null) s.stretch.engineOffAt = s.engineOffAt;
  holdStill(pause.tally.slots);
  pause.tally.parts = holdParts(pause.tally.parts);
  s.tally = pause.tally;
  s.stand = pause.stand;
  s.pause = null;
  s.isMoving = false;
}
