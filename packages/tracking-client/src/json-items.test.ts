import assert from 'node:assert/strict';
import { test } from 'node:test';
import { JsonItems } from './json-items.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
function inPieces(text: string, size: number): readonly unknown[] {
  const items = new JsonItems<unknown>();
  const all = bytes(text);
  const found: unknown[] = [];
  for (let at = 0; at < all.length; at += size) found.push(...items.take(all.subarray(at, at + size)));
  assert.ok(items.hasEnded);
  return found;
}

test('[REPW-2] the items of a list are the same in whatever pieces it comes', () => {
  const list = [
    { name: 'São "João" \\ ],[{', at: [[1, 2], []] },
    { name: '東京', inner: { a: [{ b: '}' }] } },
    { name: '', none: null },
  ];
  for (const text of [JSON.stringify(list), JSON.stringify(list, null, 1), `${JSON.stringify(list)}\n`])
    for (let size = 1; size < 40; size++) assert.deepEqual(inPieces(text, size), list, `${size} bytes`);
  assert.deepEqual(inPieces('[]', 1), []);
  assert.deepEqual(inPieces('[]', 2), []);
});

test('[REPW-2] a list that breaks off, and what is no list, is told', () => {
  const items = new JsonItems<unknown>();
  assert.deepEqual(items.take(bytes('[{"a":1},{"a"')), [{ a: 1 }]);
  assert.equal(items.hasEnded, false);
  assert.throws(() => new JsonItems().take(bytes('<html>')), /is none/);
});
