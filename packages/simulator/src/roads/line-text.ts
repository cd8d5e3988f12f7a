import type { LatLng } from '@rastro/fleet';
import { ROAD_RANKS, type RoadLine } from './road-line.ts';

/** Steps of a degree: a meter. */
const STEPS = 1e5;
const ONE_WAY = ROAD_RANKS.length;

/**
 * Lines of streets as text, one a line: a letter for rank and direction, then the points.
 * @source Google's encoded polyline algorithm.
 */
export const writeLines = (lines: readonly RoadLine[]): string =>
  lines
    .map(({ rank, isOneWay, points }) => {
      const letter = String.fromCharCode(97 + ROAD_RANKS.indexOf(rank) + (isOneWay ? ONE_WAY : 0));
      let [north, east] = [0, 0];
      return points.reduce((text, { latitude, longitude }) => {
        const [y, x] = [Math.round(latitude * STEPS), Math.round(longitude * STEPS)];
        const next = text + numberText(y - north) + numberText(x - east);
        [north, east] = [y, x];
        return next;
      }, letter);
    })
    .join('\n');

export function readLines(text: string): readonly RoadLine[] {
  return text.split('\n').flatMap((line) => {
    const number = line.charCodeAt(0) - 97;
    const rank = ROAD_RANKS[number % ONE_WAY];
    return rank === undefined ? [] : [{ rank, isOneWay: number >= ONE_WAY, points: pointsOf(line) }];
  });
}

function numberText(value: number): string {
  let left = value < 0 ? ~(value << 1) : value << 1;
  let text = '';
  for (; left >= 0x20; left >>>= 5) text += String.fromCharCode((0x20 | (left & 0x1f)) + 63);
  return text + String.fromCharCode(left + 63);
}

function pointsOf(line: string): readonly LatLng[] {
  const numbers: number[] = [];
  let [value, shift] = [0, 0];
  for (let at = 1; at < line.length; at++) {
    const digit = line.charCodeAt(at) - 63;
    value |= (digit & 0x1f) << shift;
    shift += 5;
    if (digit >= 0x20) continue;
    numbers.push(value & 1 ? ~(value >>> 1) : value >>> 1);
    [value, shift] = [0, 0];
  }
  const points: LatLng[] = [];
  let [north, east] = [0, 0];
  for (let at = 0; at + 1 < numbers.length; at += 2) {
    north += numbers[at] ?? 0;
    east += numbers[at + 1] ?? 0;
    points.push({ latitude: north / STEPS, longitude: east / STEPS });
  }
  return points;
}
