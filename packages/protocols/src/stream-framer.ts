import { copyOf } from './copy.ts';
import { fail, ok, type Result } from '@rastro/base';
import type { DecodeFailure, Framer } from './protocol.ts';

/** The longest frame of any stream protocol, and the most that a framer ever holds. */
export const STREAM_LIMIT_BYTES = 32 * 1024;

/** Knows where a protocol's frames end. May remember progress on the frame it is asked about. */
export interface Cutter {
  /**
   * Scans the unread bytes [from, to), at least one.
   * @returns n > 0: a frame of n bytes starts at `from`, also when not all of it has arrived;
   * 0: undecided; n < 0: drop -n bytes, no frame starts there.
   */
  measure(bytes: Uint8Array, from: number, to: number): number;
}

const EMPTY = new Uint8Array(0);

/**
 * Cuts a stream with a protocol's cutter. Frames that arrive whole are views of the segment;
 * frames that span segments are copies. The result does not depend on where segments end.
 */
export class StreamFramer implements Framer {
  #store = EMPTY;
  #held = 0;
  /** Since the last frame; a peer that sends nothing else uses another protocol. */
  #dropped = 0;
  readonly #cutter: Cutter;

  constructor(cutter: Cutter) {
    this.#cutter = cutter;
  }

  get heldBytes(): number {
    return this.#held;
  }

  push(chunk: Uint8Array): readonly Result<Uint8Array, DecodeFailure>[] {
    const joined = this.#held > 0;
    const bytes = joined ? this.#append(chunk) : chunk;
    const end = joined ? this.#held : chunk.length;
    const out: Result<Uint8Array, DecodeFailure>[] = [];
    let at = 0;
    while (at < end) {
      const size = this.#cutter.measure(bytes, at, end);
      if (size < 0) {
        const next = Math.min(end, at - size);
        this.#dropped += next - at;
        if (this.#dropped > STREAM_LIMIT_BYTES) return this.#giveUp(out);
        at = next;
        continue;
      }
      if (size > STREAM_LIMIT_BYTES) return this.#giveUp(out);
      if (size === 0 || at + size > end) break;
      out.push(ok(joined ? copyOf(bytes, at, at + size) : bytes.subarray(at, at + size)));
      at += size;
      this.#dropped = 0;
    }
    if (end - at > STREAM_LIMIT_BYTES) return this.#giveUp(out);
    this.#keep(bytes, at, end);
    return out;
  }

  #append(chunk: Uint8Array): Uint8Array {
    const needed = this.#held + chunk.length;
    if (needed > this.#store.length) {
      const grown = new Uint8Array(Math.max(needed, this.#held * 2));
      grown.set(this.#store.subarray(0, this.#held));
      this.#store = grown;
    }
    this.#store.set(chunk, this.#held);
    this.#held = needed;
    return this.#store;
  }

  #keep(bytes: Uint8Array, from: number, to: number): void {
    const left = to - from;
    this.#held = left;
    if (left === 0) this.#store = EMPTY;
    else if (bytes !== this.#store || this.#store.length > 2 * STREAM_LIMIT_BYTES) {
      this.#store = copyOf(bytes, from, to);
    } else if (from > 0) this.#store.copyWithin(0, from, to);
  }

  #giveUp(out: Result<Uint8Array, DecodeFailure>[]): readonly Result<Uint8Array, DecodeFailure>[] {
    this.#store = EMPTY;
    this.#held = 0;
    this.#dropped = 0;
    out.push(fail({ code: 'FRAME_TOO_LONG', limitBytes: STREAM_LIMIT_BYTES }));
    return out;
  }
}
