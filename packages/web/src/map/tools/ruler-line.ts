import { distanceM, type LatLng } from '@rastro/fleet';
import type { Feature, FeatureCollection, LineString, Point, Position } from 'geojson';

/** More than a user measures by hand. */
const MAX_POINTS = 500;
/** Longer segments are drawn as the arcs that they are. */
const LONG_M = 100_000;
const ARC_STEPS = 48;
const SAME_M = 0.01;
const RADIANS = Math.PI / 180;

export interface Measured {
  readonly segmentsM: readonly number[];
  readonly totalM: number;
}

/** Adds a point; the second click of a double click, at the same spot, is none. */
export function addPoint(points: readonly LatLng[], point: LatLng): readonly LatLng[] {
  const last = points.at(-1);
  if (points.length === MAX_POINTS) return points;
  return last !== undefined && distanceM(last, point) < SAME_M ? points : [...points, point];
}

/** Great-circle lengths, on the sphere of the tracking API. */
export function measure(points: readonly LatLng[]): Measured {
  const segmentsM = points.slice(1).map((point, at) => distanceM(points[at] as LatLng, point));
  return { segmentsM, totalM: segmentsM.reduce((sum, length) => sum + length, 0) };
}

/**
 * Features of the ruler: the line, the segment to the pointer, the points, and a length at the middle of each segment.
 * @param pointer Where the next point would be; null = nowhere.
 * @param write A length in the user's unit.
 */
export function rulerFeatures(
  points: readonly LatLng[],
  pointer: LatLng | null,
  write: (metres: number) => string,
): FeatureCollection<LineString | Point> {
  const last = points.at(-1);
  // After a tap the pointer still is where the last point is.
  const isAway = last !== undefined && pointer !== null && distanceM(last, pointer) >= SAME_M;
  const ends = isAway ? [...points, pointer] : points;
  const features: Feature<LineString | Point>[] = [];
  let before: number | null = null;
  for (const [at, point] of ends.entries()) {
    const from = ends[at - 1];
    const isLive = at === points.length;
    if (from !== undefined) {
      const line = unwrapped(arc(from, point), before);
      const middle = line[Math.floor((line.length - 1) / 2)] as Position;
      const end = line.at(-1) as Position;
      const centre = line.length === 2 ? halfway(middle, end) : middle;
      features.push({
        type: 'Feature',
        properties: { live: isLive },
        geometry: { type: 'LineString', coordinates: line },
      });
      const text = write(distanceM(from, point));
      features.push({
        type: 'Feature',
        properties: { text },
        geometry: { type: 'Point', coordinates: centre },
      });
      before = end[0] as number;
    } else before = point.longitude;
    if (isLive) continue;
    features.push({
      type: 'Feature',
      properties: { node: true },
      geometry: { type: 'Point', coordinates: [before, point.latitude] },
    });
  }
  return { type: 'FeatureCollection', features };
}

/** The way between two places on the sphere. */
function arc(from: LatLng, to: LatLng): Position[] {
  const ends = [from, to].map(({ latitude, longitude }) => [longitude, latitude]);
  if (distanceM(from, to) < LONG_M) return ends;
  const [a, b] = [vector(from), vector(to)];
  const angle = Math.acos(Math.max(-1, Math.min(1, a[0] * b[0] + a[1] * b[1] + a[2] * b[2])));
  // Opposite ends of the earth have no way of their own.
  if (Math.sin(angle) < 1e-9) return ends;
  return Array.from({ length: ARC_STEPS + 1 }, (_, step) => {
    const part = step / ARC_STEPS;
    const [p, q] = [Math.sin((1 - part) * angle) / Math.sin(angle), Math.sin(part * angle) / Math.sin(angle)];
    const [x, y, z] = [p * a[0] + q * b[0], p * a[1] + q * b[1], p * a[2] + q * b[2]];
    return [Math.atan2(y, x) / RADIANS, Math.atan2(z, Math.hypot(x, y)) / RADIANS];
  });
}

function vector({ latitude, longitude }: LatLng): readonly [number, number, number] {
  const [phi, lambda] = [latitude * RADIANS, longitude * RADIANS];
  return [Math.cos(phi) * Math.cos(lambda), Math.cos(phi) * Math.sin(lambda), Math.sin(phi)];
}

/** Longitudes go on past 180 instead of jumping. */
function unwrapped(line: readonly Position[], start: number | null): Position[] {
  let before = start ?? line[0]?.[0] ?? 0;
  return line.map(([longitude = 0, latitude = 0]) => {
    before = longitude + Math.round((before - longitude) / 360) * 360;
    return [before, latitude];
  });
}

const halfway = ([x = 0, y = 0]: Position, [toX = 0, toY = 0]: Position): Position => [
  (x + toX) / 2,
  (y + toY) / 2,
];
