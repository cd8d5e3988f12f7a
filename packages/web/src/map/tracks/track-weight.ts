import { TRACK_FLAGS } from '@rastro/fleet/tracks';
import type { TrackLine } from './track-buffer.ts';

/** Half of a line, px: where there is space for it, and where there is none. */
const HALF_PX = 2.5;
const THIN_PX = 0.75;
/** Around a line on both sides, px; less than the least is no edge at all. */
const CASING_PX = 1.25;
const MIN_CASING_PX = 0.25;
/** Lines with their edges may cover so much of the ground that they run over. */
const MAX_COVER = 0.6;
/** A straight road, too, has ground around it. */
const BESIDE_PX = 80;

/** Length of the driven tracks, and the area they span; Web Mercator. */
export interface TrackSpread {
  readonly length: number;
  readonly west: number;
  readonly north: number;
  readonly east: number;
  readonly south: number;
}
/** Half of a line, and what its edge adds, px. */
export interface TrackWeight {
  readonly halfPx: number;
  /** 0 = it has no edge. */
  readonly casingPx: number;
}
export const FULL_WEIGHT: TrackWeight = { halfPx: HALF_PX, casingPx: CASING_PX };

export function spreadOf({
  length: points,
  x,
  y,
  flags,
}: Pick<TrackLine, 'length' | 'x' | 'y' | 'flags'>): TrackSpread {
  let length = 0;
  let [west, north, east, south] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let i = 0; i < points; i++) {
    const [px, py] = [x[i] ?? 0, y[i] ?? 0];
    west = Math.min(west, px);
    east = Math.max(east, px);
    north = Math.min(north, py);
    south = Math.max(south, py);
    if (i === 0 || ((flags[i] ?? 0) & TRACK_FLAGS.gap) !== 0) continue;
    const [dx, dy] = [px - (x[i - 1] ?? 0), py - (y[i - 1] ?? 0)];
    length += Math.sqrt(dx * dx + dy * dy);
  }
  return { length, west, north, east, south };
}

/**
 * Width of the lines. Years in one town overlap many times: lines there are thinner and lose their edge, so that
 * streets stay distinct, and a frame costs no more than that of a day. Closer zooms leave more space.
 */
export function weightOf(spreads: readonly TrackSpread[], pxPerUnit: number): TrackWeight {
  const length = spreads.reduce((sum, each) => sum + each.length, 0) * pxPerUnit;
  if (length === 0) return FULL_WEIGHT;
  const min = (of: (each: TrackSpread) => number): number => Math.min(...spreads.map(of));
  const across = -min(({ east }) => -east) - min(({ west }) => west);
  const down = -min(({ south }) => -south) - min(({ north }) => north);
  const ground = (across * pxPerUnit + BESIDE_PX) * (down * pxPerUnit + BESIDE_PX);
  const cover = (length * (HALF_PX + CASING_PX) * 2) / ground;
  const halfPx = Math.max(THIN_PX, Math.min(HALF_PX, (HALF_PX * MAX_COVER) / cover));
  const casingPx = (CASING_PX * (halfPx - THIN_PX)) / (HALF_PX - THIN_PX);
  return { halfPx, casingPx: casingPx < MIN_CASING_PX ? 0 : casingPx };
}
