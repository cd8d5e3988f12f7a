import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { kilometresOf, RAW, recordedMissing, scoresOf, SETS } from '../../test/recorded.ts';

describe('recorded tracks', { skip: recordedMissing }, () => {
  for (const set of SETS)
    test(`[BOOK-13] ${set}: 95 of 100 starts and of ends are the source's, within two minutes`, () => {
      const { all } = scoresOf(set);
      assert.ok(all.starts >= 95, `starts ${all.starts} %`);
      assert.ok(all.ends >= 95, `ends ${all.ends} %`);
    });

  for (const set of SETS)
    test(`[BOOK-13] ${set}: so it is with an ignition that tells`, () => {
      const { all } = scoresOf(set, { tripStart: 'ignition' }, true);
      assert.ok(all.starts >= 95, `starts ${all.starts} %`);
      assert.ok(all.ends >= 95, `ends ${all.ends} %`);
    });

  for (const set of SETS)
    test(`[BOOK-13] ${set}: kilometres are the source's, within one percent`, () => {
      const { books, source } = kilometresOf(set);
      assert.ok(Math.abs(books - source) < source / 100, `${books} of ${source} km`);
    });

  test('[BOOK-8] spikes of a recorded fleet are taken out: kilometres as where they never were', () => {
    const { books, source } = kilometresOf(RAW);
    const clean = kilometresOf(SETS[0]);
    assert.ok(source > clean.source * 1.05);
    assert.ok(Math.abs(books - clean.books) < clean.books / 100, `${books} of ${clean.books} km`);
  });
});
