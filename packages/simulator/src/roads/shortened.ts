import { gapM, type Spot } from '../motion/plane.ts';

/**
 * Leaves out points that lie closer than `withinM` to the line without them.
 * @source Douglas and Peucker, 1973.
 */
export function shortened(points: readonly Spot[], withinM: number): readonly Spot[] {
  const remaining = new Set([0, points.length - 1]);
  const waiting: [number, number][] = [[0, points.length - 1]];
  for (let part = waiting.pop(); part; part = waiting.pop()) {
    const [first, last] = part;
    const [start, end] = [points[first], points[last]];
    if (!start || !end) continue;
    let [farthest, away] = [0, withinM];
    for (let at = first + 1; at < last; at++) {
      const point = points[at];
      const gap = point ? fromSegment(point, start, end).gap : 0;
      if (gap > away) [farthest, away] = [at, gap];
    }
    if (farthest === 0) continue;
    remaining.add(farthest);
    waiting.push([first, farthest], [farthest, last]);
  }
  return points.filter((_, at) => remaining.has(at));
}

/** Returns the distance of a spot from a segment, and the share of it at which the nearest point lies. */
export function fromSegment(
  spot: Spot,
  start: Spot,
  end: Spot,
): { readonly gap: number; readonly share: number } {
  const [dx, dy] = [end.x - start.x, end.y - start.y];
  const square = dx * dx + dy * dy;
  const along = square === 0 ? 0 : ((spot.x - start.x) * dx + (spot.y - start.y) * dy) / square;
  const share = Math.min(1, Math.max(0, along));
  return { gap: gapM(spot, { x: start.x + dx * share, y: start.y + dy * share }), share };
}
