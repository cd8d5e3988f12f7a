import { distanceM } from '../geometry/distance.ts';
import type { BoundaryReason } from './book-piece.ts';
import type { Evidence } from './evidence.ts';
import { add, addFix, append, beginStretch, closePiece, radiusM, type Fold } from './fold.ts';
import type { FoldState, Pause } from './fold-state.ts';
import { markOf } from './mark.ts';
import { holdParts } from './parts.ts';
import { openPause } from './pause.ts';
import { stepStanding } from './standing.ts';
import { holdStill } from './tally.ts';

/** One more record while it moves. @source history-and-reports.md §1.4, 6 */
export function stepMoving(fold: Fold, evidence: Evidence): void {
  const { s, pair, settings } = fold;
  const { pause } = s;
  if (evidence === 'tow' && s.stretch !== null) s.stretch.isTow = true;
  if (pause === null) beginPause(fold, evidence);
  else if (distanceM(pause.start, pair.b) > radiusM(pair.b, settings)) leavePause(fold, pause, evidence);
  else if (evidence === 'stand' || evidence === 'unsure') {
    add(pause.tally, pair);
    if (evidence === 'stand') addFix(pause.stand, pair.b);
    const reason = whyStopped(fold, pause, evidence);
    if (reason !== null) confirmStop(fold, pause, reason);
  } else leavePause(fold, pause, evidence);
}

function beginPause({ s, pair, settings }: Fold, evidence: Evidence): void {
  if (evidence !== 'stand') {
    add(s.tally, pair);
    return;
  }
  // An ignition that is off is believed a little later: it stood since the record that told so first.
  const isSinceLast = pair.b.ignition === false && pair.a.ignition === false;
  if (isSinceLast && distanceM(pair.a, pair.b) <= radiusM(pair.b, settings)) {
    s.pause = openPause(markOf(pair.a), s.tally.parts);
    add(s.pause.tally, pair);
  } else {
    add(s.tally, pair);
    s.pause = openPause(markOf(pair.b), s.tally.parts);
  }
}

/** It goes on, or creeps on: what was a pause was part of the trip. */
function leavePause(fold: Fold, pause: Pause, evidence: Evidence): void {
  const { s, pair } = fold;
  if (wasOffLong(fold, pause)) {
    confirmStop(fold, pause, 'ignitionOff');
    stepStanding(fold, evidence);
    return;
  }
  endPause(s, pause);
  add(s.tally, pair);
  if (evidence === 'stand') s.pause = openPause(markOf(pair.b), s.tally.parts);
}

/** What was a pause was part of the trip. */
export function endPause(s: FoldState, pause: Pause): void {
  append(s.tally, pause.tally);
  s.pause = null;
}

function whyStopped(fold: Fold, pause: Pause, evidence: Evidence): BoundaryReason | null {
  const { settings, pair } = fold;
  if (wasOffLong(fold, pause)) return 'ignitionOff';
  if (evidence !== 'stand') return null;
  if (settings.trackerFlags !== 'off' && pair.b.onTrip === false) return 'trackerFlag';
  return pair.b.time - pause.start.time >= settings.minStopS * 1000 ? 'standing' : null;
}

/** An ignition that is off holds until the record that says on. */
function wasOffLong({ s, settings, pair: { a, b } }: Fold, pause: Pause): boolean {
  if (s.stretch?.isTow || a.ignition !== false) return false;
  const offAt = s.engineOffAt ?? a.time;
  return b.time - Math.max(offAt, pause.start.time) >= settings.ignitionOffStopS * 1000;
}

/** The trip ended where the pause began. */
export function confirmStop(fold: Fold, pause: Pause, reason: BoundaryReason): void {
  const { s } = fold;
  if (s.stretch !== null) s.stretch.engineOffAt = s.engineOffAt;
  closePiece(fold, 'trip', pause.start, reason);
  beginStretch(s, pause.start, reason);
  if (s.stretch !== null) s.stretch.engineOffAt = s.engineOffAt;
  holdStill(pause.tally.slots);
  pause.tally.parts = holdParts(pause.tally.parts);
  s.tally = pause.tally;
  s.stand = pause.stand;
  s.pause = null;
  s.isMoving = false;
}
