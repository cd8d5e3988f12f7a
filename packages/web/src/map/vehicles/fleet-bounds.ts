import { MapFlag, type MapBounds } from '../../live/map-feed.ts';
import { latitudeOf, longitudeOf } from '../../live/mercator.ts';
import type { VehicleInstances } from './vehicle-instances.ts';

/**
 * The smallest box around vehicles that have a place, the short way round the world; null = there is none.
 * @param isAsked Which vehicles count: what a filter leaves out is not on the map either.
 */
export function fleetBounds(
  instances: VehicleInstances,
  isAsked: (id: number) => boolean = () => true,
): MapBounds | null {
  const xs: number[] = [];
  let [top, bottom] = [1, 0];
  for (let slot = 0; slot < instances.end; slot++) {
    const id = instances.ids[slot] ?? 0;
    const isPlaced = ((instances.flags[slot] ?? 0) & MapFlag.placed) !== 0;
    if (id === 0 || !isPlaced || !isAsked(id)) continue;
    xs.push(instances.toX[slot] as number);
    top = Math.min(top, instances.toY[slot] as number);
    bottom = Math.max(bottom, instances.toY[slot] as number);
  }
  if (xs.length === 0) return null;
  const [west, east] = shortestSpan(xs, 1);
  return {
    west: longitudeOf(west),
    east: longitudeOf(east),
    north: latitudeOf(top),
    south: latitudeOf(bottom),
  };
}

/**
 * The stretch around all of them, the short way round.
 * @param world Once round the world, in the unit of `xs`; the end of the stretch may lie beyond it.
 */
export function shortestSpan(xs: readonly number[], world: number): readonly [west: number, east: number] {
  const sorted = xs.toSorted((a, b) => a - b);
  // The widest gap between neighbors is left out; it may be the one over the antimeridian.
  let [west, east] = [sorted[0] as number, sorted.at(-1) as number];
  let widest = world - (east - west);
  for (let at = 1; at < sorted.length; at++) {
    const gap = (sorted[at] as number) - (sorted[at - 1] as number);
    if (gap <= widest) continue;
    widest = gap;
    west = sorted[at] as number;
    east = (sorted[at - 1] as number) + world;
  }
  return [west, east];
}
