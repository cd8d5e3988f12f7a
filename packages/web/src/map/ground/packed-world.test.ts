import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Feature, Geometry } from 'geojson';
import { packWorld, unpackWorld } from './packed-world.ts';

const featureOf = (geometry: Geometry): Feature => ({ type: 'Feature', properties: { kind: 'x' }, geometry });
const RING = [
  [-46.63, -23.55],
  [-46.62, -23.55],
  [179.99, 89.99],
  [-46.63, -23.55],
];

test('[BAKE-8] packed and unpacked, points, lines and rings are the same to the last decimal', () => {
  const features = [
    featureOf({ type: 'Point', coordinates: [-46.63, -23.55] }),
    featureOf({ type: 'LineString', coordinates: RING.slice(0, 2) }),
    featureOf({ type: 'MultiLineString', coordinates: [RING, RING.slice(1, 3)] }),
    featureOf({ type: 'Polygon', coordinates: [RING] }),
    featureOf({ type: 'MultiPolygon', coordinates: [[RING, RING], [RING]] }),
  ];
  const packed = packWorld(features, 2);
  assert.deepEqual(packed.features[1]?.geometry.coordinates, [-4663, -2355, 1, 0]);
  const read: typeof packed = JSON.parse(JSON.stringify(packed));
  assert.deepEqual(unpackWorld(read), { type: 'FeatureCollection', features });
});

test('[BAKE-8] decimals beyond are rounded', () => {
  const [feature] = unpackWorld(
    packWorld([featureOf({ type: 'Point', coordinates: [1.234_9, 0.000_4] })], 3),
  ).features;
  assert.deepEqual(feature?.geometry, { type: 'Point', coordinates: [1.235, 0] });
});
