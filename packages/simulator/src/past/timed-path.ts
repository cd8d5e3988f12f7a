import { courseFrom, gapM, turnFrom, type Spot } from '../motion/plane.ts';
import { pathOf, type Path } from '../motion/path.ts';

/** Density of a tracker's records while it drives. */
export interface Grain {
  readonly everyS: number;
  /** A bend of so many degrees is worth a record of its own. */
  readonly bendDeg: number;
  /** Never closer together than this, seconds. */
  readonly minIntervalS: number;
}
export interface PathSample {
  /** Seconds and meters since the start. */
  readonly atS: number;
  readonly alongM: number;
  readonly spot: Spot;
  readonly speedKmh: number;
  readonly course: number;
}
/** A way with the time it takes a calm driver: laid over any day without driving it again. */
export interface TimedPath {
  readonly samples: readonly PathSample[];
  readonly lengthM: number;
  readonly durationS: number;
}

const ACCELERATION = 1.3; // m/s², as the vehicles that drive now
const CRAWL = 0.6;
const FARTHEST_M = 2500;
const FAR_MIN_S = 40;

/** The same way from its end to its beginning. */
export const reversePath = ({ points }: Path): Path => pathOf(points.toReversed());

export function timePath(path: Path, { everyS, bendDeg, minIntervalS }: Grain): TimedPath {
  const samples: PathSample[] = [];
  let clock = 0;
  let speed = 0;
  for (const [at, spot] of path.points.entries()) {
    const before = path.points[at - 1];
    const gap = before ? gapM(before, spot) : 0;
    const reached = Math.min(path.speeds[at] ?? 0, Math.sqrt(speed ** 2 + 2 * ACCELERATION * gap));
    clock += gap / Math.max(CRAWL, (speed + reached) / 2);
    speed = reached;
    const alongM = path.along[at] ?? 0;
    const ahead = path.points[at + 1];
    const last = samples.at(-1);
    const course = before && gap > 0 ? courseFrom(before, spot) : ahead ? courseFrom(spot, ahead) : 0;
    const isDue =
      !last ||
      !ahead ||
      clock - last.atS >= everyS ||
      (alongM - last.alongM >= FARTHEST_M && clock - last.atS >= FAR_MIN_S) ||
      (Math.abs(turnFrom(last.course, course)) >= bendDeg && clock - last.atS >= minIntervalS);
    if (isDue) samples.push({ atS: clock, alongM, spot, speedKmh: speed * 3.6, course });
    clock += spot.waitS;
  }
  return { samples, lengthM: path.along.at(-1) ?? 0, durationS: clock };
}
