import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { fromHex, slowIbm, slowX25 } from '../test/support.ts';
import { crc16Ibm, crc16Kermit, crc16X25 } from './checksums.ts';

test('[CRC-1] gives the published check values of all checksums', () => {
  const digits = new TextEncoder().encode('123456789');
  assert.equal(crc16Ibm(digits, 0, digits.length), 0xbb3d);
  assert.equal(crc16X25(digits, 0, digits.length), 0x906e);
  assert.equal(crc16Kermit(digits, 0, digits.length), 0x2189);
});

test('[CRC-1] agrees with the bitwise definition on any range', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 64 }), (bytes) => {
      assert.equal(crc16Ibm(bytes, 0, bytes.length), slowIbm(bytes));
      assert.equal(crc16X25(bytes, 0, bytes.length), slowX25(bytes));
    }),
  );
  const framed = fromHex('ff31323334353637383900');
  assert.equal(crc16Ibm(framed, 1, 10), 0xbb3d);
});
