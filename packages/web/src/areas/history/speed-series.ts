import { knotsFromKmPerHour, speedIn, type SpeedUnit } from '@rastro/fleet';
import { TRACK_FLAGS } from '@rastro/fleet/tracks';
import type { Span, Track } from './track.ts';

/** Times and speeds; null = nothing is known there. */
export type SpeedTable = [number[], (number | null)[]];

/** What a chart draws of a way: a stop is flat, a silence is a hole. */
export function speedTable(track: Track, { from, to }: Span, unit: SpeedUnit): SpeedTable {
  const [times, speeds]: SpeedTable = [[], []];
  const put = (at: number, speed: number | null): void => {
    // Two values at one moment would be one too many for a chart.
    if (at <= (times.at(-1) ?? -Infinity)) return;
    times.push(at);
    speeds.push(speed);
  };
  for (let i = 0; i < track.length; i++) {
    const [at, next] = [track.time[i] ?? 0, track.time[i + 1] ?? Infinity];
    if (next < from) continue;
    if (at > to) break;
    put(at, speedIn(knotsFromKmPerHour(track.speed[i] ?? 0), unit));
    if (((track.flags[i + 1] ?? 0) & TRACK_FLAGS.gap) !== 0) put(at + 1, null);
    else if (((track.flags[i] ?? 0) & TRACK_FLAGS.held) !== 0 && next - at > 2 && next !== Infinity) {
      put(at + 1, 0);
      put(next - 1, 0);
    }
  }
  return [times, speeds];
}
