import { distanceM } from '../geometry/distance.ts';
import type { BookPiece, BookPoint, Episode } from './book-piece.ts';
import { compareKeys, type BookKey, type BookRecord } from './book-record.ts';
import type { BookSettings } from './book-settings.ts';
import { evidenceOf } from './evidence.ts';
import { append, closePiece, note, noteIgnition, type Draft, type Fold } from './fold.ts';
import { clearTally, emptyTally, startState, type FoldState, type LeftOut } from './fold-state.ts';
import { isCut, markOf, pointOf } from './mark.ts';
import { begin, jump, stepOverSilence } from './gaps.ts';
import { measure } from './measure.ts';
import { stepMoving } from './moving.ts';
import { rememberInterval, silenceBetween } from './silence.ts';
import { stepStanding } from './standing.ts';
import { packState, readState, writeState } from './state-text.ts';
import { emptyPair } from './tally.ts';
import { countUpTo, stepTraccar } from './traccar.ts';
import { isNowhere, isTooFast, whyLeftOut, type LeftOutReason } from './usable.ts';

/**
 * Makes the books of one device out of its records, in their order: trips, stops and silences in pieces that are
 * decided, with what is added up in them. Pure: the same records make the same books, and a fold that goes on from
 * the text of its state makes the same as one that never stopped.
 */
export class BookFold {
  readonly #fold: Fold;
  #pieces: BookPiece[] = [];

  private constructor(s: FoldState, settings: BookSettings) {
    this.#fold = { s, settings, pair: emptyPair(), drafts: [] };
  }

  static start(settings: BookSettings): BookFold {
    return new BookFold(startState(), settings);
  }

  /** Goes on from a state with the same settings. @throws when the text is none of ours. */
  static from(state: string, settings: BookSettings): BookFold {
    return new BookFold(readState(state), settings);
  }

  /** Of the last record; null = there was none. */
  get key(): BookKey | null {
    return this.#fold.s.key;
  }
  isNext(record: BookKey): boolean {
    const { key } = this.#fold.s;
    return key === null || compareKeys(record, key) > 0;
  }
  /** Where the trip began that is under way for sure; null = there is none. */
  get tripUnderWay(): BookPoint | null {
    const { isMoving, stretch } = this.#fold.s;
    return isMoving && stretch !== null ? pointOf(stretch.start) : null;
  }
  /** For who asks for trips alone: from now on nothing is added up, as it decides none. */
  stopCounting(): void {
    this.#fold.pair.isCounted = false;
    this.forgetSums();
  }
  /** What happened at once, and the first record of a stretch, are noted all the same. */
  forgetSums(): void {
    const { s } = this.#fold;
    clearTally(s.tally);
    if (s.trial) clearTally(s.trial.tally);
    if (s.pause) clearTally(s.pause.tally);
    if (s.traccar?.pending) clearTally(s.traccar.pending.tally);
    s.fuel = null;
    s.leftOut = null;
  }

