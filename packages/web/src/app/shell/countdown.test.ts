import { expect, test } from 'vitest';
import { countdownOf } from './countdown.ts';

test.each([
  [172_801, { count: 2, unit: 'days' }],
  [86_400, { count: 24, unit: 'hours' }],
  [3601, { count: 1, unit: 'hours' }],
  [3600, { count: 60, unit: 'minutes' }],
  [60, { count: 60, unit: 'seconds' }],
  [1, { count: 1, unit: 'seconds' }],
  [0, null],
  [-5, null],
])('%i s are left as %j', (seconds, left) => {
  expect(countdownOf(seconds * 1000, 0)).toEqual(left);
});

test('an end that is no date is over', () => {
  expect(countdownOf(Number.NaN, 0)).toBeNull();
});
