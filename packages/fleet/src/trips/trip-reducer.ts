import { distanceM } from '../geometry/distance.ts';
import type { StretchSegment, TrackPoint, Episode } from './stretch-segment.ts';
import { compareKeys, type RecordKey, type TripRecord } from './trip-record.ts';
import type { TripSettings } from './trip-settings.ts';
import { evidenceOf } from './evidence.ts';
import {
  append,
  closePiece,
  note,
  noteIgnition,
  type PendingStretch,
  type ReducerContext,
} from './reducer-context.ts';
import { clearTally, emptyTally, startState, type ReducerState, type LeftOut } from './reducer-state.ts';
import { boundaryOf, cutsPiece, pointOf } from './boundary.ts';
import { begin, jump, stepOverGap } from './gaps.ts';
import { measure } from './measure.ts';
import { stepMoving } from './moving.ts';
import { rememberInterval, gapBetween } from './gap-detection.ts';
import { stepStop } from './stopped.ts';
import { packState, readState, writeState } from './state-text.ts';
import { emptyPair } from './tally.ts';
import { countUpTo, stepTraccar } from './traccar.ts';
import { isNowhere, isTooFast, whyLeftOut, type LeftOutReason } from './usable.ts';

/**
 * Derives the history of one device from its records, in their order: trips, stops and gaps in decided pieces, with
 * their sums. Pure: the same records give the same history, and a reducer that continues from the text of its state
 * gives the same as one that never stopped.
 */
export class TripReducer {
  readonly #context: ReducerContext;
  #pieces: StretchSegment[] = [];
  #notesStates = true;

  private constructor(s: ReducerState, settings: TripSettings) {
    this.#context = { s, settings: settings, pair: emptyPair(), pendingStretches: [] };
  }

  static start(settings: TripSettings): TripReducer {
    return new TripReducer(startState(), settings);
  }

  /** Continues from a state with the same settings. @throws when the text is not a state. */
  static from(state: string, settings: TripSettings): TripReducer {
    return new TripReducer(readState(state), settings);
  }

  /** Of the last record; null = there was none. */
  get key(): RecordKey | null {
    return this.#context.s.key;
  }
  isNext(record: RecordKey): boolean {
    const { key } = this.#context.s;
    return key === null || compareKeys(record, key) > 0;
  }
  /** Start of the confirmed trip under way; null = there is none. */
  get openTripStart(): TrackPoint | null {
    const { isMoving, stretch } = this.#context.s;
    return isMoving && stretch !== null ? pointOf(stretch.start) : null;
  }
  /** Stops adding up, for callers that need trips alone: sums decide none of them. */
  stopCounting(): void {
    this.#context.pair.isCounted = false;
    this.forgetSums();
  }
  /** Leaves the states of pieces empty, for callers that continue from none: writing them takes a tenth of a short run. */
  stopNotingStates(): void {
    this.#notesStates = false;
  }
  /** Drops the sums. Momentary events, and the first record of a stretch, are still noted. */
  forgetSums(): void {
    const { s } = this.#context;
    clearTally(s.tally);
    if (s.trial) clearTally(s.trial.tally);
    if (s.pause) clearTally(s.pause.tally);
    if (s.traccar?.pending) clearTally(s.traccar.pending.tally);
    s.fuel = null;
    s.leftOut = null;
  }

