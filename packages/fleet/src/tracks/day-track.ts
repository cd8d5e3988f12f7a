import type { LatLng } from '../geometry/distance.ts';
import type { StretchSegment, Episode } from '../trips/stretch-segment.ts';
import { compareKeys, type RecordKey } from '../trips/trip-record.ts';
import { FREE, levelsOf } from './simplify.ts';
import { DAY_S, pickPoints, TRACK_FLAGS, type TrackPoints } from './track-points.ts';

/** Derived history of a day: it decides where the vehicle drove, where it stood and which records to ignore. */
export interface DayStretches {
  /** Days since 1970, UTC. */
  readonly day: number;
  /** Those that touch the day, one after another. */
  readonly pieces: readonly Pick<StretchSegment, 'kind' | 'stretch' | 'start' | 'end'>[];
  /** Those of kind `left-out` and `speeding` that touch the day. */
  readonly episodes: readonly Pick<Episode, 'kind' | 'start' | 'end'>[];
  /** Times of events that users are notified of, milliseconds since 1970. */
  readonly eventTimes: readonly number[];
}
export interface TrackRecord extends RecordKey, LatLng {
  readonly speedKmh: number;
  readonly ignition: boolean;
}

/** Ends of ranges that a user may request belong to all levels but the one for many years. */
const EDGE = 4;
/** A top speed and an event are seen in replay. */
const REPLAYED = 1;
const TOP_KMH = 10;
/** While moving, a longer time without a record is a hole with an unknown path. */
const GAP_S = 300;
const MAX_KMH = 1000;

/**
 * Makes the track of a day: pass it the day's records in their order. A stationary vehicle is one point, however its
 * fixes stray; records that derived history leaves out are skipped; of one second the first counts.
 */