  /** @param record Comes after all that were added; one that was added already changes nothing. */
  add(record: BookRecord): void {
    const { s } = this.#fold;
    const order = s.key === null ? 1 : compareKeys(record, s.key);
    if (order === 0) return;
    if (order < 0) throw new Error('Cannot fold a record that comes before one that was folded');
    s.key = keyOf(record);
    const reason = this.#whyLeftOut(record);
    if (reason !== null) leaveOut(s, record, reason);
    else if (this.#fold.settings.logic === 'rastro') this.#use(record);
    else {
      endLeftOut(s);
      stepTraccar(this.#fold, record);
    }
    if (this.#fold.drafts.length > 0) this.#decide(s.key);
  }

  /** The pieces that were decided since the last time. */
  take(): BookPiece[] {
    const pieces = this.#pieces;
    this.#pieces = [];
    return pieces;
  }

  state(): string {
    return writeState(this.#fold.s);
  }
  /** The same state, shorter and sooner written. */
  packed(): string {
    return packState(this.#fold.s);
  }

  /** What is under way, so far: as if nothing came any more. */
  open(): readonly BookPiece[] {
    const state = this.state();
    // Traccar's window is added up on the way: on a copy, all of it.
    const s = this.#fold.s.traccar === null ? this.#fold.s : readState(state);
    const { last, pause, trial, traccar, key, leftOut, isMoving } = s;
    if (last === null || key === null) return [];
    const tally = emptyTally();
    for (const part of [s, pause, trial, traccar?.pending ?? null])
      if (part !== null) append(tally, part.tally);
    if (leftOut !== null) tally.episodes.push(leftOutEpisode(leftOut, true));
    const drafts: Draft[] = [];
    const copy = { ...this.#fold, s: { ...s, tally }, drafts };
    if (traccar !== null) countUpTo(copy, traccar, traccar.window.length - 1);
    closePiece(copy, isMoving ? 'trip' : 'stop', markOf(last), null);
    return drafts.map((draft) => ({ ...draft, decidedAt: key, state }));
  }

  #decide(decidedAt: BookKey): void {
    const state = this.state();
    for (const draft of this.#fold.drafts) this.#pieces.push({ ...draft, decidedAt, state });
    this.#fold.drafts.length = 0;
  }

  /** Traccar looks at whatever has a place. */
  #whyLeftOut(record: BookRecord): LeftOutReason | null {
    if (this.#fold.settings.logic === 'rastro') return whyLeftOut(record, this.#fold.settings);
    return isNowhere(record) ? 'nowhere' : null;
  }

  #use(record: BookRecord): void {
    const { s, settings } = this.#fold;
    if (s.last === null) {
      begin(this.#fold, record);
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
  #suspect(record: BookRecord): void {
    const { s, settings } = this.#fold;
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
    this.#look(s.last, first, distanceM(s.last, first));
    measure(this.#fold, 'unsure', true);
    jump(this.#fold);
    this.#settle(first);
    for (const next of rest) if (s.last !== null) this.#step(s.last, next, distanceM(s.last, next));
  }

  #look(a: BookRecord, b: BookRecord, m: number): void {
    const { pair } = this.#fold;
    pair.a = a;
    pair.b = b;
    pair.crowM = m;
  }

  #step(a: BookRecord, b: BookRecord, m: number): void {
    const fold = this.#fold;
    const { s, settings } = fold;
    this.#look(a, b, m);
    const silence = silenceBetween(fold.pair, s, settings);
    if (silence !== null) {
      measure(fold, 'unsure', true);
      stepOverSilence(fold, silence);
      this.#settle(b);
      return;
    }
    rememberInterval(s.intervals, b.time - a.time);
    const evidence = evidenceOf(b, s, settings);
    measure(fold, evidence, false);
    if (s.isMoving) stepMoving(fold, evidence);
    else stepStanding(fold, evidence);
    s.before = a;
    s.last = b;
    s.lastStands = evidence === 'stand';
    noteIgnition(s, b);
    if (isCut(b) && s.pause === null && s.trial === null)
      closePiece(fold, s.isMoving ? 'trip' : 'stop', markOf(b), null);
  }

  /** The first record, or the first after a silence. */
  #settle(b: BookRecord): void {
    const { s, settings } = this.#fold;
    s.before = null;
    s.last = b;
    s.lastStands = b.speedKmh !== null && b.speedKmh < settings.stopSpeedKmh;
    noteIgnition(s, b);
  }
}

/** The higher of two speeds as they were sent, km/h. */
const fasterOf = (a: BookRecord, b: BookRecord): number => Math.max(a.speedKmh ?? 0, b.speedKmh ?? 0);

const keyOf = ({ time, deviceTime, key }: BookKey): BookKey => ({ time, deviceTime, key });

/** A record that says nothing: kept in mind as a run of its kind. */
function leaveOut(s: FoldState, record: BookRecord, reason: LeftOutReason): void {
  if (s.leftOut !== null && s.leftOut.reason !== reason) endLeftOut(s);
  const point = pointOf(record);
  s.leftOut ??= { start: point, end: point, reason, records: 0 };
  s.leftOut.end = point;
  s.leftOut.records++;
}

function endLeftOut(s: FoldState): void {
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
