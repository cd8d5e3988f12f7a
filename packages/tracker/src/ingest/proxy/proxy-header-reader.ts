import { ok, type Result } from '@rastro/base';
import {
  MAX_PROXY_HEADER_BYTES,
  readProxyHeader,
  type ProxyHeader,
  type ProxyHeaderError,
} from './proxy-header.ts';

/** A header, and the bytes of the device that came with its last ones. */
export interface ReadHeader {
  readonly header: ProxyHeader;
  readonly rest: Uint8Array;
}

/** Collects the header of a connection, however it is cut into segments. Holds no more bytes than one may have. */
export class ProxyHeaderReader {
  #held: Uint8Array = new Uint8Array(0);

  get heldBytes(): number {
    return this.#held.length;
  }

  /** Null = more bytes are needed. After a header or an error nothing may be pushed any more. */
  push(chunk: Uint8Array): Result<ReadHeader | null, ProxyHeaderError> {
    const heldBefore = this.#held.length;
    const bytes = Buffer.concat([this.#held, chunk.subarray(0, MAX_PROXY_HEADER_BYTES - heldBefore)]);
    const read = readProxyHeader(bytes, 'stream');
    if (!read.ok) return read;
    if (read.value) return ok({ header: read.value, rest: chunk.subarray(read.value.length - heldBefore) });
    this.#held = bytes;
    return ok(null);
  }
}