export class DayTrack {
  readonly #stretches: DayStretches;
  readonly #leftOut: readonly Pick<Episode, 'start' | 'end'>[];
  readonly #columns: { readonly [K in keyof TrackPoints]: number[] } = {
    second: [],
    latE5: [],
    lonE5: [],
    speed: [],
    flags: [],
  };
  readonly #forced: number[] = [];
  #at = FREE;
  #out = 0;
  /** The next point does not continue the line. */
  #isApart = false;
  #isEdge = false;

  constructor(stretches: DayStretches) {
    this.#stretches = stretches;
    this.#leftOut = stretches.episodes
      .filter(({ kind }) => kind === 'left-out')
      .toSorted((a, b) => compareKeys(a.start, b.start));
  }

  /** Whether the attributes of a record with that key are needed. Call in order. */
  wants(key: RecordKey): boolean {
    this.#goTo(key);
    const piece = this.#stretches.pieces[this.#at];
    if (piece?.kind !== 'trip' || compareKeys(key, piece.start) < 0) return false;
    for (let run = this.#leftOut[this.#out]; run && compareKeys(run.end, key) < 0;)
      run = this.#leftOut[++this.#out];
    const run = this.#leftOut[this.#out];
    return !run || compareKeys(key, run.start) < 0;
  }

  /** A record that is wanted. */
  add(record: TrackRecord): void {
    const piece = this.#stretches.pieces[this.#at];
    const isEnd = piece !== undefined && compareKeys(record, piece.end) === 0;
    const ignition = record.ignition ? TRACK_FLAGS.ignition : 0;
    const speed = Math.min(MAX_KMH, Math.max(0, Math.round(record.speedKmh)));
    this.#put(record, { speed, flags: ignition, isEdge: isEnd });
  }

  /** All points, each with its level. */
  end(): TrackPoints {
    const { pieces, day } = this.#stretches;
    while (this.#at + 1 < pieces.length && (pieces[this.#at + 1]?.start.time ?? 0) < (day + 1) * DAY_S * 1000)
      this.#enter(this.#at + 1);
    this.#flagSpeeding();
    this.#flagTops();
    this.#flagEvents();
    const { flags } = this.#columns;
    const levels = levelsOf(this.#columns, this.#forced);
    for (const [i, level] of levels.entries()) flags[i] = (flags[i] ?? 0) | Math.max(0, level);
    return pickPoints(this.#columns, (i) => (levels[i] ?? FREE) !== FREE);
  }

  /** Advances to the piece of a record: the end of a trip belongs to the trip, the end of a stop to the next piece. */
  #goTo(key: RecordKey): void {
    const { pieces } = this.#stretches;
    for (;;) {
      const piece = pieces[this.#at];
      const over = piece ? compareKeys(key, piece.end) : 1;
      if (over < 0 || (over === 0 && piece?.kind === 'trip')) return;
      const next = pieces[this.#at + 1];
      if (!next || compareKeys(next.start, key) > 0) return;
      this.#enter(this.#at + 1);
    }
  }

  #enter(at: number): void {
    const before = this.#stretches.pieces[at - 1];
    const piece = this.#stretches.pieces[at];
    this.#at = at;
    if (!piece) return;
    if (piece.kind === 'silence') {
      if (before?.kind === 'stop') this.#put(before.end, { speed: 0, flags: 0, isEdge: true });
      this.#isApart = true;
    } else if (piece.kind === 'stop') this.#hold(piece, before);
    else if (before?.kind !== 'trip') this.#isEdge = true;
  }

  #hold(piece: DayStretches['pieces'][number], before: DayStretches['pieces'][number] | undefined): void {
    const { second, flags } = this.#columns;
    const isGoingOn = before?.kind === 'stop' && compareKeys(before.stretch, piece.stretch) === 0;
    if (isGoingOn) return;
    const last = second.length - 1;
    const begins = Math.floor(piece.start.time / 1000) - this.#stretches.day * DAY_S;
    if (second[last] === begins && !this.#isApart) {
      flags[last] = (flags[last] ?? 0) | TRACK_FLAGS.held;
      this.#forced[last] = EDGE;
    } else
      this.#put(
        { ...piece.stretch, time: piece.start.time },
        { speed: 0, flags: TRACK_FLAGS.held, isEdge: true },
      );
    this.#isEdge = true;
  }

  #put(
    { time, latitude, longitude }: LatLng & { readonly time: number },
    { speed, flags, isEdge }: { readonly speed: number; readonly flags: number; readonly isEdge: boolean },
  ): void {
    const columns = this.#columns;
    const last = columns.second.length - 1;
    const before = columns.second[last];
    const second = Math.max(0, Math.floor(time / 1000) - this.#stretches.day * DAY_S);
    if (second >= DAY_S) return;
    if (before !== undefined && second <= before) {
      if (isEdge) this.#forced[last] = EDGE;
      return;
    }
    const wasHeld = ((columns.flags[last] ?? 0) & TRACK_FLAGS.held) !== 0;
    const isGap = this.#isApart || (before !== undefined && !wasHeld && second - before >= GAP_S);
    if (isGap && last >= 0) this.#forced[last] = EDGE;
    columns.second.push(second);
    columns.latE5.push(Math.round(latitude * 100_000));
    columns.lonE5.push(Math.round(longitude * 100_000));
    columns.speed.push(speed);
    columns.flags.push(flags | (isGap ? TRACK_FLAGS.gap : 0));
    this.#forced.push(isGap || isEdge || this.#isEdge ? EDGE : FREE);
    this.#isApart = false;
    this.#isEdge = false;
  }

  /** First, fastest and last point of each speeding. */
  #flagSpeeding(): void {
    const { second, speed, flags } = this.#columns;
    const { day, episodes } = this.#stretches;
    let from = 0;
    const runs = episodes
      .filter(({ kind }) => kind === 'speeding')
      .toSorted((a, b) => compareKeys(a.start, b.start));
    for (const { start, end } of runs) {
      const [begins, ends] = [start.time, end.time].map((time) => Math.floor(time / 1000) - day * DAY_S);
      while (from < second.length && (second[from] ?? 0) < (begins ?? 0)) from++;
      let [to, top] = [from, from];
      for (; to < second.length && (second[to] ?? 0) <= (ends ?? 0); to++)
        if ((speed[to] ?? 0) > (speed[top] ?? 0)) top = to;
      if (to === from) continue;
      for (const i of [from, top, to - 1]) {
        this.#forced[i] = Math.max(this.#forced[i] ?? FREE, EDGE);
        flags[i] = (flags[i] ?? 0) | TRACK_FLAGS.event;
      }
    }
  }

  /** Speeds from which the speed drops by more than 10 km/h on both sides. */
  #flagTops(): void {
    const { speed } = this.#columns;
    let [top, low] = [0, 0];
    let isRising = false;
    for (let i = 1; i < speed.length; i++) {
      const now = speed[i] ?? 0;
      if (isRising) {
        if (now > (speed[top] ?? 0)) top = i;
        else if ((speed[top] ?? 0) - now > TOP_KMH) {
          this.#forced[top] = Math.max(this.#forced[top] ?? FREE, REPLAYED);
          isRising = false;
          low = i;
        }
      } else if (now < (speed[low] ?? 0)) low = i;
      else if (now - (speed[low] ?? 0) > TOP_KMH) {
        isRising = true;
        top = i;
      }
    }
  }

  #flagEvents(): void {
    const { second, flags } = this.#columns;
    const { day, eventTimes } = this.#stretches;
    const times = new Set(eventTimes.map((time) => Math.floor(time / 1000) - day * DAY_S));
    for (const [i, at] of second.entries()) {
      if (!times.has(at)) continue;
      this.#forced[i] = Math.max(this.#forced[i] ?? FREE, REPLAYED);
      flags[i] = (flags[i] ?? 0) | TRACK_FLAGS.event;
    }
  }
}
