import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  compactUp,
  DIRECTIONS,
  inReadingOrder,
  moveTo,
  overlaps,
  place,
  resizeTo,
  step,
  toColumns,
} from './grid.ts';
import { COLUMNS, type Placed } from './layout.ts';
import { changed, undone, type History } from './undo.ts';

const box = fc.record({
  x: fc.integer({ min: -3, max: 15 }),
  y: fc.integer({ min: -3, max: 30 }),
  w: fc.integer({ min: 0, max: 14 }),
  h: fc.integer({ min: 0, max: 9 }),
});
/** Also overlapping ones, and ones outside the columns. */
const boxes = fc
  .array(box, { maxLength: 14 })
  .map((all): readonly Placed[] => all.map((each, at) => ({ ...each, id: `w${at}` })));
const ids = (all: readonly Placed[]): readonly string[] => all.map(({ id }) => id).toSorted();

function isTidy(all: readonly Placed[], columns: number): void {
  for (const [at, a] of all.entries()) {
    assert.ok(a.x >= 0 && a.w >= 1 && a.x + a.w <= columns && a.y >= 0 && a.h >= 1, JSON.stringify(a));
    for (const b of all.slice(at + 1)) assert.ok(!overlaps(a, b), JSON.stringify([a, b]));
  }
  assert.deepEqual(inReadingOrder(all), all, 'in reading order');
}

test('[LAYOUT-1] nothing overlaps and nothing is lost, whatever is added, moved or resized', () => {
  const target = fc.record({ at: fc.nat(), to: box });
  fc.assert(
    fc.property(boxes, target, fc.constantFrom(...DIRECTIONS), (start, { at, to }, direction) => {
      const tidy = compactUp(start);
      isTidy(tidy, COLUMNS);
      const id = `w${at % Math.max(1, start.length)}`;
      const results = [moveTo(tidy, id, to), resizeTo(tidy, id, to), step(tidy, id, direction)];
      for (const result of results) {
        isTidy(result, COLUMNS);
        assert.deepEqual(ids(result), ids(tidy));
      }
      const more = place(tidy, { ...to, id: 'added' });
      isTidy(more, COLUMNS);
      assert.deepEqual(ids(more), ids([...tidy, { ...to, id: 'added' }]));
    }),
  );
});

test('[LAYOUT-2] compacting twice is compacting once, after every change', () => {
  fc.assert(
    fc.property(boxes, box, (start, to) => {
      const tidy = compactUp(start);
      assert.deepEqual(compactUp(tidy), tidy);
      for (const result of [moveTo(tidy, 'w0', to), resizeTo(tidy, 'w0', to)])
        assert.deepEqual(compactUp(result), result);
    }),
  );
});

test('[LAYOUT-3] fewer columns show all of it in the reading order, and change nothing that is stored', () => {
  fc.assert(
    fc.property(boxes, fc.constantFrom(12 as const, 6 as const, 2 as const, 1 as const), (start, columns) => {
      const tidy = compactUp(start);
      const before = structuredClone(tidy);
      const shown = toColumns(tidy, columns);
      isTidy(shown, columns);
      assert.deepEqual(ids(shown), ids(tidy));
      assert.deepEqual(tidy, before);
      if (columns === 12) assert.deepEqual(shown, tidy);
      if (columns === 1)
        assert.deepEqual(
          shown.map(({ id }) => id),
          tidy.map(({ id }) => id),
        );
    }),
  );
});

test('[LAYOUT-4] undo brings back exactly what was there, step by step', () => {
  fc.assert(
    fc.property(boxes, fc.array(box, { maxLength: 8 }), (start, moves) => {
      let history: History<readonly Placed[]> = { now: compactUp(start), past: [] };
      const seen = [history.now];
      for (const to of moves) {
        history = changed(history, moveTo(history.now, 'w0', to));
        if (history.now !== seen.at(-1)) seen.push(history.now);
      }
      for (const before of seen.toReversed().slice(1)) {
        history = undone(history);
        assert.equal(history.now, before);
      }
      assert.equal(undone({ now: start, past: [] }).now, start);
    }),
  );
});

test('[LAYOUT-5] a step goes past the next widget, however tall it is; at the edge nothing happens', () => {
  const tall = compactUp([
    { id: 'a', x: 0, y: 0, w: 6, h: 2 },
    { id: 'b', x: 0, y: 2, w: 6, h: 5 },
    { id: 'c', x: 6, y: 0, w: 6, h: 3 },
  ]);
  const rows = (all: readonly Placed[]) => Object.fromEntries(all.map(({ id, y }) => [id, y]));
  const down = step(tall, 'a', 'down');
  assert.deepEqual(rows(down), { a: 5, b: 0, c: 0 });
  assert.deepEqual(rows(step(down, 'a', 'up')), { a: 0, b: 2, c: 0 });
  assert.equal(step(tall, 'a', 'up'), tall);
  assert.deepEqual(rows(step(tall, 'c', 'first')), { a: 3, b: 5, c: 0 });
  assert.deepEqual(rows(step(tall, 'a', 'last')), { a: 5, b: 0, c: 0 });
  assert.equal(step(tall, 'nobody', 'down'), tall);
});
