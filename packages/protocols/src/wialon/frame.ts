import { trimmedEnd } from '../ascii.ts';
import type { Framer } from '../protocol.ts';
import { StreamFramer, type Cutter } from '../stream-framer.ts';

const LF = 0x0a;
const CR = 0x0d;
const HASH = 0x23;

export const createFramer = (): Framer => new StreamFramer(new LineCutter());

/** Lines, with their end; empty ones are dropped. */
class LineCutter implements Cutter {
  #seen = 0;

  measure(bytes: Uint8Array, from: number, to: number): number {
    let start = from;
    while (this.#seen === 0 && start < to && (bytes[start] === LF || bytes[start] === CR)) start++;
    if (start > from) return from - start;
    for (let at = from + this.#seen; at < to; at++) {
      if (bytes[at] !== LF) continue;
      this.#seen = 0;
      return at + 1 - from;
    }
    this.#seen = to - from;
    return 0;
  }
}

/** Where the parts of a line are: before the first `#` the sender, then the type, then the body. */
export interface Line {
  readonly typeAt: number;
  readonly bodyAt: number;
  readonly end: number;
}

/** @returns null when the line has no type. */
export function openLine(frame: Uint8Array): Line | null {
  const first = frame.indexOf(HASH);
  const second = first < 0 ? -1 : frame.indexOf(HASH, first + 1);
  if (second < 0) return null;
  return { typeAt: first + 1, bodyAt: second + 1, end: Math.max(trimmedEnd(frame), second + 1) };
}
