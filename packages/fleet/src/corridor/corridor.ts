import { distanceM, type LatLng } from '../geometry/distance.ts';

/** A line with a width. */
export interface Corridor {
  readonly points: readonly LatLng[];
  /** Metres along the line up to each point. */
  readonly driven: readonly number[];
  readonly lengthM: number;
  /** On either side. */
  readonly widthM: number;
}
/** Where a place is beside a line. */
export interface BesideLine {
  readonly distanceM: number;
  /** Metres along the line to the nearest place of it. */
  readonly alongM: number;
}

const METERS_A_DEGREE = 111_195;
const RADIANS = Math.PI / 180;

/** @throws {RangeError} Less than two points are no line. */
export function corridorOf(points: readonly LatLng[], widthM: number): Corridor {
  if (points.length < 2) throw new RangeError('Cannot follow a line of less than two points');
  let sum = 0;
  const driven = points.map((point, at) => {
    const before = points[at - 1];
    if (before) sum += distanceM(before, point);
    return sum;
  });
  return { points, driven, lengthM: sum, widthM };
}

/** Longest straight piece: a line with long ones does not follow roads. */
export const longestPieceM = ({ driven }: Corridor): number =>
  driven.reduce((longest, meters, at) => Math.max(longest, meters - (driven[at - 1] ?? meters)), 0);

/** Nearest place of a stretch of the line, by metres along it. */
export function besideLine(
  { points, driven }: Corridor,
  place: LatLng,
  { fromM, toM }: { readonly fromM: number; readonly toM: number },
): BesideLine {
  let best: BesideLine = { distanceM: Infinity, alongM: fromM };
  for (let at = 1; at < points.length; at++) {
    const [from, to, begin, end] = [points[at - 1], points[at], driven[at - 1] ?? 0, driven[at] ?? 0];
    if (!from || !to || end < fromM || begin > toM) continue;
    const found = besidePiece(from, to, place);
    const alongM = begin + found.share * (end - begin);
    if (found.distanceM < best.distanceM && alongM >= fromM && alongM <= toM)
      best = { distanceM: found.distanceM, alongM };
  }
  return best;
}

/** On a flat map: pieces are short. */
function besidePiece(
  from: LatLng,
  to: LatLng,
  place: LatLng,
): { readonly distanceM: number; readonly share: number } {
  const narrow = Math.cos(place.latitude * RADIANS);
  const x = (point: LatLng): number => (point.longitude - from.longitude) * narrow * METERS_A_DEGREE;
  const y = (point: LatLng): number => (point.latitude - from.latitude) * METERS_A_DEGREE;
  const [dx, dy, px, py] = [x(to), y(to), x(place), y(place)];
  const square = dx * dx + dy * dy;
  const share = square === 0 ? 0 : Math.min(1, Math.max(0, (px * dx + py * dy) / square));
  return { distanceM: Math.hypot(px - share * dx, py - share * dy), share };
}
