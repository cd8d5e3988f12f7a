import { asciiOf } from '../ascii.ts';
import type { Framer } from '../protocol.ts';
import { StreamFramer, type Cutter } from '../stream-framer.ts';

const DOLLAR = 0x24;
const COLON = 0x3a;
/** Enough to find the length of any binary form. */
const HEAD = 11;

export const createFramer = (): Framer => new StreamFramer(new Gl200Cutter());

/** Text ends with `$` (or a zero byte), which stays on the frame; binary frames carry their whole length. */
class Gl200Cutter implements Cutter {
  #seen = 0;

  measure(bytes: Uint8Array, from: number, to: number): number {
    let start = from;
    while (start < to && isBlank(bytes[start] ?? 0)) start++;
    if (start > from) return from - start;
    if (to - from < HEAD) return 0;
    const head = binaryHead(bytes, from);
    if (head === null) return this.#text(bytes, from, to);
    const length = lengthOf(bytes, from, head);
    return length < HEAD ? -1 : length;
  }

  #text(bytes: Uint8Array, from: number, to: number): number {
    for (let at = from + this.#seen; at < to; at++) {
      if (bytes[at] !== DOLLAR && bytes[at] !== 0) continue;
      this.#seen = 0;
      return at + 1 - from;
    }
    this.#seen = to - from;
    return 0;
  }
}

/** CR, LF and blanks between messages. */
const isBlank = (byte: number): boolean => byte === 0x0d || byte === 0x0a || byte === 0x20;

/** Where the length lies, and its size. */
const LENGTHS: ReadonlyMap<string, readonly [at: number, size: 1 | 2]> = new Map([
  ['+ACK', [6, 1]],
  ['+INF', [7, 2]],
  ['+BNF', [7, 2]],
  ['+HBD', [5, 1]],
  ['+CRD', [6, 2]],
  ['+BRD', [6, 2]],
  ['+LGN', [6, 2]],
  ['+RSP', [9, 2]],
  ['+BSP', [9, 2]],
  ['+EVT', [9, 2]],
  ['+BVT', [9, 2]],
]);

/** The first four characters of a binary frame, empty for the newer form; null = it is text. */
export function binaryHead(bytes: Uint8Array, from: number): string | null {
  if (bytes[from + 1] === 0) return '';
  // Text has a colon after its first word, which only in an answer also has four characters.
  if (bytes[from + 4] === COLON || bytes[from + 5] === COLON) return null;
  const head = asciiOf(bytes, from, from + 4);
  return LENGTHS.has(head) ? head : null;
}

function lengthOf(bytes: Uint8Array, from: number, head: string): number {
  const [at, size] = LENGTHS.get(head) ?? [2, 2];
  const first = bytes[from + at] ?? 0;
  return size === 1 ? first : (first << 8) | (bytes[from + at + 1] ?? 0);
}
