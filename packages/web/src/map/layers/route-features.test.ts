import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aPosition } from '../../testing/memory-fleet.ts';
import { routeShape } from './route-features.ts';

const at = (latitude: number, longitude: number) => aPosition({ latitude, longitude });

test('[WEBPANEL-6] the way of a day is a line with its start and its end', () => {
  const { features, bounds } = routeShape([
    at(-8, -35),
    at(-8, -35),
    at(0, 0),
    at(-8.1, -34.9),
    at(-8.05, -34.8),
  ]);
  assert.deepEqual(
    features.features.map(({ geometry, properties }) => [geometry.type, properties?.['end']]),
    [
      ['LineString', undefined],
      ['Point', 'finish'],
      ['Point', 'start'],
    ],
  );
  assert.deepEqual(features.features[0]?.geometry.coordinates, [
    [-35, -8],
    [-34.9, -8.1],
    [-34.8, -8.05],
  ]);
  assert.deepEqual(bounds, { west: -35, east: -34.8, south: -8.1, north: -8 });
});

test('[WEBPANEL-6] standing all day is one place, and no place at all is nothing', () => {
  const still = routeShape([at(-8, -35), at(-8, -35)]);
  assert.deepEqual(
    still.features.features.map(({ geometry }) => geometry.type),
    ['Point', 'Point'],
  );
  assert.deepEqual(still.bounds, { west: -35, east: -35, south: -8, north: -8 });
  assert.deepEqual(routeShape([at(0, 0)]), {
    features: { type: 'FeatureCollection', features: [] },
    bounds: null,
  });
});

test('[WEBPANEL-6] a way over the antimeridian stays in one piece', () => {
  const { west, east } = routeShape([at(-17, 179.9), at(-17, -179.9)]).bounds ?? {};
  assert.deepEqual([west, east], [179.9, 180.1]);
});

test('[WEBPANEL-6] ten thousand points keep their order and their ends', () => {
  const many = Array.from({ length: 10_000 }, (_, step) => at(-8 + step / 1e5, -35));
  const { features, bounds } = routeShape(many);
  assert.equal(features.features[0]?.geometry.coordinates.length, 10_000);
  // A sum of decimals.
  assert.ok(Math.abs((bounds?.north ?? 0) + 7.90001) < 1e-6);
});
