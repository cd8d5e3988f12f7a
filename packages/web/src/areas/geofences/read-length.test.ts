import { expect, test } from 'vitest';
import { readLength } from './read-length.ts';

test('[WEBFENCE-42] a radius is typed in metres, or with its unit', () => {
  for (const [text, metres] of [
    ['500', 500],
    [' 80.5 m', 80.5],
    ['1,5km', 1500],
    ['2 KM', 2000],
    ['1 mi', 1609.344],
    ['100 ft', 30.48],
    ['1.500', 1500],
    ['1.500,5 m', 1500.5],
  ] as const)
    expect(readLength(text, 'pt-BR'), text).toBe(metres);
  expect(readLength('1,500 m', 'en')).toBe(1500);
  for (const text of ['', '0', '-5', '5 light years', 'km', '1e9', '30000 km', 'constructor'])
    expect(readLength(text, 'pt-BR'), text).toBeNull();
});
