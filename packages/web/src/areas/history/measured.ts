import { TRACK_FLAGS } from '@rastro/fleet/tracks';
import type { CurveSpan } from './speed-series.ts';
import { ThinTable, type CurveTable } from './thin-table.ts';
import { indexAt, type Track } from './track.ts';

const CLASSES = 6;
/** Of a share that a point has of a scale; above it is unknown. */
const WHOLE = 250;
const UNKNOWN = 255;
/** Round steps of a scale. */
const STEPS = [1, 2, 2.5, 3, 4, 5, 10] as const;

/** Classes of equal width that what is shown lies in. */
export interface MeasuredScale {
  readonly from: number;
  readonly step: number;
}

/** @returns null where nothing was measured. */
export function scaleOf(tracks: readonly Track[], name: string): MeasuredScale | null {
  let [min, max] = [Infinity, -Infinity];
  for (const { measured, length } of tracks) {
    const values = measured.get(name);
    for (let i = 0; i < length; i++) {
      const value = values?.[i] ?? Number.NaN;
      // Unknown is neither less nor more.
      if (value < min) min = value;
      if (value > max) max = value;
    }
  }
  return min === Infinity ? null : roundScale(min, max);
}

function roundScale(min: number, max: number): MeasuredScale {
  const width = (max - min) / CLASSES || 1;
  const tens = 10 ** Math.floor(Math.log10(width));
  for (const step of [...STEPS.map((each) => each * tens), 20 * tens]) {
    const from = Math.floor(min / step) * step;
    if (from + CLASSES * step >= max) return { from, step };
  }
  return { from: Math.floor(min), step: 50 * tens };
}

/** Upper ends of all classes but the last. */
export const boundsOf = ({ from, step }: MeasuredScale): readonly number[] =>
  Array.from({ length: CLASSES - 1 }, (_, i) => Number((from + (i + 1) * step).toPrecision(12)));

/** Color index of each point for the map: its place on the scale. */
export function sharesOf({ measured, length }: Track, name: string, scale: MeasuredScale | null): Uint8Array {
  const values = measured.get(name);
  return Uint8Array.from({ length }, (_, i) => {
    const value = values?.[i] ?? Number.NaN;
    if (scale === null || Number.isNaN(value)) return UNKNOWN;
    const share = (value - scale.from) / (CLASSES * scale.step);
    return Math.round(Math.max(0, Math.min(1, share)) * WHOLE);
  });
}

/** The last measured value at a moment; null = unknown. */
export function measuredAt(track: Track, name: string, at: number): number | null {
  const i = indexAt(track, at);
  const value = track.measured.get(name)?.[i] ?? Number.NaN;
  return Number.isNaN(value) ? null : value;
}

/** Chart of measured values: flat during a stop, with a hole in a gap and where nothing was measured. */
export function measuredTable(track: Track, name: string, { from, to, stepS }: CurveSpan): CurveTable {
  const curve = new ThinTable(stepS);
  const values = track.measured.get(name);
  for (let i = 0; i < track.length; i++) {
    const [at, next] = [track.time[i] ?? 0, track.time[i + 1] ?? Infinity];
    if (next < from) continue;
    if (at > to) break;
    const known = values?.[i] ?? Number.NaN;
    const value = Number.isNaN(known) ? null : known;
    curve.put(at, value);
    if (next - at <= 1 || next === Infinity) continue;
    if (((track.flags[i + 1] ?? 0) & TRACK_FLAGS.gap) !== 0) {
      curve.put(at + 1, null);
    } else if (((track.flags[i] ?? 0) & TRACK_FLAGS.held) !== 0) {
      curve.put(next - 1, value);
    }
  }
  return curve.table();
}
