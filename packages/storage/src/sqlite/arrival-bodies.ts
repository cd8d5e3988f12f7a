const SEGMENT_BYTES = 2 ** 20;
/** Of a place: segment × this + offset within it. */
const SEGMENT = 2 ** 32;

interface Segment {
  bytes: Uint8Array;
  /** Last row that is in it. */
  last: number;
}

/**
 * Bodies of rows in few large pieces of memory, used again once their rows are deleted: a piece for each row would leave
 * the collector many, and the system gets small ones back late.
 */
export class ArrivalBodies {
  readonly #segments: Segment[] = [];
  readonly #free: number[] = [];
  #current = -1;
  #at = 0;

  /** Copies the body of a row. @returns the place of its first byte. */
  add(row: number, body: Uint8Array): number {
    let segment = this.#segments[this.#current];
    if (!segment || this.#at + body.length > segment.bytes.length) segment = this.#begin(body.length);
    segment.bytes.set(body, this.#at);
    segment.last = row;
    const place = this.#current * SEGMENT + this.#at;
    this.#at += body.length;
    return place;
  }

  /** Valid until the row is deleted. */
  at(place: number, length: number): Uint8Array {
    const from = place % SEGMENT;
    const bytes = this.#segments[Math.floor(place / SEGMENT)]?.bytes;
    if (!bytes) throw new RangeError(`No body at ${place}`);
    return bytes.subarray(from, from + length);
  }

  /** After rows up to one were deleted. */
  release(upTo: number): void {
    for (const [number, segment] of this.#segments.entries()) {
      if (number === this.#current || segment.last > upTo || this.#free.includes(number)) continue;
      // One that was made for an uncommonly large row is not worth its memory.
      if (segment.bytes.length > SEGMENT_BYTES) segment.bytes = new Uint8Array(0);
      this.#free.push(number);
    }
  }

  clear(): void {
    this.#segments.length = 0;
    this.#free.length = 0;
    [this.#current, this.#at] = [-1, 0];
  }

  #begin(length: number): Segment {
    const free = this.#free.pop();
    this.#current = free ?? this.#segments.length;
    this.#at = 0;
    const segment = this.#segments[this.#current] ?? { bytes: new Uint8Array(0), last: 0 };
    if (segment.bytes.length < length) segment.bytes = new Uint8Array(Math.max(SEGMENT_BYTES, length));
    this.#segments[this.#current] = segment;
    return segment;
  }
}
