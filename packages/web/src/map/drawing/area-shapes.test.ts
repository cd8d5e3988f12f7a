import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatArea, parseArea, type GeofenceArea } from '@rastro/fleet';
import { areaOf, boundsOf, geometryOf } from './area-shapes.ts';
import { fenceDiff, fenceFeatures, type FenceShape } from '../layers/fence-features.ts';

const areaIn = (text: string): GeofenceArea => {
  const parsed = parseArea(text);
  assert.ok(parsed.ok, text);
  return parsed.value;
};
const shape = (id: number, part: Partial<FenceShape> = {}): FenceShape => ({
  id,
  name: `Fence ${id}`,
  area: 'CIRCLE (-23.5 -46.6, 150)',
  color: '#2f6fde',
  ...part,
});

test('[WEBFENCE-13] lines and polygons keep every point, over the antimeridian too', () => {
  for (const text of [
    'POLYGON ((-23.55 -46.63, -23.55 -46.6, -23.58 -46.6, -23.55 -46.63))',
    'POLYGON ((-17 179.5, -17 -179.5, -18 -179.5, -18 179.5, -17 179.5))',
    'LINESTRING (-23.55 -46.63, -23.55 -46.6)',
    'LINESTRING (0.5 179.9, 0.5 -179.9, 1 179.8)',
  ]) {
    const area = areaIn(text);
    const drawn = areaOf(area.kind, geometryOf(area));
    assert.ok(drawn);
    assert.equal(formatArea(drawn), text);
  }
});

test('[WEBFENCE-13] a circle keeps centre and radius, small or large, near the pole or on the antimeridian', () => {
  for (const [latitude, longitude, radiusM] of [
    [-23.5505, -46.6333, 150],
    [60, 10, 5000],
    [-17, 179.999, 2000],
    [0, 0, 20],
  ] as const) {
    const drawn = areaOf(
      'circle',
      geometryOf({ kind: 'circle', centre: { latitude, longitude }, radiusM }, 32),
    );
    assert.ok(drawn?.kind === 'circle');
    // The middle is found on the flat map: 5 km at 60° north is half a meter off.
    assert.ok(Math.abs(drawn.radiusM - radiusM) < radiusM * 0.001, `radius ${drawn.radiusM}`);
    assert.ok(Math.abs(drawn.centre.latitude - latitude) < 0.0001, `latitude ${drawn.centre.latitude}`);
    assert.ok(Math.abs(drawn.centre.longitude - longitude) < 0.0001, `longitude ${drawn.centre.longitude}`);
  }
});

test('[WEBFENCE-13] the box of a shape goes on past 180', () => {
  const [west, south, east, north] = boundsOf(areaIn('LINESTRING (1 179, 2 -179)'));
  assert.deepEqual([west, south, east, north], [179, 1, 181, 2]);
});

test('[WEBFENCE-14] too few points are no shape', () => {
  const at = [10, 20];
  assert.equal(areaOf('line', { type: 'LineString', coordinates: [at] }), null);
  assert.equal(areaOf('polygon', { type: 'Polygon', coordinates: [[at, [11, 20], at]] }), null);
  assert.equal(areaOf('circle', { type: 'Polygon', coordinates: [[at, at, at, at]] }), null);
  assert.equal(areaOf('polygon', { type: 'Polygon', coordinates: [] }), null);
});

test('[WEBFENCE-15] only what changed is poured', () => {
  const before = Array.from({ length: 2000 }, (_, index) => shape(index + 1));
  const after = before
    .slice(1)
    .map((each) => (each.id === 7 ? shape(7, { name: 'Depot' }) : each))
    .concat(shape(5000));
  const { add = [], remove = [] } = fenceDiff(before, after);
  assert.deepEqual(
    add.map(({ id, geometry, properties }) => [id, geometry.type, properties?.['name']]),
    [
      [7, 'Polygon', undefined],
      [-8, 'Point', 'Depot'],
      [5000, 'Polygon', undefined],
      [-5001, 'Point', 'Fence 5000'],
    ],
    'a shape, and one place for its name',
  );
  assert.deepEqual(remove, [1, -2]);
  assert.deepEqual(
    fenceDiff(
      after,
      after.map((each) => ({ ...each })),
    ),
    { add: [], remove: [] },
  );
});

test('[WEBFENCE-15] an area that cannot be read leaves the map', () => {
  assert.deepEqual(fenceDiff([shape(1)], [shape(1, { area: '' })]), { add: [], remove: [1, -2] });
  assert.deepEqual(fenceDiff([], [shape(1, { area: 'BOX' })]), { add: [], remove: [] });
});

test('[WEBMAP-80] a geofence is drawn from the zoom at which it is six pixels wide, before that as a dot', () => {
  const zoomOf = (area: string): number => {
    const [drawn, dot] = fenceFeatures(shape(1, { area }));
    assert.equal(dot?.properties?.['from'], drawn?.properties?.['from']);
    assert.equal(dot?.properties?.['color'], '#2f6fde');
    return Number(drawn?.properties?.['from']);
  };
  // The equator is 512 pixels wide at zoom 0: six pixels at zoom 10 are 459 m.
  assert.ok(Math.abs(zoomOf('CIRCLE (0 0, 229.3)') - 10) < 0.01);
  assert.ok(Math.abs(zoomOf('CIRCLE (0 0, 114.65)') - 11) < 0.01);
  // Nearer to the pole the same meters are more pixels.
  assert.ok(zoomOf('CIRCLE (60 0, 229.3)') < 9.1);
});
