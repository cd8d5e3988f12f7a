import { ahead, courseFrom, gapM, turnFrom, type Spot } from './plane.ts';
import { pathOf, type Path, type Waypoint } from './path.ts';
import type { Random } from './random.ts';

/** A country road or a railway between two places. */
export interface Road {
  readonly from: Spot;
  readonly to: Spot;
  readonly limitKmh: number;
  /** Amplitude of the swing around the straight line, meters. */
  readonly swingM: number;
  /** A toll gate or station every so often, meters; 0 = none. */
  readonly haltEveryM: number;
}

const ROAD_STEP_M = 40;

/**
 * Follows a road whose bends depend on its ends only, so that the way back is the same road.
 * It leaves and reaches its ends along the straight line between them.
 */
export function roadPath(road: Road, { backwards, random }: { backwards: boolean; random: Random }): Path {
  const { from, to, swingM } = road;
  const lengthM = gapM(from, to);
  const course = courseFrom(from, to);
  const steps = Math.max(2, Math.round(lengthM / ROAD_STEP_M));
  const phase = (lengthM % 977) / 977;
  const spots = Array.from({ length: steps + 1 }, (_, step) => {
    const t = step / steps;
    const envelope = Math.sin(Math.PI * t) ** 2;
    const bend =
      Math.sin(2 * Math.PI * (2.5 * t + phase)) + 0.4 * Math.sin(2 * Math.PI * (9 * t + 2 * phase));
    return ahead(ahead(from, course, t * lengthM), course + 90, envelope * bend * swingM);
  });
  if (backwards) spots.reverse();
  const haltSteps = road.haltEveryM > 0 ? Math.round(road.haltEveryM / ROAD_STEP_M) : Infinity;
  const points = spots.map((spot, step): Waypoint => {
    const halts = step > 0 && step < steps && step % haltSteps === 0;
    return { ...spot, limitKmh: road.limitKmh, waitS: halts ? Math.round(random.between(15, 60)) : 0 };
  });
  return pathOf(points);
}

interface Highway {
  readonly limitKmh: number;
  /** A toll gate or station every so often, meters; 0 = none. */
  readonly haltEveryM: number;
  readonly backwards: boolean;
  readonly random: Random;
}

/** Follows a road through places that lie far apart, in curves that pass all of them. */
export function highwayPath(
  places: readonly Spot[],
  { limitKmh, haltEveryM, backwards, random }: Highway,
): Path {
  const spots = places.flatMap((_, at) => curveAt(places, at));
  if (backwards) spots.reverse();
  const haltSteps = haltEveryM > 0 ? Math.round(haltEveryM / ROAD_STEP_M) : Infinity;
  const points = spots.map((spot, step): Waypoint => {
    const halts = step > 0 && step < spots.length - 1 && step % haltSteps === 0;
    return { ...spot, limitKmh, waitS: halts ? Math.round(random.between(15, 60)) : 0 };
  });
  return pathOf(points);
}

/** The curve from one place to the next. @source Catmull and Rom, 1974. */
function curveAt(places: readonly Spot[], at: number): readonly Spot[] {
  const [from, to] = [places[at], places[at + 1]];
  if (!from) return [];
  if (!to) return [from];
  const [before, after] = [places[at - 1] ?? from, places[at + 2] ?? to];
  const steps = Math.max(1, Math.round(gapM(from, to) / ROAD_STEP_M));
  return Array.from({ length: steps }, (_, step) => {
    const t = step / steps;
    const on = (a: number, b: number, c: number, d: number): number =>
      b + 0.5 * t * (c - a + t * (2 * a - 5 * b + 4 * c - d + t * (3 * (b - c) + d - a)));
    return { x: on(before.x, from.x, to.x, after.x), y: on(before.y, from.y, to.y, after.y) };
  });
}

/** Free ground or water around the origin of the plane. */
export interface Range {
  readonly radiusM: number;
  readonly speedKmh: number;
  readonly stepM: number;
}

/** Wanders in long curves, as boats, walkers, animals and aircraft do, and turns back at the edge. */
export function wanderPath(
  { radiusM, speedKmh, stepM }: Range,
  start: { spot: Spot; course: number },
  { lengthM, random }: { readonly lengthM: number; readonly random: Random },
): Path {
  const points: Waypoint[] = [];
  let { spot, course } = start;
  let bend = 0;
  for (let walked = 0; walked < lengthM; walked += stepM) {
    points.push({ ...spot, limitKmh: speedKmh * random.between(0.85, 1), waitS: 0 });
    bend = Math.max(-6, Math.min(6, bend + random.between(-1.5, 1.5)));
    const inward = turnFrom(course, courseFrom(spot, { x: 0, y: 0 }));
    const atEdge = gapM(spot, { x: 0, y: 0 }) > radiusM * 0.8;
    course += atEdge ? Math.max(-9, Math.min(9, inward)) : bend;
    spot = ahead(spot, course, stepM);
  }
  return pathOf(points);
}
