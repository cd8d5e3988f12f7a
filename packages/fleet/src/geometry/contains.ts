import type { GeofenceArea, PolygonArea } from './area.ts';
import { distanceM, EARTH_RADIUS_M, type LatLng } from './distance.ts';

/** Half-width of a line without `polylineDistance`. */
export const DEFAULT_LINE_DISTANCE_M = 25;

/**
 * Whether a place is inside an area.
 * @param lineDistanceM Half-width of lines, metres.
 * @source docs/reference/tracking-api.md §7.2
 * @example containsPoint({ kind: 'circle', centre: { latitude: 52, longitude: 13 }, radiusM: 100 },
 *   { latitude: 52.0008, longitude: 13 }) // true: 89.06 m
 */
export function containsPoint(
  area: GeofenceArea,
  place: LatLng,
  lineDistanceM: number = DEFAULT_LINE_DISTANCE_M,
): boolean {
  if (area.kind === 'circle') return distanceM(area.centre, place) <= area.radiusM;
  if (area.kind === 'polygon') return isInPolygon(area, place);
  return pairsOf(area.points).some(([from, to]) => distanceToSegmentM(place, from, to) <= lineDistanceM);
}

/** Whether the straight way between two places meets an area; the width of a line does not count. */
export function crossesSegment(area: GeofenceArea, from: LatLng, to: LatLng): boolean {
  if (area.kind === 'circle') {
    const nearest = distanceToSegmentM(area.centre, from, to);
    return Math.min(nearest, distanceM(area.centre, from)) <= area.radiusM;
  }
  const shift = shifterOf(area);
  const corners = area.points.map(shift);
  const [a, b] = [shift(from), shift(to)];
  if (area.kind === 'line') return pairsOf(corners).some(([start, end]) => segmentsMeet(start, end, a, b));
  return (
    isInPolygon(area, from) ||
    pairsOf(corners).some(([start, end]) => segmentsMeet(start, end, a, b)) ||
    segmentsMeet(corners.at(-1) ?? a, corners[0] ?? a, a, b)
  );
}

/** A box of degrees; `west` <= `east`, so what lies across the antimeridian has two. */
export interface Box {
  readonly south: number;
  readonly north: number;
  readonly west: number;
  readonly east: number;
}

/** Boxes outside of which an area contains nothing. A little too large rather than too small. */
export function boxesOf(area: GeofenceArea, lineDistanceM: number = DEFAULT_LINE_DISTANCE_M): readonly Box[] {
  if (area.kind === 'circle') return widened([area.centre], area.radiusM);
  return widened(area.points.map(shifterOf(area)), area.kind === 'line' ? lineDistanceM : 1);
}

/** Even-odd rule, degrees taken as a plane. */
function isInPolygon(area: PolygonArea, place: LatLng): boolean {
  const shift = shifterOf(area);
  const { latitude, longitude } = shift(place);
  const { points } = area;
  let inside = false;
  let previous = points.at(-1);
  for (const point of points) {
    if (!previous) return false;
    const [a, b] = [shift(previous), shift(point)];
    const straddles = a.longitude < longitude !== b.longitude < longitude;
    if (straddles) {
      const along = (longitude - a.longitude) / (b.longitude - a.longitude);
      if (a.latitude + along * (b.latitude - a.latitude) < latitude) inside = !inside;
    }
    previous = point;
  }
  return inside;
}

const SAME = (point: LatLng): LatLng => point;
const EASTWARD = (point: LatLng): LatLng =>
  point.longitude < -90 ? { latitude: point.latitude, longitude: point.longitude + 360 } : point;

type Pointed = Exclude<GeofenceArea, { readonly kind: 'circle' }>;
const shifters = new WeakMap<Pointed, (point: LatLng) => LatLng>();

/** A polygon or line with points near both sides of the antimeridian is treated as one piece. */
function shifterOf(area: Pointed): (point: LatLng) => LatLng {
  let shifter = shifters.get(area);
  if (!shifter) {
    const spans = area.points.some((p) => p.longitude > 90) && area.points.some((p) => p.longitude < -90);
    shifters.set(area, (shifter = spans ? EASTWARD : SAME));
  }
  return shifter;
}

/** Height of the triangle by Heron's formula; beyond an end, the distance to that end. */
function distanceToSegmentM(place: LatLng, from: LatLng, to: LatLng): number {
  const a = distanceM(place, from);
  const b = distanceM(place, to);
  const c = distanceM(from, to);
  if (c === 0) return Infinity;
  if (a * a >= b * b + c * c) return b;
  if (b * b >= a * a + c * c) return a;
  const s = (a + b + c) / 2;
  return (2 * Math.sqrt(Math.max(0, s * (s - a) * (s - b) * (s - c)))) / c;
}

function segmentsMeet(a: LatLng, b: LatLng, c: LatLng, d: LatLng): boolean {
  const [abc, abd, cda, cdb] = [
    orientation(a, b, c),
    orientation(a, b, d),
    orientation(c, d, a),
    orientation(c, d, b),
  ];
  if (abc * abd < 0 && cda * cdb < 0) return true;
  return (
    (abc === 0 && isBetween(a, b, c)) ||
    (abd === 0 && isBetween(a, b, d)) ||
    (cda === 0 && isBetween(c, d, a)) ||
    (cdb === 0 && isBetween(c, d, b))
  );
}
/** > 0 when a → b → c turns one way, < 0 the other, 0 on one line. */
const orientation = (a: LatLng, b: LatLng, c: LatLng): number =>
  (b.longitude - a.longitude) * (c.latitude - a.latitude) -
  (b.latitude - a.latitude) * (c.longitude - a.longitude);
const isBetween = (a: LatLng, b: LatLng, p: LatLng): boolean =>
  Math.min(a.latitude, b.latitude) <= p.latitude &&
  p.latitude <= Math.max(a.latitude, b.latitude) &&
  Math.min(a.longitude, b.longitude) <= p.longitude &&
  p.longitude <= Math.max(a.longitude, b.longitude);

const pairsOf = (points: readonly LatLng[]): readonly (readonly [LatLng, LatLng])[] =>
  points.slice(1).map((point, i) => [points[i] ?? point, point]);

function widened(points: readonly LatLng[], byM: number): readonly Box[] {
  let [south, north, west, east] = [90, -90, Infinity, -Infinity];
  for (const { latitude, longitude } of points) {
    south = Math.min(south, latitude);
    north = Math.max(north, latitude);
    west = Math.min(west, longitude);
    east = Math.max(east, longitude);
  }
  // One part in a thousand more than needed: rounding must not cut.
  const degrees = ((byM * 1.001) / EARTH_RADIUS_M) * (180 / Math.PI) + 1e-9;
  south = Math.max(-90, south - degrees);
  north = Math.min(90, north + degrees);
  // A circle bulges poleward of its center, so the meridians count where they stand closest.
  const closest = Math.cos((Math.max(Math.abs(south), Math.abs(north)) * Math.PI) / 180);
  const margin = closest * 360 <= degrees ? 360 : degrees / closest;
  west -= margin;
  east += margin;
  if (east - west >= 360) return [{ south, north, west: -180, east: 180 }];
  if (west < -180)
    return [
      { south, north, west: -180, east },
      { south, north, west: west + 360, east: 180 },
    ];
  if (east > 180)
    return [
      { south, north, west, east: 180 },
      { south, north, west: -180, east: east - 360 },
    ];
  return [{ south, north, west, east }];
}
