import { expect, test } from 'vitest';
import { successors } from './service-worker-files.ts';

test('[KEPT-6] a new version brings along what this browser used of the former', () => {
  const used = ['/assets/map-aaaaaaaa.js', '/assets/drive-screen-a-b_cdef.js', '/assets/same-11111111.css'];
  const files = [
    '/assets/map-bbbbbbbb.js',
    '/assets/drive-screen-bbbbbbbb.js',
    '/assets/texts-es-bbbbbbbb.js',
    '/assets/same-11111111.css',
  ];
  expect(successors(used, files)).toEqual(['/assets/map-bbbbbbbb.js', '/assets/drive-screen-bbbbbbbb.js']);
  expect(successors([], files)).toEqual([]);
});
