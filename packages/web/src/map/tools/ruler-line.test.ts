import assert from 'node:assert/strict';
import { test } from 'node:test';
import { distanceM, type LatLng } from '@rastro/fleet';
import { addPoint, measure, rulerFeatures } from './ruler-line.ts';

const at = (latitude: number, longitude: number): LatLng => ({ latitude, longitude });
const write = (metres: number): string => `${Math.round(metres)} m`;

test('[WEBMAP-30] the ruler sums great-circle segments; a double click is one point', () => {
  const points = [at(0, 0), at(0, 0.01), at(0.01, 0.01)].reduce<readonly LatLng[]>(addPoint, []);
  assert.equal(addPoint(points, at(0.01, 0.01)), points);
  const { segmentsM, totalM } = measure(points);
  assert.deepEqual(segmentsM.map(Math.round), [1113, 1113]);
  assert.equal(Math.round(totalM), 2226);
  assert.deepEqual(measure([at(1, 1)]), { segmentsM: [], totalM: 0 });
});

test('[WEBMAP-31] each segment is drawn with its length, the one to the pointer apart', () => {
  const { features } = rulerFeatures([at(0, 0), at(0, 0.01)], at(0, 0.03), write);
  const lines = features.filter(({ geometry }) => geometry.type === 'LineString');
  assert.deepEqual(
    lines.map(({ properties }) => properties?.['live']),
    [false, true],
  );
  const texts = features.flatMap(({ properties, geometry }) =>
    properties?.['text'] === undefined ? [] : [[properties['text'], geometry.coordinates]],
  );
  assert.deepEqual(texts, [
    ['1113 m', [0.005, 0]],
    ['2226 m', [0.02, 0]],
  ]);
  assert.equal(features.filter(({ properties }) => properties?.['node'] === true).length, 2);
  const resting = rulerFeatures([at(0, 0)], at(0, 0), write).features;
  assert.deepEqual(
    resting.map(({ properties }) => properties),
    [{ node: true }],
  );
});

test('[WEBMAP-32] a long segment is the arc of the shortest way, also over the antimeridian', () => {
  const [tokyo, angeles] = [at(35.68, 139.69), at(34.05, -118.24)];
  const { features } = rulerFeatures([tokyo, angeles], null, write);
  const line = features.find(({ geometry }) => geometry.type === 'LineString')?.geometry
    .coordinates as number[][];
  assert.ok(Math.max(...line.map(([, latitude]) => latitude as number)) > 45);
  const longitudes = line.map(([longitude]) => longitude as number);
  assert.ok(
    longitudes.every((longitude, step) => step === 0 || longitude > (longitudes[step - 1] as number)),
  );
  assert.ok(Math.abs((longitudes.at(-1) as number) - 241.76) < 1e-6);
  const sum = line
    .slice(1)
    .reduce(
      (metres, [longitude = 0, latitude = 0], step) =>
        metres +
        distanceM(
          { latitude: line[step]?.[1] ?? 0, longitude: line[step]?.[0] ?? 0 },
          { latitude, longitude },
        ),
      0,
    );
  // The parts of the arc together are the whole: nothing is drawn that is not measured.
  assert.ok(Math.abs(sum - distanceM(tokyo, angeles)) < 1);
});
