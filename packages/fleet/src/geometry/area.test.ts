import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { formatArea, parseArea, type GeofenceArea } from './area.ts';

const value = (text: string): GeofenceArea => {
  const result = parseArea(text);
  assert.ok(result.ok, text);
  return result.value;
};
const failure = (text: string): string => {
  const result = parseArea(text);
  assert.ok(!result.ok, text);
  return result.error;
};

test('[AREA-1] circles, polygons and lines are read, latitude first', () => {
  for (const text of ['CIRCLE (52.5 13, 100)', 'CIRCLE(52.5 13,100)', 'CIRCLE (52.5 13 , 100)'])
    assert.deepEqual(value(text), {
      kind: 'circle',
      centre: { latitude: 52.5, longitude: 13 },
      radiusM: 100,
    });
  const open = value('POLYGON ((52 13, 52 13.01, 52.01 13.01))');
  assert.deepEqual(value('POLYGON((52 13,52 13.01,52.01 13.01,52 13))'), open);
  assert.equal(open.kind, 'polygon');
  assert.deepEqual(value('LINESTRING (-23.5 -46.6, -23.6 -46.7)'), {
    kind: 'line',
    points: [
      { latitude: -23.5, longitude: -46.6 },
      { latitude: -23.6, longitude: -46.7 },
    ],
  });
});

test('[AREA-2] what is no area is refused with its reason', () => {
  assert.equal(failure(''), 'SHAPE');
  assert.equal(failure('circle (52 13, 100)'), 'SHAPE');
  assert.equal(failure('POLYGON (52 13, 52 14, 53 13)'), 'SHAPE');
  assert.equal(failure('CIRCLE (52 13, 0)'), 'RADIUS');
  assert.equal(failure('CIRCLE (52 13)'), 'RADIUS');
  assert.equal(failure('CIRCLE (52 13, 0x10)'), 'RADIUS');
  assert.equal(failure('CIRCLE (92 13, 5)'), 'POINT');
  assert.equal(failure('LINESTRING (52 13 4, 52 14)'), 'POINT');
  assert.equal(failure('LINESTRING (52 13)'), 'TOO_FEW_POINTS');
  assert.equal(failure('POLYGON ((52 13, 52 14, 52 13))'), 'TOO_FEW_POINTS');
  assert.equal(failure(`LINESTRING (${'1 1, '.repeat(5000)}1 1)`), 'TOO_MANY_POINTS');
});

test('[AREA-3] a written area is read back as the same area', () => {
  const point = fc.record({
    latitude: fc.integer({ min: -90e7, max: 90e7 }).map((v) => v / 1e7),
    longitude: fc.integer({ min: -180e7, max: 180e7 }).map((v) => v / 1e7),
  });
  const distinct = fc.uniqueArray(point, {
    minLength: 3,
    maxLength: 9,
    selector: (p) => `${p.latitude} ${p.longitude}`,
  });
  const area = fc.oneof(
    fc.record({
      kind: fc.constant('circle' as const),
      centre: point,
      radiusM: fc.integer({ min: 1, max: 1e6 }).map((v) => v / 10),
    }),
    fc.record({ kind: fc.constantFrom('polygon' as const, 'line' as const), points: distinct }),
  );
  // -0 and 0 are one place.
  const plain = (a: GeofenceArea): string => JSON.stringify(a);
  fc.assert(fc.property(area, (a) => plain(value(formatArea(a))) === plain(a)));
});
