import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { fenceOf, type Fence } from './fence.ts';
import { FenceSet } from './fence-set.ts';

function fence(id: number, area: string, attributes: Record<string, number> = {}): Fence {
  const made = fenceOf({ id, name: 'F', description: null, area, attributes, calendarId: 0 });
  assert.ok(made, area);
  return made;
}
const at = (latitude: number, longitude: number, altitude = 0) => ({ latitude, longitude, altitude });
const ids = (fences: readonly Fence[]) => fences.map(({ id }) => id).sort((a, b) => a - b);

test('[FENCE-6] floor and ceiling bound a fence in height; 0 bounds nothing', () => {
  const set = new FenceSet([
    fence(1, 'CIRCLE (0 0, 100)'),
    fence(2, 'CIRCLE (0 0, 100)', { floor: 100 }),
    fence(3, 'CIRCLE (0 0, 100)', { ceiling: 300 }),
  ]);
  assert.deepEqual(ids(set.containing(at(0, 0, 50))), [1, 3]);
  assert.deepEqual(ids(set.containing(at(0, 0, 100))), [1, 2, 3]);
  assert.deepEqual(ids(set.containing(at(0, 0, 301))), [1, 2]);
});

test('[FENCE-7] the index finds exactly what looking at every fence finds', () => {
  const circle = fc.record({
    latitude: fc.double({ min: -88, max: 88, noNaN: true }),
    longitude: fc.double({ min: -180, max: 180, noNaN: true }),
    radius: fc.integer({ min: 10_000, max: 900_000 }),
  });
  let found = 0;
  fc.assert(
    fc.property(fc.array(circle, { minLength: 13, maxLength: 60 }), circle, circle, (circles, a, b) => {
      const fences = circles.map((c, i) =>
        fence(i + 1, `CIRCLE (${c.latitude.toFixed(6)} ${c.longitude.toFixed(6)}, ${c.radius})`),
      );
      const set = new FenceSet(fences);
      const [from, to] = [at(a.latitude, a.longitude), at(b.latitude, b.longitude)];
      const each = fences.map((one) => new FenceSet([one]));
      const expected = each.flatMap((one) => ids(one.containing(from)));
      found += expected.length;
      assert.deepEqual(ids(set.containing(from)), expected);
      assert.deepEqual(
        ids(set.crossedBy(from, to)),
        each.flatMap((one) => ids(one.crossedBy(from, to))),
      );
    }),
    { numRuns: 200 },
  );
  assert.ok(found > 0, 'the property was really looked at');
});
