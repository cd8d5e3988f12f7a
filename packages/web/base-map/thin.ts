/// <reference types="node" />
import type { Position } from 'geojson';

/** Distance that a dropped point may lie from the simplified line, in degrees. */
export interface Tolerance {
  readonly usual: number;
  /** Where hardly anybody drives: coasts there are long and torn. */
  readonly polar: number;
}
/** The latitude of Oslo and of the southern ice. */
const POLAR_LATITUDE = 60;

/** The line without points that nobody would miss. Its ends stay, and so do lines that meet there. */
export function thinLine(line: readonly Position[], tolerance: Tolerance): Position[] {
  const last = line.length - 1;
  const retained = new Set([0, last]);
  const open: Span[] = [[0, last]];
  for (let span = open.pop(); span !== undefined; span = open.pop()) {
    const at = farthest(line, span, tolerance);
    if (at === null) continue;
    retained.add(at);
    open.push([span[0], at], [at, span[1]]);
  }
  return line.filter((_, at) => retained.has(at));
}

/** A ring of fewer than three corners is no land: null. */
export function thinRing(ring: readonly Position[], tolerance: Tolerance): Position[] | null {
  const thin = thinLine(ring, tolerance);
  return thin.length < 4 ? null : thin;
}

type Span = readonly [from: number, to: number];

/** The point between two that lies farthest beyond what is tolerated there; null = all are near enough. */
function farthest(line: readonly Position[], [from, to]: Span, { usual, polar }: Tolerance): number | null {
  let max = 1;
  let found: number | null = null;
  for (let at = from + 1; at < to; at++) {
    const [, latitude = 0] = line[at] ?? [];
    const tolerance = Math.abs(latitude) > POLAR_LATITUDE ? polar : usual;
    const distance = fromChord(line[at], line[from], line[to]) / tolerance;
    if (distance <= max) continue;
    max = distance;
    found = at;
  }
  return found;
}

function fromChord(
  [x = 0, y = 0]: Position = [],
  [ax = 0, ay = 0]: Position = [],
  [bx = 0, by = 0]: Position = [],
) {
  const length = Math.hypot(bx - ax, by - ay);
  if (length === 0) return Math.hypot(x - ax, y - ay);
  return Math.abs((by - ay) * (x - ax) - (bx - ax) * (y - ay)) / length;
}
