import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { overlaps } from './grid.ts';
import { choiceOf } from './layout-period.ts';
import { COLUMNS, type Placed } from './layout.ts';
import { WALL_LIMITS, wallScreens } from './wall.ts';

const boxes = fc
  .array(
    fc.record({
      x: fc.integer({ min: 0, max: 11 }),
      y: fc.integer({ min: 0, max: 40 }),
      w: fc.integer({ min: 1, max: 12 }),
      h: fc.integer({ min: 1, max: 24 }),
    }),
    { maxLength: 20 },
  )
  .map((all): readonly Placed[] => all.map((each, at) => ({ ...each, id: `w${at}` })));

test('[LAYOUT-9] on a wall every widget is on one screen, whole, and none is empty', () => {
  fc.assert(
    fc.property(boxes, (start) => {
      const screens = wallScreens(start);
      assert.deepEqual(
        screens
          .flat()
          .map(({ id }) => id)
          .toSorted(),
        start.map(({ id }) => id).toSorted(),
      );
      for (const screen of screens) {
        assert.ok(screen.length > 0);
        for (const [at, box] of screen.entries()) {
          assert.ok(box.y + box.h <= WALL_LIMITS.rows && box.x + box.w <= COLUMNS, JSON.stringify(box));
          for (const other of screen.slice(at + 1)) assert.ok(!overlaps(box, other));
        }
      }
    }),
  );
  assert.deepEqual(wallScreens([]), []);
  const [first, second] = wallScreens([0, 3, 6].map((y) => ({ id: `${y}`, x: 0, y, w: 12, h: 3 })));
  assert.deepEqual([first?.length, second?.map(({ y }) => y)], [2, [0]]);
});

test('[LAYOUT-10] civil days of an overview are whole days in the zone of its reader', () => {
  assert.deepEqual(choiceOf({ preset: '7d' }, 'Europe/Rome'), { preset: '7d' });
  const days = choiceOf({ from: '2026-03-28', to: '2026-03-29' }, 'Europe/Rome');
  assert.ok('from' in days);
  assert.deepEqual(
    [days.from, days.to].map((at) => new Date(at).toISOString()),
    // Clocks went forward on the 29th: that day has 23 hours.
    ['2026-03-27T23:00:00.000Z', '2026-03-29T21:59:59.999Z'],
  );
});
