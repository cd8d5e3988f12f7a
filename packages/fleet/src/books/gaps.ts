import { distanceM } from '../geometry/distance.ts';
import type { BoundaryReason } from './book-piece.ts';
import type { BookRecord } from './book-record.ts';
import { add, addFix, addHeld, beginStretch, closePiece, endStop, standAt, type Fold } from './fold.ts';
import { isCut, isSame, markOf, type Mark } from './mark.ts';
import { confirmStop, endPause } from './moving.ts';
import { dropTrial, KEY_MS, trialAt } from './standing.ts';
import { addRecord, slotAt, slotOf } from './tally.ts';

/** The first record of a device, or the first that can be used. */
export function begin(fold: Fold, first: BookRecord): void {
  const { s } = fold;
  beginStretch(s, markOf(first), 'first');
  addRecord(slotAt(s.tally.slots, slotOf(first.time)), first, 0);
  s.stand = standAt(first);
  wake(fold, first);
}

/**
 * Nothing was heard between two records: a trip ends at the last one. Where it wakes at the same place it stood there,
 * else nobody knows: a silence. @source history-and-reports.md §1.4, 2 and 3
 */
export function stepOverSilence(fold: Fold, reason: BoundaryReason): void {
  const { s, pair, settings } = fold;
  const { a, b } = pair;
  // It may have fallen asleep on its way, before that was a trip.
  if (s.trial !== null && s.trial.drivenAt !== null) s.stand = standAt(a);
  const asleep = s.isMoving ? a : s.stand.place;
  const isSamePlace = distanceM(asleep, b) <= 2 * settings.standRadiusM;
  if (s.isMoving) endTrip(fold, reason, isSamePlace);
  dropTrial(s);
  if (isSamePlace) {
    // A tracker that sleeps between heartbeats is always waking: here, too, a long stop must be cut.
    if (isCut(a) && s.pieceStart !== null && !isSame(s.pieceStart, a))
      closePiece(fold, 'stop', markOf(a), null);
    addHeld(s.tally, pair);
    addFix(s.stand, b);
  } else {
    pair.isQuiet = false;
    pair.maxKmh = 0;
    passGap(fold, reason);
  }
  wake(fold, b);
}

/** Records in a row agree that it is elsewhere: a new place, no way between. */
export function jump(fold: Fold): void {
  const { s, pair } = fold;
  if (s.isMoving) endTrip(fold, 'jump', false);
  dropTrial(s);
  pair.mm = 0;
  pair.odoMm = 0;
  pair.maxKmh = 0;
  pair.isQuiet = false;
  passGap(fold, 'jump');
  wake(fold, pair.b);
}

function passGap(fold: Fold, reason: BoundaryReason): void {
  const { s, pair } = fold;
  const from = markOf(pair.a);
  const to = markOf(pair.b);
  endStop(fold, from, reason);
  beginStretch(s, from, reason);
  add(s.tally, pair, 'silent');
  closePiece(fold, 'silence', to, reason === 'jump' ? 'jump' : 'woke');
  beginStretch(s, to, reason === 'jump' ? 'jump' : 'woke');
  s.stand = standAt(to);
}

/** A trip ends at its last record; or where the ignition was turned off just before. */
function endTrip(fold: Fold, reason: BoundaryReason, isSamePlace: boolean): void {
  const { s, pair } = fold;
  const { pause } = s;
  if (pause !== null && isSamePlace && pair.a.ignition === false && !s.stretch?.isTow) {
    confirmStop(fold, pause, 'ignitionOff');
    return;
  }
  if (pause !== null) endPause(s, pause);
  const end: Mark = markOf(pair.a);
  if (s.stretch !== null) s.stretch.engineOffAt = s.engineOffAt;
  closePiece(fold, 'trip', end, reason);
  beginStretch(s, end, reason);
  s.stand = standAt(end);
  s.isMoving = false;
}

/** What was usual before a silence says nothing about what comes after. */
function wake({ s, settings }: Fold, b: BookRecord): void {
  s.intervals = [];
  s.engineOnAt = null;
  const isKey = settings.tripStart === 'ignition' && b.ignition === true;
  s.trial = isKey
    ? trialAt(s, markOf(b), 'ignition', b.time + KEY_MS)
    : trialAt(s, markOf(b), 'woke', b.time + settings.wakeS * 1000);
}
