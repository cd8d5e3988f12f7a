const FIRST_CAPACITY = 4096;
const TWO_28 = 2 ** 28;

/** Bytes of columns, growing as needed. */
export class ByteWriter {
  #bytes = Buffer.allocUnsafe(FIRST_CAPACITY);
  #length = 0;

  /** The same, to be written from its beginning. */
  emptied(): this {
    this.#length = 0;
    return this;
  }

  byte(value: number): void {
    this.#reserve(1);
    this.#bytes[this.#length++] = value;
  }

  /** A whole number from 0 up to 2^53 - 1, seven bits a byte, the lowest first. */
  varint(value: number): void {
    this.#reserve(8);
    let left = value;
    for (; left >= TWO_28; left = Math.floor(left / 128)) this.#bytes[this.#length++] = (left % 128) | 128;
    for (; left >= 128; left >>>= 7) this.#bytes[this.#length++] = (left & 127) | 128;
    this.#bytes[this.#length++] = left;
  }

  double(value: number): void {
    this.#reserve(8);
    this.#length = this.#bytes.writeDoubleLE(value, this.#length);
  }

  uint32(value: number): void {
    this.#reserve(4);
    this.#length = this.#bytes.writeUInt32LE(value, this.#length);
  }

  append(bytes: Uint8Array): void {
    this.#reserve(bytes.length);
    this.#bytes.set(bytes, this.#length);
    this.#length += bytes.length;
  }

  /** Space for so many bytes; valid until the next call. */
  space(length: number): Uint8Array {
    this.#reserve(length);
    const from = this.#length;
    this.#length += length;
    return this.#bytes.subarray(from, this.#length);
  }

  /** All of it; valid until the next call. */
  view(): Buffer {
    return this.#bytes.subarray(0, this.#length);
  }

  #reserve(more: number): void {
    const needed = this.#length + more;
    if (needed <= this.#bytes.length) return;
    const grown = Buffer.allocUnsafe(needed * 2);
    this.#bytes.copy(grown, 0, 0, this.#length);
    this.#bytes = grown;
  }
}
