// @vitest-environment node
import { expect, test } from 'vitest';
import { checkName, moved, readViews, renamed, writeViews } from './saved-views.ts';

const VIEWS = [
  { name: 'Moving', query: 'filter=moving' },
  { name: 'North', query: 'group=3&sort=speed-desc' },
  { name: 'Late', query: '' },
];

test('[WEBPANEL-20] what is written reads back; what is no view is left out', () => {
  expect(readViews(writeViews(VIEWS))).toEqual(VIEWS);
  expect(readViews('[{"name":"A","query":"x=1"},{"name":""},null,7,{"query":"y"}]')).toEqual([
    { name: 'A', query: 'x=1' },
  ]);
  for (const text of [null, '', '{', '"text"']) expect(readViews(text)).toEqual([]);
});

test('[WEBPANEL-20] a name is needed and is there once, whatever its letters', () => {
  expect(checkName(VIEWS, '  ', null)).toBe('empty');
  expect(checkName(VIEWS, 'moving ', null)).toBe('taken');
  expect(checkName(VIEWS, 'moving', 0)).toBeNull();
  expect(checkName(VIEWS, 'South', null)).toBeNull();
});

test('[WEBPANEL-20] views are renamed and moved, and stay within the ends', () => {
  expect(renamed(VIEWS, 1, ' South ').map(({ name }) => name)).toEqual(['Moving', 'South', 'Late']);
  expect(moved(VIEWS, 1, -1).map(({ name }) => name)).toEqual(['North', 'Moving', 'Late']);
  expect(moved(VIEWS, 1, 1).map(({ name }) => name)).toEqual(['Moving', 'Late', 'North']);
  expect(moved(VIEWS, 0, -1)).toEqual(VIEWS);
  expect(moved(VIEWS, 2, 1)).toEqual(VIEWS);
});
