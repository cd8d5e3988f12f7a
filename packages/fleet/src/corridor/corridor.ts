import { distanceM, type LatLng } from '../geometry/distance.ts';

/** A line with a width, and when a vehicle beside it has left it. */
export interface Corridor {
  readonly points: readonly LatLng[];
  /** Meters along the line up to each point. */
  readonly driven: readonly number[];
  readonly lengthM: number;
  /** On either side: here a vehicle is on its way. */
  readonly widthM: number;
  /** On either side: only farther away it may have left. */
  readonly outerM: number;
  /** So long it must have been outside. */
  readonly outsideMs: number;
}
/** Absent = as {@link corridorOf} chooses. */
export interface CorridorLimits {
  readonly outerM?: number | undefined;
  readonly outsideMs?: number | undefined;
}
/** Where a place is beside a line. */
export interface BesideLine {
  readonly distanceM: number;
  /** Meters along the line to the nearest place of it. */
  readonly alongM: number;
}

/** The second threshold lies so far beyond the first, in meters or as a share of it. */
const [BEYOND_M, BEYOND_SHARE] = [50, 0.5];
const OUTSIDE_MS = 30_000;
const METERS_A_DEGREE = 111_195;
const RADIANS = Math.PI / 180;

/** @throws {RangeError} Less than two points are no line. */
export function corridorOf(
  points: readonly LatLng[],
  widthM: number,
  { outerM, outsideMs = OUTSIDE_MS }: CorridorLimits = {},
): Corridor {
  if (points.length < 2) throw new RangeError('Cannot follow a line of less than two points');
  let sum = 0;
  const driven = points.map((point, at) => {
    const before = points[at - 1];
    if (before) sum += distanceM(before, point);
    return sum;
  });
  const defaultM = widthM + Math.max(BEYOND_M, widthM * BEYOND_SHARE);
  return {
    points,
    driven,
    lengthM: sum,
    widthM,
    outerM: Math.max(widthM, outerM ?? defaultM),
    outsideMs,
  };
}

/** Nearest place of a line, on a flat map around the place that is asked for. */
export function besideLine({ points, driven }: Corridor, place: LatLng): BesideLine {
  const narrow = Math.cos(place.latitude * RADIANS);
  let [x1, y1] = [0, 0];
  let [best, alongM] = [Infinity, 0];
  for (let at = 0; at < points.length; at++) {
    const point = points[at];
    if (!point) continue;
    const x2 = eastDegrees(place.longitude, point.longitude) * narrow;
    const y2 = point.latitude - place.latitude;
    if (at > 0) {
      const [dx, dy] = [x2 - x1, y2 - y1];
      const square = dx * dx + dy * dy;
      const share = square === 0 ? 0 : Math.min(1, Math.max(0, -(x1 * dx + y1 * dy) / square));
      const distance = Math.hypot(x1 + share * dx, y1 + share * dy);
      if (distance < best) {
        const [begin = 0, end = 0] = [driven[at - 1], driven[at]];
        [best, alongM] = [distance, begin + share * (end - begin)];
      }
    }
    [x1, y1] = [x2, y2];
  }
  return { distanceM: best * METERS_A_DEGREE, alongM };
}

/** Across the antimeridian the short way. */
function eastDegrees(from: number, to: number): number {
  const degrees = to - from;
  if (degrees > 180) return degrees - 360;
  return degrees < -180 ? degrees + 360 : degrees;
}
