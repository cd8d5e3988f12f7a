import { COARSEST, TRACK_LEVELS, type TrackPoints } from './track-points.ts';

type Line = Pick<TrackPoints, 'second' | 'latE5' | 'lonE5'>;

/** Belongs to no level: it may be left out everywhere. */
export const FREE = -1;
const METRES_PER_E5 = (6_378_137 * Math.PI) / 180 / 100_000;
const FULL_TURN = 36_000_000;
/**
 * A stretch without points of a level is never longer: searching one costs its square at worst, and a hostile track
 * causes the worst case in each.
 */
const LONGEST = 2048;

/**
 * Assigns a level to each point. Coarse levels come first and finer ones refine them, so that a level holds all points
 * of the coarser ones, and its tolerance is measured against the recorded points, not against another level.
 * Loops, no recursion: a day may have 86,400 points.
 * @param forced Per point the coarsest level that must have it, or FREE. The ends belong to all levels.
 */
export function levelsOf(line: Line, forced: readonly number[]): number[] {
  const levels = [...forced];
  const last = levels.length - 1;
  if (last < 0) return levels;
  levels[0] = COARSEST;
  levels[last] = COARSEST;
  const plane = planeOf(line);
  for (let level = COARSEST; level >= 0; level--) refine(plane, levels, level);
  return levels;
}

/** Places in units of 1e-5 degrees, longitudes without the jump at the antimeridian. */
interface Plane {
  readonly second: Float64Array;
  readonly x: Float64Array;
  readonly y: Float64Array;
  /** Length of a degree of longitude there, relative to one of latitude. */
  readonly shrink: Float64Array;
}

function planeOf({ second, latE5, lonE5 }: Line): Plane {
  const x = new Float64Array(lonE5.length);
  const shrink = new Float64Array(lonE5.length);
  let turns = 0;
  for (let i = 0; i < lonE5.length; i++) {
    const step = (lonE5[i] ?? 0) - (lonE5[i - 1] ?? lonE5[i] ?? 0);
    if (step > FULL_TURN / 2) turns--;
    else if (step < -FULL_TURN / 2) turns++;
    x[i] = (lonE5[i] ?? 0) + turns * FULL_TURN;
    shrink[i] = Math.cos(((latE5[i] ?? 0) / 100_000) * (Math.PI / 180));
  }
  return { second: new Float64Array(second), x, y: new Float64Array(latE5), shrink };
}

function refine(plane: Plane, levels: number[], level: number): void {
  let anchor = 0;
  for (let i = 1; i < levels.length; i++) {
    if ((levels[i] ?? FREE) < level) {
      if (i - anchor < LONGEST) continue;
      levels[i] = level;
    }
    split(plane, levels, level, [anchor, i]);
    anchor = i;
  }
}

/** Adds the farthest point between two, and continues with both halves, until none is too far. */
function split(plane: Plane, levels: number[], level: number, ends: readonly [number, number]): void {
  const { toleranceM, keeps } = TRACK_LEVELS[level] ?? TRACK_LEVELS[0];
  const limit = (toleranceM / METRES_PER_E5) ** 2;
  const farthestOf = keeps === 'shape' ? farthestFromSegment : farthestInTime;
  const open: number[] = [...ends];
  for (let to = open.pop(), from = open.pop(); from !== undefined && to !== undefined;) {
    const at = to - from > 1 ? farthestOf(plane, from, to, limit) : FREE;
    if (at !== FREE) {
      levels[at] = level;
      open.push(from, at, at, to);
    }
    to = open.pop();
    from = open.pop();
  }
}

// Both scan each point of a day up to six times, two million times for a year: one loop over typed arrays without a
// call in it takes a third of the time.

/**
 * The point between two that is farthest from where a steady drive between them would be in its second.
 * @param limit Squared; FREE when none is farther.
 */
function farthestInTime({ second, x, y, shrink }: Plane, from: number, to: number, limit: number): number {
  const start = second[from] ?? 0;
  const length = (second[to] ?? 0) - start;
  const [x0, y0] = [x[from] ?? 0, y[from] ?? 0];
  const [wayX, wayY] = [(x[to] ?? 0) - x0, (y[to] ?? 0) - y0];
  let farthest = limit;
  let at = FREE;
  for (let i = from + 1; i < to; i++) {
    const part = length === 0 ? 0 : ((second[i] ?? 0) - start) / length;
    const dx = ((x[i] ?? 0) - x0 - part * wayX) * (shrink[i] ?? 1);
    const dy = (y[i] ?? 0) - y0 - part * wayY;
    const distance = dx * dx + dy * dy;
    if (distance <= farthest) continue;
    farthest = distance;
    at = i;
  }
  return at;
}

/** The same, from the straight line between them. */
function farthestFromSegment({ x, y, shrink }: Plane, from: number, to: number, limit: number): number {
  const [x0, y0] = [x[from] ?? 0, y[from] ?? 0];
  const [wayX, wayY] = [(x[to] ?? 0) - x0, (y[to] ?? 0) - y0];
  let farthest = limit;
  let at = FREE;
  for (let i = from + 1; i < to; i++) {
    const scale = shrink[i] ?? 1;
    const ax = wayX * scale;
    const px = ((x[i] ?? 0) - x0) * scale;
    const py = (y[i] ?? 0) - y0;
    const length = ax * ax + wayY * wayY;
    const part = length === 0 ? 0 : Math.min(1, Math.max(0, (px * ax + py * wayY) / length));
    const dx = px - part * ax;
    const dy = py - part * wayY;
    const distance = dx * dx + dy * dy;
    if (distance <= farthest) continue;
    farthest = distance;
    at = i;
  }
  return at;
}
