import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { headers, type Msg, type MsgHdrs } from '@nats-io/transport-node';

/** Below, compression costs more than it saves. */
const COMPRESS_ABOVE = 64 * 1024;
/** First bytes of what zstd has made; no JSON begins with them. */
const ZSTD = Buffer.from([0x28, 0xb5, 0x2f, 0xfd]);
const MAX_BYTES = 256 * 1024 * 1024;
const PART = 'Part';
/** Room for subject and headers of a part. */
const MARGIN = 1024;
/** Messages of which parts are awaited at a time; the oldest is given up. */
const MAX_OPEN = 256;

/** A message as it travels: JSON, a long one compressed. */
export function encode(message: unknown, compressAbove = COMPRESS_ABOVE): Uint8Array {
  const json = Buffer.from(JSON.stringify(message ?? null));
  return json.length > compressAbove ? zstdCompressSync(json) : json;
}
export function decode(data: Uint8Array): unknown {
  const bytes = Buffer.from(data.buffer, data.byteOffset, data.byteLength);
  const isCompressed = bytes.subarray(0, ZSTD.length).equals(ZSTD);
  const json = isCompressed ? zstdDecompressSync(bytes, { maxOutputLength: MAX_BYTES }) : bytes;
  return JSON.parse(json.toString('utf8'));
}

/** Bytes of one message that the server takes. */
export const maxBytesOf = (maxPayload: number): number => maxPayload - MARGIN;

/** Pieces of a message that is too large for one; `id` tells them from those of others. Each has the headers of the whole. */
export function cut(
  body: Uint8Array,
  maxBytes: number,
  id: string,
  whole: MsgHdrs | undefined,
): readonly { readonly part: Uint8Array; readonly header: MsgHdrs }[] {
  const count = Math.ceil(body.length / maxBytes);
  return Array.from({ length: count }, (_, i) => {
    const header = headers();
    for (const key of whole?.keys() ?? []) header.set(key, whole?.get(key) ?? '');
    header.set(PART, `${id} ${i} ${count}`);
    return { part: body.subarray(i * maxBytes, (i + 1) * maxBytes), header };
  });
}

/** Puts the pieces of messages together again. */
export class Joiner {
  readonly #open = new Map<string, Uint8Array[]>();

  /** @returns a message that is whole now; null = more of it comes, or a piece of it got lost. */
  take({ data, headers: header }: Pick<Msg, 'data' | 'headers'>): Uint8Array | null {
    if (!header?.has(PART)) return data;
    const [id = '', index = '', count = ''] = header.get(PART).split(' ');
    const parts = this.#open.get(id) ?? [];
    if (parts.length !== Number(index)) {
      this.#open.delete(id);
      return null;
    }
    parts.push(data);
    this.#open.set(id, parts);
    const isWhole = parts.length === Number(count);
    const oldest = this.#open.size > MAX_OPEN ? this.#open.keys().next().value : undefined;
    if (isWhole) this.#open.delete(id);
    else if (oldest !== undefined) this.#open.delete(oldest);
    return isWhole ? Buffer.concat(parts) : null;
  }
}
