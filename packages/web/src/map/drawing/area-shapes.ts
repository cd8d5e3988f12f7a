import { distanceM, EARTH_RADIUS_M, type CircleArea, type GeofenceArea, type LatLng } from '@rastro/fleet';
import type { LineString, Polygon, Position } from 'geojson';
import { latitudeOf, longitudeOf, mercatorX, mercatorY } from '../../live/mercator.ts';

/** West, south, east, north; east may pass 180. */
export type AreaBounds = readonly [number, number, number, number];

/** Corners of the polygon that stands for a circle. */
const CIRCLE_CORNERS = 64;
/** Radii are written with one decimal. */
const MIN_RADIUS_M = 0.1;
/** The drawing tool rejects more digits than these. */
const DIGITS = 9;
const RADIANS = Math.PI / 180;

/**
 * The area as the map draws it; longitudes go on past 180 instead of jumping.
 * @param corners Of the polygon that stands for a circle.
 */
export function geometryOf(area: GeofenceArea, corners = CIRCLE_CORNERS): Polygon | LineString {
  if (area.kind === 'line') return { type: 'LineString', coordinates: coordinatesOf(area.points) };
  const ring = coordinatesOf(area.kind === 'circle' ? circleOutline(area, corners) : area.points);
  return { type: 'Polygon', coordinates: [[...ring, ring[0] as Position]] };
}

/**
 * Reads what was drawn.
 * @param kind What the drawing stands for: a circle arrives as a polygon.
 * @returns Null when there are too few points, or a circle has no extent.
 */
export function areaOf(kind: GeofenceArea['kind'], drawn: Polygon | LineString): GeofenceArea | null {
  const coordinates =
    drawn.type === 'Polygon' ? (drawn.coordinates[0] ?? []).slice(0, -1) : drawn.coordinates;
  if (kind === 'circle') return circleOf(coordinates);
  const points = coordinates.map(placeOf);
  return points.length < (kind === 'line' ? 2 : 3) ? null : { kind, points };
}

/** The box around an area. */
export function boundsOf(area: GeofenceArea): AreaBounds {
  const geometry = geometryOf(area);
  const coordinates = geometry.type === 'Polygon' ? (geometry.coordinates[0] ?? []) : geometry.coordinates;
  return extentOf(coordinates);
}

/** Points at the same distance all around, on the sphere that containment is measured on. */
function circleOutline({ centre, radiusM }: CircleArea, corners: number): LatLng[] {
  const angle = radiusM / EARTH_RADIUS_M;
  const from = centre.latitude * RADIANS;
  return Array.from({ length: corners }, (_, corner) => {
    const course = (corner / corners) * 2 * Math.PI;
    const sine = Math.sin(from) * Math.cos(angle) + Math.cos(from) * Math.sin(angle) * Math.cos(course);
    const east = Math.atan2(
      Math.sin(course) * Math.sin(angle) * Math.cos(from),
      Math.cos(angle) - Math.sin(from) * sine,
    );
    return { latitude: Math.asin(sine) / RADIANS, longitude: centre.longitude + east / RADIANS };
  });
}

function circleOf(ring: readonly Position[]): CircleArea | null {
  if (ring.length < 3) return null;
  const [west, south, east, north] = extentOf(ring);
  // The tool scales circles on the flat map, so the middle is the one of the map.
  const centre = placeOf([
    longitudeOf((mercatorX(west) + mercatorX(east)) / 2),
    latitudeOf((mercatorY(south) + mercatorY(north)) / 2),
  ]);
  const sum = ring.reduce((metres, corner) => metres + distanceM(centre, placeOf(corner)), 0);
  const radiusM = sum / ring.length;
  return radiusM >= MIN_RADIUS_M ? { kind: 'circle', centre, radiusM } : null;
}

function coordinatesOf(points: readonly LatLng[]): Position[] {
  let before = points[0]?.longitude ?? 0;
  return points.map(({ latitude, longitude }) => {
    before = longitude + Math.round((before - longitude) / 360) * 360;
    return [rounded(before), rounded(latitude)];
  });
}

function extentOf(coordinates: readonly Position[]): AreaBounds {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [longitude = 0, latitude = 0] of coordinates) {
    west = Math.min(west, longitude);
    east = Math.max(east, longitude);
    south = Math.min(south, latitude);
    north = Math.max(north, latitude);
  }
  return [west, south, east, north];
}

const rounded = (value: number): number => Number(value.toFixed(DIGITS));
const placeOf = ([longitude = 0, latitude = 0]: Position): LatLng => ({
  latitude,
  longitude: longitude - Math.round(longitude / 360) * 360,
});
