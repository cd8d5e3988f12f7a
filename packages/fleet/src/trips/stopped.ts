import { distanceM } from '../geometry/distance.ts';
import type { BoundaryReason } from './stretch-segment.ts';
import type { TripRecord } from './trip-record.ts';
import type { Evidence } from './evidence.ts';
import {
  add,
  addFix,
  addHeld,
  append,
  beginStretch,
  endStop,
  engineOnSince,
  radiusM,
  standAt,
  type ReducerContext,
} from './reducer-context.ts';
import { emptyTally, type ReducerState, type Trial } from './reducer-state.ts';
import { boundaryOf, type Boundary } from './boundary.ts';
import { carriedOn } from './episode-parts.ts';
import { openPause } from './pause.ts';

/** A trial without progress in this time was a shuffle: the undecided part stays small. */
const TRIAL_MS = 600_000;
/** So long the turned key waits for the first drive, where trips begin with the ignition. */
export const KEY_MS = 3_600_000;

/** Begins in the state after what was added up before. */
export const trialAt = (
  s: ReducerState,
  start: Boundary,
  why: BoundaryReason,
  waitsUntil: number,
): Trial => ({
  start,
  why,
  waitsUntil,
  drivenAt: null,
  isTow: false,
  away: 0,
  hasLeft: false,
  isFar: false,
  standsAt: null,
  tally: emptyTally(carriedOn(s.tally.parts)),
});

/** One more record while stationary. @source docs/reference/history-and-reports.md §1.4, 5 and 7 */
export function stepStop(context: ReducerContext, evidence: Evidence): void {
  const { s, settings, pair } = context;
  const { a, b } = pair;
  expireTrial(s, b);
  const isWaiting = s.trial === null || s.trial.drivenAt === null;
  if (isWaiting && settings.tripStart === 'ignition' && b.ignition === true && a.ignition !== true) {
    openTrialAt(context, 'ignition', b.time + KEY_MS);
    return;
  }
  if (isWaiting && settings.trackerFlags === 'lead' && b.onTrip === true) {
    const trial = openTrialAt(context, 'trackerFlag', 0);
    trial.drivenAt = b.time;
    trial.hasLeft = true;
    return;
  }
  if (s.trial === null && isLeaving(context, evidence))
    s.trial = trialAt(s, boundaryOf(a), 'displacement', 0);
  if (s.trial !== null) stepTrial(context, s.trial, evidence);
  else {
    addHeld(s.tally, pair);
    addFix(s.stand, b);
  }
}

/** Begins a trial at the record at hand; until there it stood. */
function openTrialAt({ s, pair }: ReducerContext, why: BoundaryReason, waitsUntil: number): Trial {
  dropTrial(s);
  addHeld(s.tally, pair);
  const trial = trialAt(s, boundaryOf(pair.b), why, waitsUntil);
  s.trial = trial;
  return trial;
}

const isDriving = (evidence: Evidence): boolean => evidence === 'drive' || evidence === 'tow';

function isLeaving(context: ReducerContext, evidence: Evidence): boolean {
  return isDriving(evidence) || (evidence !== 'stand' && isAway(context));
}

/**
 * Coordinates alone stray: unless it just woke, they must be as far away as a trip is long.
 */
function isAway({ s, settings, pair: { b } }: ReducerContext): boolean {
  const isStray = b.speedKmh === null && (s.trial === null || b.time > s.trial.waitsUntil);
  const awayM = isStray ? settings.minTripCoordsOnlyM : radiusM(b, settings) / 2;
  return distanceM(s.stand.place, b) >= awayM;
}

