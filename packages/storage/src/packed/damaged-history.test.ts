import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { position } from '../contract/made-rows.ts';
import { StorageError } from '../storage-error.ts';
import { ByteWriter } from './byte-writer.ts';
import { decodeRun, decodeTexts } from './decode-run.ts';
import { encodeRun } from './encode-run.ts';
import { writeFrame } from './frame.ts';
import { VERSION, type PackedRun } from './run.ts';

const runOf = (count: number): PackedRun =>
  encodeRun(
    Array.from({ length: count }, (_, i) =>
      position({ id: i + 1, fixTime: i * 1000, contentKey: 2 ** 40 + i, attributes: { power: 12 + i / 7 } }),
    ),
  );
/** Few records stand as they are, more are compressed. */
const SIZES = [3, 64];
/** Of the headers of both zstd frames. */
const MAX_IGNORED_BITS = 4;
const isDamaged = (error: unknown): boolean => error instanceof StorageError && error.code === 'DAMAGED';
const rejects = (run: PackedRun, found: string): void => {
  assert.throws(() => decodeRun(run), isDamaged, found);
  assert.throws(() => decodeTexts(run), isDamaged, found);
};

test('[PACK-4] a bit that flipped gives an error, or nothing else, wherever it is', () => {
  for (const size of SIZES) {
    const run = runOf(size);
    const records = decodeRun(run);
    let ignored = 0;
    for (const part of ['head', 'body'] as const)
      for (let bit = 0; bit < run[part].length * 8; bit++) {
        const bytes = Uint8Array.from(run[part]);
        bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) ^ (1 << (bit & 7));
        const found = `bit ${bit} of the ${part} of ${size} records`;
        // zstd leaves some bits of its header unused.
        try {
          assert.deepStrictEqual(decodeRun({ ...run, [part]: bytes }), records, found);
          ignored++;
        } catch (error) {
          assert.ok(isDamaged(error), `${found}: ${String(error)}`);
        }
      }
    assert.ok(ignored <= MAX_IGNORED_BITS, `${ignored} bits`);
  }
});

test('[PACK-4] bytes that are missing or too many are found', () => {
  for (const size of SIZES) {
    const run = runOf(size);
    for (const part of ['head', 'body'] as const) {
      for (let length = 0; length < run[part].length; length++)
        rejects({ ...run, [part]: run[part].subarray(0, length) }, `${length} bytes of the ${part}`);
      rejects({ ...run, [part]: Buffer.concat([run[part], Buffer.of(0)]) }, `a byte too many in the ${part}`);
    }
  }
});

test('[PACK-4] a body of other records is found by their number', () => {
  rejects({ head: runOf(3).head, body: runOf(4).body }, 'three and four');
});

test('[PACK-4] any bytes are rejected', () => {
  const bytes = fc.uint8Array({ maxLength: 300 });
  fc.assert(
    fc.property(bytes, bytes, (head, body) => {
      rejects({ head, body }, 'any bytes');
      rejects({ ...runOf(3), body }, 'any body');
    }),
    { numRuns: 500 },
  );
});

test('[PACK-4] bytes with the right checksum but without sense give an error or records, and end', () => {
  const sealed = (content: Uint8Array): Uint8Array => {
    const writer = new ByteWriter();
    writer.byte(VERSION);
    writeFrame(writer, Buffer.from(content), null);
    return Uint8Array.from(writer.view());
  };
  const whole = Buffer.from(runOf(3).body);
  const content = whole.subarray(3, -4);
  const change = fc.tuple(fc.nat(content.length - 1), fc.nat(255));
  fc.assert(
    fc.property(fc.array(change, { minLength: 1, maxLength: 4 }), (changes) => {
      const bytes = Uint8Array.from(content);
      for (const [at, byte] of changes) bytes[at] = byte;
      try {
        assert.equal(decodeRun({ ...runOf(3), body: sealed(bytes) }).length, 3);
      } catch (error) {
        assert.ok(isDamaged(error), String(error));
      }
    }),
    { numRuns: 3000 },
  );
});
