import type { Framer } from '../protocol.ts';
import { StreamFramer, type Cutter } from '../stream-framer.ts';

const LF = 0x0a;
const SEMICOLON = 0x3b;
const STAR = 0x2a;

export const createFramer = (): Framer => new StreamFramer(new SentenceCutter());

/** A sentence ends with `;`, `*` or a line end, which stays on it; line ends and blanks between are dropped. */
class SentenceCutter implements Cutter {
  #seen = 0;

  measure(bytes: Uint8Array, from: number, to: number): number {
    let start = from;
    while (this.#seen === 0 && start < to && isBlank(bytes[start] ?? 0)) start++;
    if (start > from) return from - start;
    for (let at = from + this.#seen; at < to; at++) {
      const byte = bytes[at];
      if (byte !== LF && byte !== SEMICOLON && byte !== STAR) continue;
      this.#seen = 0;
      return at + 1 - from;
    }
    this.#seen = to - from;
    return 0;
  }
}

const isBlank = (byte: number): boolean => byte === 0x0d || byte === 0x0a || byte === 0x20;
