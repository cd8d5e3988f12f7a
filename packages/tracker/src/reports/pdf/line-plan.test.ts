import assert from 'node:assert/strict';
import { test } from 'node:test';
import { linePlan, pagesOf, type PageCapacity } from './line-plan.ts';

/** A letter for each line, a bar before each new page. */
const drawn = (pageCapacity: PageCapacity): string =>
  [...linePlan(pageCapacity)]
    .map((line) =>
      line.kind === 'page'
        ? '|'
        : line.kind === 'group'
          ? line.continued
            ? 'g'
            : 'G'
          : line.kind.slice(0, 1),
    )
    .join('');

test('[PDF-4] a head of a group is never the last line of its page, and is repeated where its rows go on', () => {
  const capacity = { hasHeads: true, firstLines: 0, lines: 4 };
  assert.equal(drawn({ ...capacity, groups: [2, 1] }), '|Grr|Grt');
  assert.equal(drawn({ ...capacity, groups: [5] }), '|Grrr|grrt');
  assert.equal(drawn({ ...capacity, groups: [3] }), '|Grrr|t', 'the total has a place');
  assert.equal(drawn({ ...capacity, groups: [] }), '|t');
  assert.equal(drawn({ ...capacity, groups: [3], firstLines: 2 }), 'Gr|grrt', 'below a cover');
  assert.equal(drawn({ ...capacity, groups: [5], hasHeads: false }), '|rrrr|rt');
});

test('[PDF-4] pages are counted as they are drawn', () => {
  for (let rows = 0; rows < 40; rows++) {
    const capacity = { groups: [rows, 3, rows], hasHeads: true, firstLines: rows % 5, lines: 7 };
    assert.equal(pagesOf(capacity), drawn(capacity).split('|').length - 1);
  }
});
