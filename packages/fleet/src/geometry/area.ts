import { fail, ok, type Result } from '@rastro/base';
import type { LatLng } from './distance.ts';

export interface CircleArea {
  readonly kind: 'circle';
  readonly centre: LatLng;
  readonly radiusM: number;
}
/** At least three corners; the closing point is not repeated. */
export interface PolygonArea {
  readonly kind: 'polygon';
  readonly points: readonly LatLng[];
}
/** At least two points. Its width is the geofence attribute `polylineDistance`. */
export interface LineArea {
  readonly kind: 'line';
  readonly points: readonly LatLng[];
}
export type GeofenceArea = CircleArea | PolygonArea | LineArea;

/** Problem of a text that should be an area. */
export type AreaFailure = 'SHAPE' | 'POINT' | 'TOO_FEW_POINTS' | 'TOO_MANY_POINTS' | 'RADIUS';

const MAX_POINTS = 4000;
const FORM = /^(CIRCLE|POLYGON|LINESTRING) ?\((.*)\)$/s;

/**
 * Reads the geofence dialect of WKT: latitude first, upper-case keyword.
 * @source docs/reference/tracking-api.md §7.1; looser about blanks, because what is unambiguous should work.
 */
export function parseArea(text: string): Result<GeofenceArea, AreaFailure> {
  const [, keyword, inner] = FORM.exec(text.trim()) ?? [];
  if (inner === undefined) return fail('SHAPE');
  if (keyword === 'CIRCLE') return parseCircle(inner);
  if (keyword === 'LINESTRING') return parsePoints(inner, 2, (points) => ({ kind: 'line', points }));
  const ring = /^ *\(([^()]*)\) *$/.exec(inner)?.[1];
  if (ring === undefined) return fail('SHAPE');
  return parsePoints(ring, 3, (points) => ({ kind: 'polygon', points }));
}

/** Writes an area as clients of the tracking API read it. */
export function formatArea(area: GeofenceArea): string {
  if (area.kind === 'circle') return `CIRCLE (${pair(area.centre)}, ${round(area.radiusM, 1)})`;
  const points = area.points.map(pair);
  if (area.kind === 'line') return `LINESTRING (${points.join(', ')})`;
  return `POLYGON ((${[...points, points[0]].join(', ')}))`;
}

function parseCircle(inner: string): Result<GeofenceArea, AreaFailure> {
  const parts = inner.split(',');
  const centre = parsePoint(parts[0] ?? '');
  if (!centre) return fail('POINT');
  const radiusM = decimal((parts[1] ?? '').trim());
  if (parts.length !== 2 || radiusM === null || radiusM <= 0) return fail('RADIUS');
  return ok({ kind: 'circle', centre, radiusM });
}

function parsePoints(
  inner: string,
  atLeast: number,
  make: (points: readonly LatLng[]) => GeofenceArea,
): Result<GeofenceArea, AreaFailure> {
  const texts = inner.split(',');
  if (texts.length > MAX_POINTS) return fail('TOO_MANY_POINTS');
  const points: LatLng[] = [];
  for (const text of texts) {
    const point = parsePoint(text);
    if (!point) return fail('POINT');
    points.push(point);
  }
  const [first] = points;
  const last = points.at(-1);
  if (atLeast === 3 && points.length > 1 && first && last && same(first, last)) points.pop();
  return points.length < atLeast ? fail('TOO_FEW_POINTS') : ok(make(points));
}

function parsePoint(text: string): LatLng | null {
  const [latitude, longitude, ...rest] = text.trim().split(/\s+/).map(decimal);
  if (latitude === null || longitude === null || rest.length > 0) return null;
  if (latitude === undefined || longitude === undefined) return null;
  if (Math.abs(latitude) > 90 || Math.abs(longitude) > 180) return null;
  return { latitude, longitude };
}

/** Number() alone would read "" as 0 and "0x10" as 16. */
function decimal(text: string): number | null {
  return /^[-+]?\d+(\.\d*)?(e[-+]?\d+)?$/i.test(text) ? Number(text) : null;
}

const same = (a: LatLng, b: LatLng): boolean => a.latitude === b.latitude && a.longitude === b.longitude;
const round = (value: number, digits: number): number => Number(value.toFixed(digits));
const pair = ({ latitude, longitude }: LatLng): string => `${round(latitude, 7)} ${round(longitude, 7)}`;
