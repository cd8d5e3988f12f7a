import { crc32 } from 'node:zlib';

/** An entry of a segment: a bundle as it travels, or, with partition -1, the start of the segment. */
export interface RingEntry {
  readonly partition: number;
  readonly number: number;
  readonly body: Uint8Array;
}
const HEAD_PARTITION = -1;

/** Length of the body, checksum of all that follows it, partition, number. */
const HEADER_BYTES = 4 + 4 + 4 + 8;
const MAX_BODY = 64 * 1024 * 1024;

export function encodeEntry({ partition, number, body }: RingEntry): Uint8Array {
  const bytes = Buffer.allocUnsafe(HEADER_BYTES + body.length);
  bytes.writeUInt32LE(body.length, 0);
  bytes.writeInt32LE(partition, 8);
  bytes.writeDoubleLE(number, 12);
  bytes.set(body, HEADER_BYTES);
  bytes.writeUInt32LE(crc32(bytes.subarray(8)), 4);
  return bytes;
}

/** @returns null when no whole and intact entry is there. */
export function decodeEntry(bytes: Buffer, offset: number): (RingEntry & { readonly bytes: number }) | null {
  if (offset + HEADER_BYTES > bytes.length) return null;
  const length = bytes.readUInt32LE(offset);
  const end = offset + HEADER_BYTES + length;
  if (length > MAX_BODY || end > bytes.length) return null;
  if (crc32(bytes.subarray(offset + 8, end)) !== bytes.readUInt32LE(offset + 4)) return null;
  return {
    partition: bytes.readInt32LE(offset + 8),
    number: bytes.readDoubleLE(offset + 12),
    body: bytes.subarray(offset + HEADER_BYTES, end),
    bytes: end - offset,
  };
}

/** @param life Whose numbers the segment has. */
export const encodeHead = (life: string): Uint8Array =>
  encodeEntry({ partition: HEAD_PARTITION, number: 0, body: Buffer.from(JSON.stringify({ life })) });

/** @returns the life; null when the segment does not begin with one. */
export function decodeHead(entry: RingEntry | null): string | null {
  if (entry?.partition !== HEAD_PARTITION) return null;
  const head: unknown = JSON.parse(Buffer.from(entry.body).toString('utf8'));
  if (typeof head !== 'object' || !head || !('life' in head)) return null;
  return typeof head.life === 'string' ? head.life : null;
}
