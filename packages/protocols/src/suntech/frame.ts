import type { Framer } from '../protocol.ts';
import { StreamFramer, type Cutter } from '../stream-framer.ts';

export const ZIP_START = 0x02;
const CR = 0x0d;
const LF = 0x0a;

export const createFramer = (): Framer => new StreamFramer(new SuntechCutter());

/**
 * ZIP and universal binary frames contain their length; text ends with CR, which stays on the frame. A CR before an LF
 * belongs to serial data inside a report. A CR that ends a segment ends the frame: waiting for the next byte would hold
 * every report back until the next one.
 */
class SuntechCutter implements Cutter {
  #seen = 0;

  measure(bytes: Uint8Array, from: number, to: number): number {
    if (to - from < 3) return 0;
    const length = ((bytes[from + 1] ?? 0) << 8) | (bytes[from + 2] ?? 0);
    if (bytes[from] === ZIP_START) return length + 4;
    if (bytes[from + 1] === 0) return length + 3;
    for (let at = from + this.#seen; at < to; at++) {
      if (bytes[at] !== CR || (at + 1 < to && bytes[at + 1] === LF)) continue;
      this.#seen = 0;
      return at + 1 - from;
    }
    this.#seen = to - from;
    return 0;
  }
}

/** A ZIP or universal binary frame, not text. */
export const isBinary = (frame: Uint8Array): boolean => frame[0] === ZIP_START || frame[1] === 0;
