import assert from 'node:assert/strict';
import { test } from 'node:test';
import { randomCode } from './ids.ts';

test('[BASE-3] a code for people has only letters and digits that look like no other', () => {
  const codes = Array.from({ length: 5000 }, () => randomCode(12));
  for (const code of codes) assert.match(code, /^[2-9A-HJKMNP-Z]{12}$/);
  assert.equal(new Set(codes).size, codes.length);
  const letters = new Set(codes.join(''));
  assert.equal(letters.size, 31, 'every letter comes up');
});
