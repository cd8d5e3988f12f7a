import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { distanceM } from '../geometry/distance.ts';
import { FREE, levelsOf } from './simplify.ts';
import { COARSEST, TRACK_LEVELS } from './track-points.ts';

interface Line {
  second: number[];
  latE5: number[];
  lonE5: number[];
}
type Step = readonly [seconds: number, lat: number, lon: number];

function lineOf(start: readonly [number, number], steps: readonly Step[]): Line {
  const line: Line = { second: [], latE5: [], lonE5: [] };
  let [second, lat, lon] = [0, ...start];
  for (const [s, dLat, dLon] of steps) {
    second += s;
    lat = Math.max(-8_000_000, Math.min(8_000_000, lat + dLat));
    lon += dLon;
    if (lon > 18_000_000) lon -= 36_000_000;
    if (lon < -18_000_000) lon += 36_000_000;
    line.second.push(second);
    line.latE5.push(lat);
    line.lonE5.push(lon);
  }
  return line;
}

/** Returns the distance of a left-out point from the drawn line, computed independently of the code. */
function strayM(line: Line, [a, b]: readonly [number, number], i: number, isShape: boolean): number {
  const at = (k: number): { latitude: number; longitude: number } => {
    const latitude = (line.latE5[k] ?? 0) / 1e5;
    let longitude = (line.lonE5[k] ?? 0) / 1e5;
    const first = (line.lonE5[a] ?? 0) / 1e5;
    if (longitude - first > 180) longitude -= 360;
    if (longitude - first < -180) longitude += 360;
    return { latitude, longitude };
  };
  const [from, to, point] = [at(a), at(b), at(i)];
  const placeAt = (part: number): { latitude: number; longitude: number } => ({
    latitude: from.latitude + part * (to.latitude - from.latitude),
    longitude: from.longitude + part * (to.longitude - from.longitude),
  });
  const seconds = (line.second[b] ?? 0) - (line.second[a] ?? 0);
  if (!isShape)
    return distanceM(
      point,
      placeAt(seconds === 0 ? 0 : ((line.second[i] ?? 0) - (line.second[a] ?? 0)) / seconds),
    );
  const k = Math.cos((point.latitude * Math.PI) / 180);
  const [ax, ay] = [(to.longitude - from.longitude) * k, to.latitude - from.latitude];
  const [px, py] = [(point.longitude - from.longitude) * k, point.latitude - from.latitude];
  const part = ax === 0 && ay === 0 ? 0 : (px * ax + py * ay) / (ax * ax + ay * ay);
  return distanceM(point, placeAt(Math.min(1, Math.max(0, part))));
}

const steps = fc.array(
  fc.tuple(
    fc.integer({ min: 0, max: 120 }),
    fc.integer({ min: -2000, max: 2000 }),
    fc.integer({ min: -2000, max: 2000 }),
  ),
  { minLength: 1, maxLength: 200 },
);
const start = fc.constantFrom<readonly [number, number]>(
  [-2_350_000, -4_660_000],
  [6_000_000, 17_999_000],
  [0, 0],
);

test('[TRACK-1] what a level leaves out is no farther from it than its tolerance', () => {
  fc.assert(
    fc.property(start, steps, (from, way) => {
      const line = lineOf(from, way);
      const levels = levelsOf(
        line,
        way.map(() => FREE),
      );
      for (const [level, { toleranceM, keeps }] of TRACK_LEVELS.entries()) {
        let before = 0;
        for (let i = 1; i < levels.length; i++) {
          if ((levels[i] ?? FREE) < level) continue;
          for (let k = before + 1; k < i; k++) {
            const stray = strayM(line, [before, i], k, keeps === 'shape');
            // Two ways to measure differ by less than a thousandth at these distances.
            assert.ok(stray <= toleranceM * 1.001, `${stray} m at ${toleranceM} m`);
          }
          before = i;
        }
      }
    }),
    { numRuns: 200 },
  );
});

test('[TRACK-1] the first and the last point, and what is forced, are in every level that must have them', () => {
  fc.assert(
    fc.property(
      steps,
      fc.array(fc.integer({ min: FREE, max: COARSEST }), { minLength: 200, maxLength: 200 }),
      (way, all) => {
        const forced = all.slice(0, way.length);
        const levels = levelsOf(lineOf([0, 0], way), forced);
        assert.equal(levels[0], COARSEST);
        assert.equal(levels.at(-1), COARSEST);
        for (const [i, level] of levels.entries()) assert.ok(level >= (forced[i] ?? FREE));
      },
    ),
  );
  assert.deepEqual(levelsOf({ second: [], latE5: [], lonE5: [] }, []), []);
});

test('[TRACK-1] a straight steady drive is its two ends; a place in time is kept where only the shape is straight', () => {
  const steady = lineOf(
    [0, 0],
    Array.from({ length: 500 }, () => [1, 10, 0] as const),
  );
  const levels = levelsOf(
    steady,
    steady.second.map(() => FREE),
  );
  assert.equal(levels.filter((level) => level !== FREE).length, 2);
  const slower = lineOf(
    [0, 0],
    Array.from({ length: 500 }, (_, i) => [1, i < 250 ? 30 : 3, 0] as const),
  );
  const turn = levelsOf(
    slower,
    slower.second.map(() => FREE),
  )[249];
  assert.equal(turn, 1);
});

test('[TRACK-1] a long track that turns at each of them comes to an end', () => {
  const hostile = lineOf(
    [0, 0],
    Array.from({ length: 20_000 }, (_, i) => [1, i % 2 === 0 ? 900 : -900, 1] as const),
  );
  const levels = levelsOf(
    hostile,
    hostile.second.map(() => FREE),
  );
  assert.ok(levels.every((level) => level >= 0));
});
