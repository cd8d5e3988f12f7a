/** Writes numbers big-endian, growing as needed. */
export class Writer {
  #bytes = new Uint8Array(128);
  #length = 0;

  uint(value: number, size: number): this {
    this.#ensureCapacity(size);
    let rest = value;
    for (let at = this.#length + size - 1; at >= this.#length; at--) {
      this.#bytes[at] = rest % 256;
      rest = Math.floor(rest / 256);
    }
    this.#length += size;
    return this;
  }
  /** Two's complement. */
  int(value: number, size: number): this {
    return this.uint(value < 0 ? 256 ** size + value : value, size);
  }
  ascii(text: string): this {
    return this.bytes(new TextEncoder().encode(text));
  }
  bytes(bytes: Uint8Array): this {
    this.#ensureCapacity(bytes.length);
    this.#bytes.set(bytes, this.#length);
    this.#length += bytes.length;
    return this;
  }
  finish(): Uint8Array {
    return this.#bytes.slice(0, this.#length);
  }

  #ensureCapacity(size: number): void {
    if (this.#length + size <= this.#bytes.length) return;
    const grown = new Uint8Array((this.#length + size) * 2);
    grown.set(this.#bytes);
    this.#bytes = grown;
  }
}

/**
 * A 16-bit checksum whose polynomial is given reflected.
 * Teltonika: A001 from 0. GT06: 8408 from FFFF, inverted in the end.
 */
export function crc16(bytes: Uint8Array, polynomial: number, start: number): number {
  let crc = start;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ polynomial : crc >>> 1;
  }
  return crc;
}

/** Bytes of a stream that are not understood yet. */
export class Received {
  #bytes: Buffer = Buffer.alloc(0);

  add(bytes: Uint8Array): void {
    this.#bytes = Buffer.concat([this.#bytes, bytes]);
  }
  get view(): Buffer {
    return this.#bytes;
  }
  drop(count: number): void {
    this.#bytes = this.#bytes.subarray(count);
  }
}
