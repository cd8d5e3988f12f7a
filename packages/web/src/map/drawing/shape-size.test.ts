import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseArea } from '@rastro/fleet';
import { sizeOfShape, type ShapeSize } from './shape-size.ts';

function sizeIn(text: string): ShapeSize {
  const parsed = parseArea(text);
  assert.ok(parsed.ok, text);
  return sizeOfShape(parsed.value);
}
/** A degree is 111.2 km; half a percent is less than what flat and round differ by there. */
const isNear = (value: number, wanted: number): boolean => Math.abs(value - wanted) < wanted * 0.005;

test('[WEBFENCE-40] the size of a shape: radius and area of a circle, area of a polygon, length of a line', () => {
  assert.deepEqual(sizeIn('CIRCLE (-23.5 -46.6, 100)'), {
    kind: 'circle',
    radiusM: 100,
    areaM2: Math.PI * 10_000,
  });
  for (const ring of ['0 10, 0 10.01, 0.01 10.01, 0.01 10', '0.01 10, 0.01 10.01, 0 10.01, 0 10']) {
    const square = sizeIn(`POLYGON ((${ring}))`);
    assert.ok(square.kind === 'polygon' && isNear(square.areaM2, 1112 * 1112), ring);
  }
  const overTheDateLine = sizeIn('POLYGON ((0 179.995, 0 -179.995, 0.01 -179.995, 0.01 179.995))');
  assert.ok(overTheDateLine.kind === 'polygon' && isNear(overTheDateLine.areaM2, 1112 * 1112));
  const line = sizeIn('LINESTRING (0 10, 0 10.01, 0 10.03)');
  assert.ok(line.kind === 'line' && isNear(line.lengthM, 3336));
});
