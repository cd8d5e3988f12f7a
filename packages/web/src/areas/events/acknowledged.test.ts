import { expect, test } from 'vitest';
import { MOST_ACKNOWLEDGED, readAcknowledged, storeAcknowledged } from './acknowledged.ts';

test('[EVT-15] each person of a browser has acknowledged his own', () => {
  const ana = storeAcknowledged(null, 1, new Set([5, 9]));
  const both = storeAcknowledged(ana, 2, new Set([7]));
  expect(readAcknowledged(both, 1)).toEqual(new Set([5, 9]));
  expect([...readAcknowledged(both, 2)]).toEqual([7]);
  expect(readAcknowledged(both, 3).size).toBe(0);
});

test('[EVT-15] the newest are kept, and what is damaged is begun anew', () => {
  const many = new Set(Array.from({ length: MOST_ACKNOWLEDGED + 10 }, (_, index) => index + 1));
  const kept = readAcknowledged(storeAcknowledged(null, 1, many), 1);
  expect(kept.size).toBe(MOST_ACKNOWLEDGED);
  expect([kept.has(10), kept.has(11)]).toEqual([false, true]);
  for (const damaged of ['{', 'null', '[]', '{"1":"x"}', '{"1":["a",null,1.5]}'])
    expect(readAcknowledged(damaged, 1).size, damaged).toBe(0);
});
