import type { GeofenceArea, LatLng } from '@rastro/fleet';
import { checked, type FeatureProblem, type FenceFeature, type ReadFeature } from './fence-feature.ts';

type Json = Readonly<Record<string, unknown>>;
const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** RFC 7946; a circle is a point with a `radius` in meters. */
export function writeGeoJson(features: readonly FenceFeature[]): string {
  const collection = {
    type: 'FeatureCollection',
    features: features.map(({ name, description, color, area }) => ({
      type: 'Feature',
      properties: {
        name,
        ...(description === null ? {} : { description }),
        ...(color === null ? {} : { color }),
        ...(area.kind === 'circle' ? { radius: area.radiusM } : {}),
      },
      geometry: geometryOf(area),
    })),
  };
  return JSON.stringify(collection, null, 1);
}

/** @returns null = it is no GeoJSON. */
export function readGeoJson(text: string): readonly ReadFeature[] | null {
  let root: unknown;
  try {
    root = JSON.parse(text);
  } catch {
    return null; // Not JSON: the answer.
  }
  if (!isObject(root)) return null;
  const list: unknown = root['type'] === 'FeatureCollection' ? root['features'] : [root];
  if (!Array.isArray(list)) return null;
  return list.filter(isObject).flatMap((each) => {
    const feature = each['type'] === 'Feature' ? each : { properties: {}, geometry: each };
    const properties = isObject(feature['properties']) ? feature['properties'] : {};
    const text = (name: string): string => (typeof properties[name] === 'string' ? properties[name] : '');
    const radius = Number(properties['radius'] ?? 0);
    const areas = isObject(feature['geometry'])
      ? areasOf(feature['geometry'], radius)
      : ['unknownShape' as const];
    return areas.map((area, at) => {
      const name = areas.length > 1 ? `${text('name')} ${at + 1}` : text('name');
      return checked(area, { name, description: text('description'), color: text('color') });
    });
  });
}

function geometryOf(area: GeofenceArea): object {
  const pair = ({ latitude, longitude }: LatLng): readonly number[] => [longitude, latitude];
  if (area.kind === 'circle') return { type: 'Point', coordinates: pair(area.centre) };
  const points = area.points.map(pair);
  if (area.kind === 'line') return { type: 'LineString', coordinates: points };
  return { type: 'Polygon', coordinates: [[...points, points[0]]] };
}

function areasOf(
  { type, coordinates, geometries }: Json,
  radius: number,
): readonly (GeofenceArea | FeatureProblem)[] {
  const parts = Array.isArray(coordinates) ? (coordinates as unknown[]) : [];
  switch (type) {
    case 'Point': {
      if (!(radius > 0)) return ['noRadius'];
      const [centre] = pointsOf([coordinates]) ?? [];
      return [centre === undefined ? 'badPoints' : { kind: 'circle', centre, radiusM: radius }];
    }
    case 'LineString': {
      const points = pointsOf(coordinates);
      return [points === null ? 'badPoints' : { kind: 'line', points }];
    }
    case 'Polygon': {
      if (parts.length > 1) return ['hasHoles'];
      const points = pointsOf(parts[0]);
      return [points === null ? 'badPoints' : { kind: 'polygon', points: withoutEnd(points) }];
    }
    case 'MultiLineString':
      return parts.flatMap((part) => areasOf({ type: 'LineString', coordinates: part }, radius));
    case 'MultiPolygon':
      return parts.flatMap((part) => areasOf({ type: 'Polygon', coordinates: part }, radius));
    case 'GeometryCollection':
      return (Array.isArray(geometries) ? geometries : [])
        .filter(isObject)
        .flatMap((g) => areasOf(g, radius));
    default:
      return ['unknownShape'];
  }
}

function pointsOf(list: unknown): readonly LatLng[] | null {
  if (!Array.isArray(list)) return null;
  const points: LatLng[] = [];
  for (const pair of list as unknown[]) {
    const [longitude, latitude] = Array.isArray(pair) ? (pair as unknown[]) : [];
    if (typeof latitude !== 'number' || typeof longitude !== 'number') return null;
    points.push({ latitude, longitude });
  }
  return points;
}

/** Rings in files end where they begin; ours do not. */
export function withoutEnd(points: readonly LatLng[]): readonly LatLng[] {
  const [first, last] = [points[0], points.at(-1)];
  const isClosed =
    points.length > 1 && first?.latitude === last?.latitude && first?.longitude === last?.longitude;
  return isClosed ? points.slice(0, -1) : points;
}
