import { expect, test } from 'vitest';
import { readAcknowledged, withoutAcknowledged } from './acknowledged.ts';

test('[EVT-15] what a former version kept in the browser is read, for each user', () => {
  const stored = '{"1":[5,9],"2":[7]}';
  expect(readAcknowledged(stored, 1)).toEqual(new Set([5, 9]));
  expect(readAcknowledged(stored, 3).size).toBe(0);
  expect(withoutAcknowledged(stored, 1)).toBe('{"2":[7]}');
  for (const damaged of ['{', 'null', '[]', '{"1":"x"}', '{"1":["a",null,1.5]}'])
    expect(readAcknowledged(damaged, 1).size, damaged).toBe(0);
});
