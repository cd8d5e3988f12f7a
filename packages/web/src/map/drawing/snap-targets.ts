import { parseArea } from '@rastro/fleet';
import type { Position } from 'geojson';
import { latitudeOf, longitudeOf, mercatorX, mercatorY } from '../../live/mercator.ts';
import { geometryOf } from './area-shapes.ts';

/** Width of the world at zoom 0, px. */
const TILE_PX = 512;
/** So near a corner or an edge draws the point to itself; corners win over edges. */
const CORNER_PX = 12;
const EDGE_PX = 8;

type Point = readonly [x: number, y: number];
interface Target {
  /** Mercator, 0..1, going on past 1 over the antimeridian. */
  readonly points: readonly Point[];
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** Corners and edges of shapes that are already there, for a new one to meet. */
export class SnapTargets {
  readonly #targets: readonly Target[];

  /** @param areas In the dialect of the tracking API; circles have no corners to snap to. */
  constructor(areas: readonly string[]) {
    this.#targets = areas.flatMap((text) => {
      const area = parseArea(text);
      if (!area.ok || area.value.kind === 'circle') return [];
      const geometry = geometryOf(area.value);
      const line = geometry.type === 'Polygon' ? (geometry.coordinates[0] ?? []) : geometry.coordinates;
      return [targetOf(line.map(([x = 0, y = 0]) => [mercatorX(x), mercatorY(y)]))];
    });
  }

  /** The nearest corner, else the nearest place on an edge; null = nothing is near enough. */
  nearest(place: { readonly longitude: number; readonly latitude: number }, zoom: number): Position | null {
    const worldPx = TILE_PX * 2 ** zoom;
    const at: Point = [mercatorX(place.longitude), mercatorY(place.latitude)];
    const corner: Found = { point: null, distance: CORNER_PX / worldPx };
    const edge: Found = { point: null, distance: EDGE_PX / worldPx };
    for (const target of this.#targets) {
      // A shape that goes on past 180° may lie on this side of it.
      const worlds = Math.round((target.left + target.right) / 2 - at[0]);
      const here: Point = [at[0] + worlds, at[1]];
      if (isNear(target, here, CORNER_PX / worldPx)) findNearest(target, here, { corner, edge, worlds });
    }
    const found = corner.point ?? edge.point;
    return found && [longitudeOf(found[0]), latitudeOf(found[1])];
  }
}

interface Found {
  point: Point | null;
  distance: number;
}
function findNearest(
  { points }: Target,
  at: Point,
  { corner, edge, worlds }: { readonly corner: Found; readonly edge: Found; readonly worlds: number },
): void {
  let before: Point | undefined;
  for (const point of points) {
    take(corner, point, { at, worlds });
    if (before) take(edge, footOf(at, before, point), { at, worlds });
    before = point;
  }
}
function take(
  found: Found,
  [x, y]: Point,
  { at, worlds }: { readonly at: Point; readonly worlds: number },
): void {
  const distance = Math.hypot(x - at[0], y - at[1]);
  if (distance > found.distance) return;
  found.distance = distance;
  found.point = [x - worlds, y];
}

/** The place of a stretch that is nearest to a point. */
function footOf([x, y]: Point, [fromX, fromY]: Point, [toX, toY]: Point): Point {
  const [dx, dy] = [toX - fromX, toY - fromY];
  const length = dx * dx + dy * dy;
  const share = length === 0 ? 0 : ((x - fromX) * dx + (y - fromY) * dy) / length;
  const within = Math.max(0, Math.min(1, share));
  return [fromX + within * dx, fromY + within * dy];
}

const isNear = ({ left, right, top, bottom }: Target, [x, y]: Point, reach: number): boolean =>
  x >= left - reach && x <= right + reach && y >= top - reach && y <= bottom + reach;

function targetOf(points: readonly Point[]): Target {
  let [left, right, top, bottom] = [Infinity, -Infinity, Infinity, -Infinity];
  for (const [x, y] of points) {
    left = Math.min(left, x);
    right = Math.max(right, x);
    top = Math.min(top, y);
    bottom = Math.max(bottom, y);
  }
  return { points, left, right, top, bottom };
}
