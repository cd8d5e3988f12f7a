import type { LatLng, Position } from '@rastro/fleet';
import type { FeatureCollection, LineString, Point } from 'geojson';
import { isPlace } from '../../live/is-place.ts';
import type { MapBounds } from '../../live/map-feed.ts';
import { trailFeature } from '../map-features.ts';

export interface RouteShape {
  /** The way, and a point with `end` at its start and at its end. */
  readonly features: FeatureCollection<LineString | Point>;
  /** null = there is nowhere to look. */
  readonly bounds: MapBounds | null;
}

/**
 * A way that was driven, ready to be drawn. Positions without a place are left out, and so are those at the place of
 * the one before: a vehicle that stands all day is one point.
 * @param positions Oldest first.
 */
export function routeShape(positions: readonly Position[]): RouteShape {
  const places: LatLng[] = [];
  for (const position of positions) {
    if (!isPlace(position)) continue;
    const last = places.at(-1);
    const { latitude, longitude } = position;
    if (last?.latitude !== latitude || last.longitude !== longitude) places.push({ latitude, longitude });
  }
  const [first, last] = [places[0], places.at(-1)];
  if (first === undefined || last === undefined) {
    return { features: { type: 'FeatureCollection', features: [] }, bounds: null };
  }
  const line = trailFeature(places).features;
  const path = line[0]?.geometry.coordinates ?? [[first.longitude, first.latitude]];
  const end = (name: 'start' | 'finish', at: number[]) => ({
    type: 'Feature' as const,
    properties: { end: name },
    geometry: { type: 'Point' as const, coordinates: at },
  });
  const ends = [end('finish', path.at(-1) as number[]), end('start', path[0] as number[])];
  return { features: { type: 'FeatureCollection', features: [...line, ...ends] }, bounds: boundsOf(path) };
}

/** One pass, without spreading: a day may have tens of thousands of points. */
function boundsOf(path: readonly (readonly number[])[]): MapBounds {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [x = 0, y = 0] of path) {
    west = Math.min(west, x);
    east = Math.max(east, x);
    south = Math.min(south, y);
    north = Math.max(north, y);
  }
  return { west, south, east, north };
}
