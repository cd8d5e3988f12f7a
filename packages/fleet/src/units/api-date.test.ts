import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY_MS } from '@rastro/base';
import { apiDate, plainTime } from './api-date.ts';

const EDGES = [
  0,
  -1,
  1,
  DAY_MS - 1,
  DAY_MS,
  -DAY_MS - 1,
  Date.UTC(2024, 1, 29, 23, 59, 59, 999),
  253_402_300_800_000,
];

test('[REPORT-30] instants are written as the calendar writes them, in any order', () => {
  const instants = [...EDGES, ...Array.from({ length: 5000 }, (_, i) => i * 987_654_321_7 - 1e13)];
  for (const ms of [...instants, ...instants.toReversed()]) {
    const iso = new Date(ms).toISOString();
    assert.equal(apiDate(ms), iso.replace('Z', '+00:00'));
    if (iso.length === 24) assert.equal(plainTime(ms), iso.slice(0, 19).replace('T', ' '));
  }
  assert.equal(apiDate(1.9), '1970-01-01T00:00:00.001+00:00');
  assert.throws(() => apiDate(Number.NaN), RangeError);
});
