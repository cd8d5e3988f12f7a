import { expect, test } from 'vitest';
import { LABELS_PER_PAGE, pagesOf, usualPerPage } from './label-pages.ts';

test('[WEBCODE-700] labels go on pages of 1, 8 or 24, in their order, none twice', () => {
  const labels = Array.from({ length: 50 }, (_, at) => at);
  for (const perPage of LABELS_PER_PAGE) {
    const pages = pagesOf(labels, perPage);
    expect(pages).toHaveLength(Math.ceil(50 / perPage));
    expect(pages.flat()).toEqual(labels);
    expect(Math.max(...pages.map((page) => page.length))).toBe(perPage);
  }
  expect(pagesOf([], 8)).toEqual([]);
  expect([usualPerPage(1), usualPerPage(2)]).toEqual([1, 24]);
});
