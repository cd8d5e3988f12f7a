import { DAY_S } from '@rastro/base';
import { TRACK_FLAGS, type TrackChunk } from '@rastro/fleet/tracks';
import { mercatorX, mercatorY } from '../../live/mercator.ts';

const E5 = 100_000;

/** The way of a vehicle, column by column, in order of time. */
export interface Track {
  readonly deviceId: number;
  readonly length: number;
  /** Seconds since 1970. */
  readonly time: Float64Array;
  /** Web Mercator, 0 to 1. */
  readonly x: Float64Array;
  readonly y: Float64Array;
  /** km/h. */
  readonly speed: Float32Array;
  /** `TRACK_FLAGS`. */
  readonly flags: Uint8Array;
  /** Values requested with the track, by name; NaN = unknown. */
  readonly measured: ReadonlyMap<string, Float64Array>;
}
/** Seconds since 1970. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** Part of a day that is joined with others. */
export interface JoinedPart extends Span {
  /** The columns that days have besides the track, in their order. */
  readonly measures: readonly string[];
}

/** Puts days together. What stood still when the period began stands there from its first second on. */
export function joinDays(
  deviceId: number,
  days: Iterable<TrackChunk>,
  { from, to, measures }: JoinedPart,
): Track {
  const sorted = [...days].toSorted((a, b) => a.day - b.day);
  const maxLength = sorted.reduce((sum, { points }) => sum + points.second.length, 0);
  const [time, x, y] = [
    new Float64Array(maxLength),
    new Float64Array(maxLength),
    new Float64Array(maxLength),
  ];
  const [speed, flags] = [new Float32Array(maxLength), new Uint8Array(maxLength)];
  const columns = measures.map(() => new Float64Array(maxLength));
  let length = 0;
  for (const { day, points, values } of sorted)
    for (let i = 0; i < points.second.length; i++) {
      const at = day * DAY_S + (points.second[i] ?? 0);
      if (at > to) break;
      // Of what was before, the last point is enough to know where it stood.
      if (length === 1 && at <= from) length = 0;
      time[length] = at;
      x[length] = mercatorX((points.lonE5[i] ?? 0) / E5);
      y[length] = mercatorY((points.latE5[i] ?? 0) / E5);
      speed[length] = points.speed[i] ?? 0;
      flags[length] = points.flags[i] ?? 0;
      for (const [c, column] of columns.entries()) column[length] = values[c]?.[i] ?? Number.NaN;
      length++;
    }
  const isEarly = length > 0 && (time[0] ?? 0) < from;
  const stood = isEarly && has(flags[0], TRACK_FLAGS.held);
  if (stood) time[0] = from;
  const first = isEarly && !stood ? 1 : 0;
  return {
    deviceId,
    length: length - first,
    time: time.subarray(first, length),
    x: x.subarray(first, length),
    y: y.subarray(first, length),
    speed: speed.subarray(first, length),
    flags: flags.subarray(first, length),
    measured: new Map(
      measures.map((name, c) => [name, columns[c]?.subarray(first, length) ?? new Float64Array(0)]),
    ),
  };
}

const has = (flags: number | undefined, flag: number): boolean => ((flags ?? 0) & flag) !== 0;

/** Whether the track to the next point is a gap. */
const isGapAfter = ({ flags }: Track, i: number): boolean => has(flags[i + 1], TRACK_FLAGS.gap);
const isHeldAt = ({ flags }: Track, i: number): boolean => has(flags[i], TRACK_FLAGS.held);

/** The last point at or before a moment; -1 = it begins later. */
export function indexAt({ time, length }: Track, at: number): number {
  let [low, high] = [0, length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((time[middle] ?? 0) <= at) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** Location of a vehicle, and how it is known. */
export interface TrackPlace {
  readonly x: number;
  readonly y: number;
  readonly speed: number;
  /** Degrees clockwise from north; null = it stood. */
  readonly course: number | null;
  readonly state: 'driving' | 'stopped' | 'gap';
  /** Start of the stop or gap. */
  readonly since: number;
}

/** @returns null before its first point. Between points it moves evenly; in a gap it stays where it was. */
export function placeAt(track: Track, at: number): TrackPlace | null {
  const i = indexAt(track, at);
  if (i < 0) return null;
  const [x, y, since] = [track.x[i] ?? 0, track.y[i] ?? 0, track.time[i] ?? 0];
  const next = track.time[i + 1];
  const held = { x, y, speed: 0, course: null, since };
  if (next === undefined) return { ...held, state: isHeldAt(track, i) || at === since ? 'stopped' : 'gap' };
  if (isGapAfter(track, i)) return { ...held, state: 'gap' };
  if (isHeldAt(track, i)) return { ...held, state: 'stopped' };
  const share = next > since ? (at - since) / (next - since) : 0;
  const [dx, dy] = [(track.x[i + 1] ?? 0) - x, (track.y[i + 1] ?? 0) - y];
  const [slow, fast] = [track.speed[i] ?? 0, track.speed[i + 1] ?? 0];
  return {
    x: x + dx * share,
    y: y + dy * share,
    speed: slow + (fast - slow) * share,
    course: dx === 0 && dy === 0 ? null : (Math.atan2(dx, -dy) * 180) / Math.PI,
    state: 'driving',
    since,
  };
}

/** Start of the next movement at or after a moment; Infinity = there is none. */
export function nextDrive(track: Track, at: number): number {
  for (let i = Math.max(0, indexAt(track, at)); i + 1 < track.length; i++)
    if (!isHeldAt(track, i) && !isGapAfter(track, i)) return Math.max(at, track.time[i] ?? 0);
  return Infinity;
}

/** The point after a moment, or before it; the moment itself when there is none. */
export function stepFrom(tracks: readonly Track[], at: number, direction: 1 | -1): number {
  const near = tracks.flatMap((track) => {
    const i = indexAt(track, at);
    const before = (track.time[i] ?? at) < at ? track.time[i] : track.time[i - 1];
    const found = direction === 1 ? track.time[i + 1] : before;
    return found === undefined ? [] : [found];
  });
  if (near.length === 0) return at;
  return direction === 1 ? Math.min(...near) : Math.max(...near);
}
