/** Thrown when a decoder reads past the end; codecs turn it into a `TRUNCATED` failure at their door. */
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
  readonly #view: DataView;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
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
    return this.#view.getUint8(this.#take(1));
  }
  i8(): number {
    return this.#view.getInt8(this.#take(1));
  }
  u16(): number {
    return this.#view.getUint16(this.#take(2));
  }
  i16(): number {
    return this.#view.getInt16(this.#take(2));
  }
  u24(): number {
    const at = this.#take(3);
    return this.#view.getUint16(at) * 256 + this.#view.getUint8(at + 2);
  }
  u32(): number {
    return this.#view.getUint32(this.#take(4));
  }
  i32(): number {
    return this.#view.getInt32(this.#take(4));
  }
  u64(): bigint {
    return this.#view.getBigUint64(this.#take(8));
  }
  i64(): bigint {
    return this.#view.getBigInt64(this.#take(8));
  }
  f32(): number {
    return this.#view.getFloat32(this.#take(4));
  }
  u16le(): number {
    return this.#view.getUint16(this.#take(2), true);
  }
  u32le(): number {
    return this.#view.getUint32(this.#take(4), true);
  }
  i32le(): number {
    return this.#view.getInt32(this.#take(4), true);
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
