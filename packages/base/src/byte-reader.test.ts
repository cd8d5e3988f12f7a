import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ByteReader, OutOfBytesError } from './byte-reader.ts';

test('[BASE-1] numbers are read front to back, big-endian unless named otherwise', () => {
  const reader = new ByteReader(Uint8Array.of(1, 0xff, 0, 2, 0xff, 0xfe, 0, 0, 1, 0, 3, 0x41, 0x42, 0xab));
  assert.deepEqual(
    [reader.u8(), reader.i8(), reader.u16(), reader.i16(), reader.u24(), reader.u16le()],
    [1, -1, 2, -2, 1, 768],
  );
  assert.equal(reader.text(2), 'AB');
  assert.equal(reader.hex(1), 'ab');
  assert.equal(reader.left, 0);
});
test('[BASE-2] reading past the end is refused and moves nothing', () => {
  const reader = new ByteReader(Uint8Array.of(1, 2));
  assert.throws(() => reader.u32(), OutOfBytesError);
  assert.throws(() => reader.skip(-1), OutOfBytesError);
  assert.equal(reader.position, 0);
});
