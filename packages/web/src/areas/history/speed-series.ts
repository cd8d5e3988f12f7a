import { knotsFromKmPerHour, speedIn, type SpeedUnit } from '@rastro/fleet';
import { TRACK_FLAGS } from '@rastro/fleet/tracks';
import { ThinTable, type CurveTable } from './thin-table.ts';
import type { Span, Track } from './track.ts';

/** Part of a curve that is drawn. */
export interface CurveSpan extends Span {
  /** Seconds that one pixel stands for; 0 = every point counts. */
  readonly stepS: number;
}

/** Speed chart of a track: a stop is flat, a gap is a hole. */
export function speedTable(track: Track, { from, to, stepS }: CurveSpan, unit: SpeedUnit): CurveTable {
  const curve = new ThinTable(stepS);
  for (let i = 0; i < track.length; i++) {
    const [at, next] = [track.time[i] ?? 0, track.time[i + 1] ?? Infinity];
    if (next < from) continue;
    if (at > to) break;
    curve.put(at, speedIn(knotsFromKmPerHour(track.speed[i] ?? 0), unit));
    if (((track.flags[i + 1] ?? 0) & TRACK_FLAGS.gap) !== 0) curve.put(at + 1, null);
    else if (((track.flags[i] ?? 0) & TRACK_FLAGS.held) !== 0 && next - at > 2 && next !== Infinity) {
      curve.put(at + 1, 0);
      curve.put(next - 1, 0);
    }
  }
  return curve.table();
}
