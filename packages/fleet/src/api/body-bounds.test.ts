import assert from 'node:assert/strict';
import { test } from 'node:test';
import { userBody } from '../schemas/user.ts';
import { scanForm, scanJson, STRANGER_BOUNDS } from './body-bounds.ts';

const wide = (names: number): string =>
  JSON.stringify(Object.fromEntries(Array.from({ length: names }, (_, i) => [`n${i}`, i])));

test('[ROUTE-100] a body is bounded before it is parsed, by one look at its characters that stops at the bound', () => {
  const { problem, scanned } = scanJson(wide(60_000));
  assert.match(problem ?? '', /more than 2000 members/);
  assert.ok(scanned < 30_000, `${scanned} characters were looked at`);
  assert.equal(scanJson(wide(2000)).problem, null);
  assert.match(scanJson(`{"attributes":${wide(2000)}}`).problem ?? '', /more than 2000 members/);
  const stranger = scanJson(wide(60_000), STRANGER_BOUNDS);
  assert.match(stranger.problem ?? '', /more than 300 members/);
  assert.ok(stranger.scanned < 4000, `${stranger.scanned} characters were looked at`);
  const list = (length: number): string => JSON.stringify(Array.from({ length }, (_, i) => i));
  assert.equal(scanJson(list(19_000)).problem, null);
  for (const many of [list(60_000), `{"ids":[${'[],'.repeat(20_000)}[]]}`, `[${'{},'.repeat(20_000)}1]`]) {
    const scan = scanJson(many);
    assert.match(scan.problem ?? '', /more than 20000 values/);
    assert.ok(scan.scanned < 190_000);
  }
  assert.match(scanJson('['.repeat(60_000)).problem ?? '', /more than 32 levels/);
  assert.equal(scanJson('['.repeat(60_000)).scanned, 32);
});

test('[ROUTE-100] what stands in texts is no member, however it is escaped', () => {
  const text = JSON.stringify({ a: ',[{"'.repeat(60_000), b: '\\'.repeat(1001), c: '\\"' });
  assert.deepEqual(scanJson(text), { problem: null, scanned: text.length });
  assert.equal(scanJson('"\\"').problem, null);
  assert.match(scanJson(`{"a":"\\\\",${wide(2000).slice(1)}`).problem ?? '', /more than 2000 members/);
});

test('[ROUTE-100] a form is bounded in the same way', () => {
  assert.equal(scanForm('email=a&password=b').problem, null);
  const { problem, scanned } = scanForm('a&'.repeat(500_000));
  assert.match(problem ?? '', /more than 100 fields/);
  assert.equal(scanned, 199);
});

test('[ROUTE-101] attributes that are too long are refused before any member of them is looked at', () => {
  let looked = 0;
  const attributes = Object.defineProperty({ text: 'x'.repeat(4000) }, 'own', {
    enumerable: true,
    get: () => (looked += 1),
  });
  const read = userBody.safeParse({ name: 'Ana Lima', email: 'ana@example.com', attributes });
  assert.match(read.error?.issues[0]?.message ?? '', /longer than 4000/);
  assert.equal(looked, 1, 'by what measures them');
});
