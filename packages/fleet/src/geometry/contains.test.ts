import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { parseArea, type GeofenceArea } from './area.ts';
import { boxesOf, containsPoint, crossesSegment } from './contains.ts';

const area = (text: string): GeofenceArea => {
  const result = parseArea(text);
  assert.ok(result.ok, text);
  return result.value;
};
const at = (latitude: number, longitude: number) => ({ latitude, longitude });
const inside = (text: string, latitude: number, longitude: number, widthM?: number) =>
  containsPoint(area(text), at(latitude, longitude), widthM);

test('[FENCE-1] circles, polygons and lines contain the check values of the tracking API', () => {
  assert.equal(inside('CIRCLE (52.0 13.0, 100)', 52.0008, 13), true, '89.06 m');
  assert.equal(inside('CIRCLE (52.0 13.0, 100)', 52.0009, 13), false, '100.19 m');
  const square = 'POLYGON ((52.0 13.0, 52.0 13.01, 52.01 13.01, 52.01 13.0))';
  assert.equal(inside(square, 52.005, 13.005), true);
  assert.equal(inside(square, 52.02, 13.005), false);
  assert.equal(inside(square, 52.005, 13.02), false);
  const line = 'LINESTRING (52.0 13.0, 52.01 13.0)';
  assert.equal(inside(line, 52.005, 13.0003), true, '20.56 m');
  assert.equal(inside(line, 52.005, 13.0004), false, '27.41 m');
  assert.equal(inside(line, 52.005, 13.0004, 30), true);
});

test('[FENCE-2] a line has round ends, and a stretch without length matches nothing', () => {
  const line = 'LINESTRING (52.0 13.0, 52.01 13.0)';
  assert.equal(inside(line, 52.0102, 13), true, '22 m beyond the end');
  assert.equal(inside(line, 52.0103, 13), false, '33 m beyond the end');
  assert.equal(inside('LINESTRING (52 13, 52 13)', 52, 13), false);
});

test('[FENCE-3] polygons follow the even-odd rule, concave and across the antimeridian', () => {
  const horseshoe = 'POLYGON ((0 0, 0 3, 3 3, 3 2, 1 2, 1 1, 3 1, 3 0))';
  assert.equal(inside(horseshoe, 2, 0.5), true);
  assert.equal(inside(horseshoe, 2, 1.5), false, 'in the opening');
  const fiji = 'POLYGON ((-20 177, -20 -178, -15 -178, -15 177))';
  assert.equal(inside(fiji, -17, 179), true);
  assert.equal(inside(fiji, -17, -179), true);
  assert.equal(inside(fiji, -17, -177), false);
  assert.equal(inside(fiji, -17, 0), false);
});

test('[FENCE-20] a line across the antimeridian is one piece: it contains what is near it, and is found there', () => {
  const route = area('LINESTRING (-17 179.9, -17 -179.9)');
  const boxes = boxesOf(route, 2000);
  for (const longitude of [179.95, 180, -179.95]) {
    assert.equal(containsPoint(route, at(-17.01, longitude), 2000), true, String(longitude));
    const isFound = boxes.some(({ west, east }) => west <= longitude && longitude <= east);
    assert.equal(isFound, true, String(longitude));
  }
  assert.ok(!boxes.some(({ west, east }) => west <= 0 && 0 <= east));
  assert.equal(crossesSegment(route, at(-16, -179.95), at(-18, -179.95)), true);
  assert.equal(crossesSegment(route, at(-16, 0), at(-18, 0)), false);
});

test('[FENCE-4] a way between two places outside can cross a fence', () => {
  const square = area('POLYGON ((0 0, 0 1, 1 1, 1 0))');
  assert.equal(crossesSegment(square, at(0.5, -1), at(0.5, 2)), true);
  assert.equal(crossesSegment(square, at(0.9, -1), at(2.5, 2)), false);
  assert.equal(crossesSegment(square, at(1.5, -1), at(1.5, 2)), false);
  const circle = area('CIRCLE (0 0, 1000)');
  assert.equal(crossesSegment(circle, at(0.005, -1), at(0.005, 1)), true);
  assert.equal(crossesSegment(circle, at(0.02, -1), at(0.02, 1)), false);
  const line = area('LINESTRING (0 0, 1 0)');
  assert.equal(crossesSegment(line, at(0.5, -1), at(0.5, 1)), true);
  assert.equal(crossesSegment(line, at(0.5, 0.0001), at(0.5, 1)), false, 'its width does not count');
});

const place = fc.record({
  latitude: fc.double({ min: -89.9, max: 89.9, noNaN: true }),
  longitude: fc.double({ min: -180, max: 180, noNaN: true }),
});
const nearby = (centre: { latitude: number; longitude: number }, dLat: number, dLon: number) => ({
  latitude: Math.max(-90, Math.min(90, centre.latitude + dLat)),
  longitude: ((centre.longitude + dLon + 540) % 360) - 180,
});

test('[FENCE-5] what an area contains lies in one of its boxes', () => {
  const offset = fc.tuple(
    fc.double({ min: -2, max: 2, noNaN: true }),
    fc.double({ min: -20, max: 20, noNaN: true }),
  );
  const shape = fc.oneof(
    fc.record({
      kind: fc.constant('circle' as const),
      centre: place,
      radiusM: fc.integer({ min: 1, max: 400_000 }),
    }),
    fc.tuple(place, fc.array(offset, { minLength: 3, maxLength: 8 })).map(([centre, offsets]) => ({
      kind: 'polygon' as const,
      points: offsets.map(([dLat, dLon]) => nearby(centre, dLat, dLon)),
    })),
    fc.tuple(place, fc.array(offset, { minLength: 2, maxLength: 5 })).map(([centre, offsets]) => ({
      kind: 'line' as const,
      points: offsets.map(([dLat, dLon]) => nearby(centre, dLat / 100, dLon / 1000)),
    })),
  );
  let contained = 0;
  fc.assert(
    fc.property(shape, offset, (fence, [dLat, dLon]) => {
      const origin = fence.kind === 'circle' ? fence.centre : fence.points[0];
      if (!origin) return;
      const scale = fence.kind === 'line' ? 0.01 : 1;
      const point = nearby(origin, dLat * scale, dLon * scale);
      if (!containsPoint(fence, point, 5000)) return;
      contained++;
      const { latitude, longitude } = point;
      const boxes = boxesOf(fence, 5000);
      assert.ok(
        boxes.some(
          (b) => b.south <= latitude && latitude <= b.north && b.west <= longitude && longitude <= b.east,
        ),
        JSON.stringify({ fence, point, boxes }),
      );
    }),
    { numRuns: 3000 },
  );
  assert.ok(contained > 100, 'the property was really looked at');
});