  /** @param record Comes after all that were added; one that was added already changes nothing. */
  add(record: TripRecord): void {
    const { s } = this.#context;
    const order = s.key === null ? 1 : compareKeys(record, s.key);
    if (order === 0) return;
    if (order < 0) throw new Error('Cannot fold a record that comes before one that was folded');
    s.key = keyOf(record);
    const reason = this.#whyLeftOut(record);
    if (reason !== null) leaveOut(s, record, reason);
    else if (this.#context.settings.logic === 'rastro') this.#use(record);
    else {
      endLeftOut(s);
      stepTraccar(this.#context, record);
    }
    if (this.#context.pendingStretches.length > 0) this.#decide(s.key);
  }

  /** The pieces that were decided since the last time. */
  take(): StretchSegment[] {
    const pieces = this.#pieces;
    this.#pieces = [];
    return pieces;
  }

  state(): string {
    return writeState(this.#context.s);
  }
  /** The same state, shorter and sooner written. */
  packed(): string {
    return packState(this.#context.s);
  }

  /** Returns the stretch under way, as if no more records came. */
  open(): readonly StretchSegment[] {
    // Traccar's window is added up on the way: on a copy, all of it.
    const s = this.#context.s.traccar === null ? this.#context.s : readState(this.state());
    const { last, pause, trial, traccar, key, leftOut, isMoving } = s;
    if (last === null || key === null) return [];
    const tally = emptyTally();
    for (const part of [s, pause, trial, traccar?.pending ?? null])
      if (part !== null) append(tally, part.tally);
    if (leftOut !== null) tally.episodes.push(leftOutEpisode(leftOut, true));
    const pendingStretches: PendingStretch[] = [];
    const copy = { ...this.#context, s: { ...s, tally }, pendingStretches };
    if (traccar !== null) countUpTo(copy, traccar, traccar.window.length - 1);
    closePiece(copy, isMoving ? 'trip' : 'stop', boundaryOf(last), null);
    const state = this.#noted();
    return pendingStretches.map((pendingStretch) => ({ ...pendingStretch, decidedAt: key, state }));
  }

  #noted(): string {
    return this.#notesStates ? this.state() : '';
  }

  #decide(decidedAt: RecordKey): void {
    const state = this.#noted();
    for (const pendingStretch of this.#context.pendingStretches)
      this.#pieces.push({ ...pendingStretch, decidedAt, state });
    this.#context.pendingStretches.length = 0;
  }

  /** Traccar uses every record that has a place. */
  #whyLeftOut(record: TripRecord): LeftOutReason | null {
    if (this.#context.settings.logic === 'rastro') return whyLeftOut(record, this.#context.settings);
    return isNowhere(record) ? 'nowhere' : null;
  }

  #use(record: TripRecord): void {
    const { s, settings } = this.#context;
    if (s.last === null) {
      begin(this.#context, record);
      this.#settle(record);
      return;
    }
    const m = distanceM(s.last, record);
    if (isTooFast(m, record.time - s.last.time, settings, fasterOf(s.last, record))) this.#suspect(record);
    else {
      for (const suspect of s.suspects.splice(0)) leaveOut(s, suspect, 'spike');
      endLeftOut(s);
      this.#step(s.last, record, m);
    }
  }

  /** A spike comes back; records that go on elsewhere are the truth. */
  #suspect(record: TripRecord): void {
    const { s, settings } = this.#context;
    const before = s.suspects.at(-1);
    if (
      before &&
      isTooFast(distanceM(before, record), record.time - before.time, settings, fasterOf(before, record))
    )
      for (const suspect of s.suspects.splice(0)) leaveOut(s, suspect, 'spike');
    s.suspects.push(record);
    if (s.suspects.length < settings.spikeRun) return;
    endLeftOut(s);
    const [first, ...rest] = s.suspects.splice(0);
    if (!first || s.last === null) return;
    this.#setPair(s.last, first, distanceM(s.last, first));
    measure(this.#context, 'unsure', true);
    jump(this.#context);
    this.#settle(first);
    for (const next of rest) if (s.last !== null) this.#step(s.last, next, distanceM(s.last, next));
  }

  #setPair(a: TripRecord, b: TripRecord, m: number): void {
    const { pair } = this.#context;
    pair.a = a;
    pair.b = b;
    pair.crowM = m;
  }

  #step(a: TripRecord, b: TripRecord, m: number): void {
    const context = this.#context;
    const { s, settings } = context;
    this.#setPair(a, b, m);
    const gap = gapBetween(context.pair, s, settings);
    if (gap !== null) {
      measure(context, 'unsure', true);
      stepOverGap(context, gap);
      this.#settle(b);
      return;
    }
    rememberInterval(s.intervals, b.time - a.time);
    const evidence = evidenceOf(b, s, settings);
    measure(context, evidence, false);
    if (s.isMoving) stepMoving(context, evidence);
    else stepStop(context, evidence);
    s.before = a;
    s.last = b;
    s.lastStands = evidence === 'stand';
    noteIgnition(s, b);
    if (cutsPiece(s.pieceStart, b) && s.pause === null && s.trial === null)
      closePiece(context, s.isMoving ? 'trip' : 'stop', boundaryOf(b), null);
  }

  /** Handles the first record, or the first after a gap. */
  #settle(b: TripRecord): void {
    const { s, settings } = this.#context;
    s.before = null;
    s.last = b;
    s.lastStands = b.speedKmh !== null && b.speedKmh < settings.stopSpeedKmh;
    noteIgnition(s, b);
  }
}

/** The higher of two speeds as they were sent, km/h. */
const fasterOf = (a: TripRecord, b: TripRecord): number => Math.max(a.speedKmh ?? 0, b.speedKmh ?? 0);

const keyOf = ({ time, deviceTime, key }: RecordKey): RecordKey => ({ time, deviceTime, key });

/** Notes a record that says nothing, in a run of its kind. */
function leaveOut(s: ReducerState, record: TripRecord, reason: LeftOutReason): void {
  if (s.leftOut !== null && s.leftOut.reason !== reason) endLeftOut(s);
  const point = pointOf(record);
  s.leftOut ??= { start: point, end: point, reason, records: 0 };
  s.leftOut.end = point;
  s.leftOut.records++;
}

function endLeftOut(s: ReducerState): void {
  if (s.leftOut === null) return;
  const episode = leftOutEpisode(s.leftOut, false);
  s.leftOut = null;
  note(s, episode);
}

const leftOutEpisode = ({ start, end, reason, records }: LeftOut, goesOn: boolean): Episode => ({
  kind: 'left-out',
  since: start,
  start,
  end,
  goesOn,
  geofenceId: 0,
  driver: null,
  figures: { records },
  note: reason,
});