function stepTrial(context: ReducerContext, trial: Trial, evidence: Evidence): void {
  const { s, settings, pair } = context;
  const { b } = pair;
  const stands = evidence === 'stand';
  // Without a speed of its own, a stationary record elsewhere has left, too.
  const isAwayNow = (!stands || (b.speedKmh === null && trial.drivenAt !== null)) && isAway(context);
  if (trial.drivenAt === null) {
    if (!isDriving(evidence) && !isAwayNow) {
      addHeld(trial.tally, pair);
      addFix(s.stand, b);
      return;
    }
    beginDrive(context, trial, evidence);
  }
  add(trial.tally, pair);
  if (evidence === 'tow') flagTow(trial);
  trial.away = isAwayNow ? trial.away + 1 : 0;
  if (trial.away >= (b.speedKmh === null ? 2 : 1)) trial.hasLeft = true;
  if (settings.trackerFlags === 'support' && b.onTrip === true && isDriving(evidence)) trial.hasLeft = true;
  if (!stands || trial.standsAt === null) {
    const minM = b.speedKmh === null ? settings.minTripCoordsOnlyM : settings.minTripM;
    if (distanceM(s.stand.place, b) >= minM) trial.isFar = true;
  }
  if (trial.hasLeft && trial.isFar) confirmTrip(context, trial, evidence);
  else if (!stands) trial.standsAt = null;
  else {
    trial.standsAt ??= b.time;
    if (!trial.hasLeft || hasStood(context, trial.standsAt)) giveUp(s, trial, b);
  }
}

/** The first drive of a trial. Its way begins where it stood, not at the last fix that strayed. */
function beginDrive({ s, pair, settings }: ReducerContext, trial: Trial, evidence: Evidence): void {
  trial.drivenAt = pair.b.time;
  pair.mm = Math.round(distanceM(s.stand.place, pair.b) * 1000);
  if (trial.waitsUntil !== 0) return;
  const isFlag = settings.trackerFlags === 'lead' && pair.b.onTrip !== null;
  if (isFlag) trial.why = 'trackerFlag';
  else if (evidence === 'drive' && pair.b.speedKmh !== null && pair.b.speedKmh > 0) trial.why = 'speed';
  else trial.why = 'displacement';
}

function flagTow(trial: Trial): void {
  trial.isTow = true;
  trial.why = 'towedOrWire';
}

function hasStood({ s, settings, pair: { b } }: ReducerContext, since: number): boolean {
  if (b.time - since >= settings.minStopS * 1000) return true;
  const offAt = s.engineOffAt;
  return (
    b.ignition === false &&
    offAt !== null &&
    b.time - Math.max(offAt, since) >= settings.ignitionOffStopS * 1000
  );
}

function confirmTrip(context: ReducerContext, trial: Trial, evidence: Evidence): void {
  const { s, pair } = context;
  endStop(context, trial.start, trial.why);
  append(s.tally, trial.tally);
  s.isMoving = true;
  s.trial = null;
  beginStretch(s, trial.start, trial.why);
  if (s.stretch !== null) {
    s.stretch.isTow = trial.isTow;
    s.stretch.engineOnAt = engineOnSince(context);
  }
  if (evidence === 'stand') s.pause = openPause(boundaryOf(pair.b), s.tally.parts);
}

/** The vehicle stands again without having gone anywhere: a shuffle, its meters stay in the stop. */
function giveUp(s: ReducerState, trial: Trial, at: TripRecord): void {
  if (trial.hasLeft) s.stand = standAt(at);
  if (at.time > trial.waitsUntil) {
    dropTrial(s);
    return;
  }
  trial.drivenAt = null;
  trial.isTow = false;
  trial.away = 0;
  trial.hasLeft = false;
  trial.isFar = false;
  trial.standsAt = null;
}

function expireTrial(s: ReducerState, b: TripRecord): void {
  const { trial, last } = s;
  if (trial === null || last === null) return;
  const isOver = trial.drivenAt === null ? b.time > trial.waitsUntil : b.time - trial.drivenAt > TRIAL_MS;
  if (!isOver) return;
  if (trial.hasLeft) s.stand = standAt(last);
  dropTrial(s);
}

/** Drops a trial: the vehicle was stationary. */
export function dropTrial(s: ReducerState): void {
  if (s.trial === null) return;
  append(s.tally, s.trial.tally);
  s.trial = null;
}
