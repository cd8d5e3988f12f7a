import { damaged } from './damaged.ts';

const MOST = 2 ** 53;

/** Reads what `ByteWriter` wrote. @throws StorageError DAMAGED where the bytes end too early. */
export class ByteSource {
  readonly #bytes: Buffer;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  get left(): number {
    return this.#bytes.length - this.#at;
  }

  byte(): number {
    const value = this.#bytes[this.#at++];
    if (value === undefined) throw damaged('it ends too early');
    return value;
  }

  varint(): number {
    let value = 0;
    for (let scale = 1; scale < MOST; scale *= 128) {
      const byte = this.byte();
      value += (byte & 127) * scale;
      if (byte >= 128) continue;
      if (!Number.isSafeInteger(value)) break;
      return value;
    }
    throw damaged('a number is too large');
  }

  /** A number of things, `most` of them at most. */
  count(most: number): number {
    const value = this.varint();
    if (value > most) throw damaged(`${value} entries`);
    return value;
  }

  double(): number {
    return this.take(8).readDoubleLE();
  }

  uint32(): number {
    return this.take(4).readUInt32LE();
  }

  take(length: number): Buffer {
    const end = this.#at + length;
    if (end > this.#bytes.length) throw damaged('it ends too early');
    const taken = this.#bytes.subarray(this.#at, end);
    this.#at = end;
    return taken;
  }

  /** @throws StorageError DAMAGED when something is left. */
  end(): void {
    if (this.left > 0) throw damaged(`${this.left} bytes too many`);
  }
}
