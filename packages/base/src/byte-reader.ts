/** Thrown when a decoder reads past the end; codecs turn it into a `TRUNCATED` failure. */
export class OutOfBytesError extends Error {
  override readonly name = 'OutOfBytesError';
  constructor(wanted: number, left: number) {
    super(`Cannot read ${wanted} bytes: ${left} left`);
  }
}

/** Reads numbers and texts from bytes, front to back. Big-endian unless the name ends in `le`. */
export class ByteReader {
  #at = 0;
  readonly #bytes: Uint8Array;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  get position(): number {
    return this.#at;
  }

  get left(): number {
    return this.#bytes.length - this.#at;
  }

  #take(size: number): number {
    if (size < 0 || this.left < size) throw new OutOfBytesError(size, this.left);
    const at = this.#at;
    this.#at += size;
    return at;
  }

  skip(size: number): void {
    this.#take(size);
  }
  u8(): number {
    return this.#byte(this.#take(1));
  }
  i8(): number {
    return (this.u8() << 24) >> 24;
  }
  u16(): number {
    const at = this.#take(2);
    return (this.#byte(at) << 8) | this.#byte(at + 1);
  }
  i16(): number {
    return (this.u16() << 16) >> 16;
  }
  u24(): number {
    const at = this.#take(3);
    return (this.#byte(at) << 16) | (this.#byte(at + 1) << 8) | this.#byte(at + 2);
  }
  u32(): number {
    return this.i32() >>> 0;
  }
  i32(): number {
    const at = this.#take(4);
    const high = (this.#byte(at) << 24) | (this.#byte(at + 1) << 16);
    return high | (this.#byte(at + 2) << 8) | this.#byte(at + 3);
  }
  u64(): bigint {
    return this.#view().getBigUint64(this.#take(8));
  }
  i64(): bigint {
    return this.#view().getBigInt64(this.#take(8));
  }
  f32(): number {
    return this.#view().getFloat32(this.#take(4));
  }
  u16le(): number {
    const at = this.#take(2);
    return this.#byte(at) | (this.#byte(at + 1) << 8);
  }
  u32le(): number {
    return this.i32le() >>> 0;
  }
  i32le(): number {
    const at = this.#take(4);
    const low = this.#byte(at) | (this.#byte(at + 1) << 8);
    return low | (this.#byte(at + 2) << 16) | (this.#byte(at + 3) << 24);
  }

  #byte(at: number): number {
    return this.#bytes[at] ?? 0;
  }
  /** Made when it is needed, which is seldom: a view costs more than the numbers of a short message. */
  #view(): DataView {
    return new DataView(this.#bytes.buffer, this.#bytes.byteOffset, this.#bytes.byteLength);
  }

  /** A view, not a copy: valid as long as the frame is not overwritten. */
  bytes(size: number): Uint8Array {
    const at = this.#take(size);
    return this.#bytes.subarray(at, at + size);
  }

  /** One character per byte (Latin-1). */
  text(size: number): string {
    let text = '';
    for (const byte of this.bytes(size)) text += String.fromCharCode(byte);
    return text;
  }

  /** Lower-case hexadecimal digits of the next `size` bytes. */
  hex(size: number): string {
    let text = '';
    for (const byte of this.bytes(size)) text += (byte < 16 ? '0' : '') + byte.toString(16);
    return text;
  }
}
