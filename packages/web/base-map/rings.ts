/// <reference types="node" />
import type { Position } from 'geojson';

const POLE = -90;
/** Rings that come this close to the pole belong to Antarctica and are closed there. */
const POLAR_LATITUDE = -89.9;

/**
 * world-atlas stitches rings over the antimeridian, for a globe. A flat map needs longitudes that go on
 * past 180 instead of jumping (Russia, Fiji), and Antarctica closed along the pole.
 * @returns The ring for a flat map, or null for one that exists on a globe alone.
 */
export function flatRing(ring: readonly Position[]): Position[] | null {
  const flat = unwrapped(ring);
  const [first, last] = [flat[0], flat.at(-1)];
  if (first === undefined || last === undefined) return null;
  const isAroundPole = Math.abs((last[0] as number) - (first[0] as number)) > 180;
  if (ring.every((point) => (point[1] as number) < POLAR_LATITUDE)) return null;
  if (!isAroundPole) return flat;
  // Goes once round the world: from its end down to the pole, back along it, and up to its start.
  return [...flat, [last[0] as number, POLE], [first[0] as number, POLE], first];
}

/** Each longitude on the copy of the world that is nearest to the one before. */
export function unwrapped(line: readonly Position[]): Position[] {
  let before = line[0]?.[0] ?? 0;
  return line.map(([longitude, latitude]) => {
    const x = (longitude as number) + Math.round((before - (longitude as number)) / 360) * 360;
    before = x;
    return [x, latitude as number];
  });
}

/** Planar area in square degrees, to compare sizes of countries. */
export function ringArea(ring: readonly Position[]): number {
  let twice = 0;
  for (let at = 1; at < ring.length; at++) {
    const [ax, ay] = ring[at - 1] as [number, number];
    const [bx, by] = ring[at] as [number, number];
    twice += ax * by - bx * ay;
  }
  return Math.abs(twice) / 2;
}

/** Middle of the area of a ring. */
export function ringCentre(ring: readonly Position[]): Position {
  let [twice, x, y] = [0, 0, 0];
  for (let at = 1; at < ring.length; at++) {
    const [ax, ay] = ring[at - 1] as [number, number];
    const [bx, by] = ring[at] as [number, number];
    const cross = ax * by - bx * ay;
    twice += cross;
    x += (ax + bx) * cross;
    y += (ay + by) * cross;
  }
  return twice === 0 ? (ring[0] as Position) : [x / (3 * twice), y / (3 * twice)];
}
