import { constants, crc32, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { ByteSource } from './byte-source.ts';
import type { ByteWriter } from './byte-writer.ts';
import { damaged } from './damaged.ts';

const PLAIN = 0;
const ZSTD = 1;
/** More is never written. */
const MAX_BYTES = 2 ** 26;
/** The byte of a zstd frame behind its magic number says, among others, that a checksum follows. */
const DESCRIPTOR_AT = 4;
const CHECKSUM_FLAG = 4;
/** Of a buffer that the result certainly fits into: one that is too small costs a copy, the usual one is 64 KiB. */
const SPARE = 64;

/**
 * Bytes with a checksum: kind, both lengths, bytes.
 * @param level Of zstd; null = they are too few for it.
 */
export function writeFrame(writer: ByteWriter, bytes: Buffer, level: number | null): void {
  if (bytes.length > MAX_BYTES) throw new RangeError(`Cannot pack ${bytes.length} bytes of history at once`);
  const compressed = level === null ? null : compress(bytes, level);
  if (compressed && compressed.length < bytes.length) {
    writer.byte(ZSTD);
    writer.varint(bytes.length);
    writer.varint(compressed.length);
    writer.append(compressed);
  } else {
    writer.byte(PLAIN);
    writer.varint(bytes.length);
    writer.append(bytes);
    writer.uint32(crc32(bytes));
  }
}

function compress(bytes: Buffer, level: number): Buffer {
  const params = { [constants.ZSTD_c_compressionLevel]: level, [constants.ZSTD_c_checksumFlag]: 1 };
  return zstdCompressSync(bytes, { params, chunkSize: bytes.length + SPARE });
}

/** @throws StorageError DAMAGED when they are not the bytes that were written. */
export function readFrame(source: ByteSource): ByteSource {
  const kind = source.byte();
  const length = source.count(MAX_BYTES);
  if (kind === PLAIN) {
    const bytes = source.take(length);
    if (crc32(bytes) !== source.uint32()) throw damaged('its checksum is wrong');
    return new ByteSource(bytes);
  }
  if (kind !== ZSTD) throw damaged(`a frame of kind ${kind}`);
  return new ByteSource(decompressed(source.take(source.varint()), length));
}

function decompressed(frame: Buffer, length: number): Buffer {
  if (((frame[DESCRIPTOR_AT] ?? 0) & CHECKSUM_FLAG) === 0) throw damaged('it has no checksum');
  let bytes: Buffer;
  try {
    bytes = zstdDecompressSync(frame, { maxOutputLength: length, chunkSize: length + SPARE });
  } catch (cause) {
    throw damaged(cause instanceof Error ? cause.message : String(cause));
  }
  if (bytes.length !== length) throw damaged('it has another length');
  return bytes;
}
