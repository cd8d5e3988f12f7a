import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readLength } from './read-length.ts';

test('[WEBFENCE-42] a radius is typed in metres, or with its unit', () => {
  for (const [text, metres] of [
    ['500', 500],
    [' 80.5 m', 80.5],
    ['1,5km', 1500],
    ['2 KM', 2000],
    ['1 mi', 1609.344],
    ['100 ft', 30.48],
  ] as const)
    assert.equal(readLength(text), metres, text);
  for (const text of ['', '0', '-5', '5 light years', 'km', '1e9', '30000 km', 'constructor'])
    assert.equal(readLength(text), null, text);
});
