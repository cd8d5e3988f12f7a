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

test('[BASE-1] reads signs and byte orders as a DataView does, in the middle of a buffer', () => {
  const bytes = Uint8Array.from([9, 0xff, 0x80, 0x01, 0xfe, 0x7f, 0x00, 0x81, 0xc2, 9]).subarray(1, 9);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const at = (position: number): ByteReader => {
    const reader = new ByteReader(bytes);
    reader.skip(position);
    return reader;
  };
  for (let position = 0; position <= 4; position++) {
    assert.equal(at(position).i8(), view.getInt8(position));
    assert.equal(at(position).i16(), view.getInt16(position));
    assert.equal(at(position).u16le(), view.getUint16(position, true));
    assert.equal(at(position).u32(), view.getUint32(position));
    assert.equal(at(position).i32(), view.getInt32(position));
    assert.equal(at(position).u32le(), view.getUint32(position, true));
    assert.equal(at(position).i32le(), view.getInt32(position, true));
    assert.equal(at(position).u24(), view.getUint32(position) >>> 8);
    assert.equal(at(position).f32(), view.getFloat32(position));
  }
  assert.equal(at(0).i64(), view.getBigInt64(0));
});
