import { courseFrom, gapM, turnFrom, type Spot } from '../motion/plane.ts';
import { pathOf, type Path, type Waypoint } from '../motion/path.ts';
import type { Random } from '../motion/random.ts';

/** A piece of street that is driven. */
export interface Stretch {
  readonly points: readonly Spot[];
  readonly limitKmh: number;
  /** It ends where streets meet: there may be a light. */
  readonly endsAtJunction: boolean;
}

const STEP_M = 22;
/** Length by which a corner is cut, meters from its tip. */
const CORNER_M = 8;
const BEND_DEG = 18;
const ARC_STEP_DEG = 15;
const LIGHT_CHANCE = 0.16;
const LIGHTS_APART_M = 280;
const LIGHT_S = [8, 38] as const;
/** Turning angle, degrees, and speed, km/h. */
const CORNER_KMH = [
  [60, 18],
  [35, 27],
  [0, 38],
] as const;

/** Drives stretches after each other: round corners, lights at some junctions, a stop at the end. */
export function streetPath(
  stretches: readonly Stretch[],
  { maxKmh, random }: { readonly maxKmh: number | null; readonly random: Random },
): Path | null {
  const corners = joined(stretches, { maxKmh, random });
  if (corners.length < 2) return null;
  const points: Waypoint[] = [];
  for (const [at, corner] of corners.entries()) {
    const [before, after] = [corners[at - 1], corners[at + 1]];
    const put = before && after ? rounded(before, corner, after) : [corner];
    for (const point of put) {
      const last = points.at(-1);
      if (last) points.push(...between(last, point));
      points.push(point);
    }
  }
  return pathOf(points);
}

function joined(
  stretches: readonly Stretch[],
  { maxKmh, random }: { readonly maxKmh: number | null; readonly random: Random },
): readonly Waypoint[] {
  const points: Waypoint[] = [];
  let sinceLightM = 0;
  for (const { points: spots, limitKmh: allowed, endsAtJunction } of stretches) {
    const limitKmh = Math.min(allowed, maxKmh ?? allowed);
    for (const spot of spots) {
      const last = points.at(-1);
      const gap = last ? gapM(last, spot) : Infinity;
      if (gap < 1) continue;
      sinceLightM += last ? gap : 0;
      points.push({ ...spot, limitKmh, waitS: 0 });
    }
    const last = points.at(-1);
    if (!last || !endsAtJunction || sinceLightM < LIGHTS_APART_M || !random.chance(LIGHT_CHANCE)) continue;
    sinceLightM = 0;
    points[points.length - 1] = { ...last, waitS: Math.round(random.between(...LIGHT_S)) };
  }
  const last = points.pop();
  return last ? [...points, { ...last, waitS: 0 }] : points;
}

/** The corner without its tip: a piece of a parabola that touches both streets. */
function rounded(before: Waypoint, corner: Waypoint, after: Waypoint): readonly Waypoint[] {
  const turn = Math.abs(turnFrom(courseFrom(before, corner), courseFrom(corner, after)));
  if (turn < BEND_DEG) return [corner];
  const cutM = Math.min(CORNER_M, gapM(before, corner) * 0.45, gapM(corner, after) * 0.45);
  const [first, last] = [towards(corner, before, cutM), towards(corner, after, cutM)];
  const limitKmh = Math.min(
    corner.limitKmh,
    CORNER_KMH.find(([from]) => turn >= from)?.[1] ?? corner.limitKmh,
  );
  const steps = Math.max(2, Math.round(turn / ARC_STEP_DEG));
  return Array.from({ length: steps + 1 }, (_, step) => {
    const t = step / steps;
    const on = (a: number, b: number, c: number): number =>
      (1 - t) ** 2 * a + 2 * t * (1 - t) * b + t ** 2 * c;
    const spot = { x: on(first.x, corner.x, last.x), y: on(first.y, corner.y, last.y) };
    return { ...spot, limitKmh, waitS: step === 0 ? corner.waitS : 0 };
  });
}

function towards(from: Spot, to: Spot, metres: number): Spot {
  const share = metres / Math.max(0.01, gapM(from, to));
  return { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share };
}

/** Points between two distant ones: speeds are stored for points. */
function between(from: Waypoint, to: Waypoint): readonly Waypoint[] {
  const steps = Math.ceil(gapM(from, to) / STEP_M);
  return Array.from({ length: Math.max(0, steps - 1) }, (_, step) => {
    const share = (step + 1) / steps;
    const spot = { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share };
    return { ...spot, limitKmh: Math.max(from.limitKmh, to.limitKmh), waitS: 0 };
  });
}
