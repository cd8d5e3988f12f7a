import { copyOf } from '../copy.ts';
import type { Framer } from '../protocol.ts';
import { StreamFramer, type Cutter } from '../stream-framer.ts';
import { ALTERNATIVE, STANDARD } from './state.ts';

export const OPEN = 0x28;
const CLOSE = 0x29;

export const createFramer = (): Framer => new StreamFramer(new Jt808Cutter());

/** From a delimiter to the next same one. Two in a row are an end and a start: the first is dropped. */
class Jt808Cutter implements Cutter {
  #seen = 1;

  measure(bytes: Uint8Array, from: number, to: number): number {
    let start = from;
    while (start < to && !isStart(bytes[start])) start++;
    if (start > from) return from - start;
    const end = bytes[from] === OPEN ? CLOSE : bytes[from];
    for (let at = from + this.#seen; at < to; at++) {
      if (bytes[at] !== end) continue;
      this.#seen = 1;
      return at === from + 1 ? -1 : at + 1 - from;
    }
    this.#seen = to - from;
    return 0;
  }
}

const isStart = (byte: number | undefined): boolean =>
  byte === STANDARD || byte === ALTERNATIVE || byte === OPEN;

/** Escape byte, code, meaning. */
type Escapes = readonly (readonly [escape: number, code: number, byte: number])[];
const STANDARD_ESCAPES: Escapes = [
  [0x7d, 1, 0x7d],
  [0x7d, 2, 0x7e],
];
const ALTERNATIVE_ESCAPES: Escapes = [
  [0xe6, 1, 0xe6],
  [0xe6, 2, 0xe7],
  [0x3e, 1, 0x3e],
  [0x3e, 2, 0x3d],
];
const escapesOf = (delimiter: number): Escapes =>
  delimiter === ALTERNATIVE ? ALTERNATIVE_ESCAPES : STANDARD_ESCAPES;

/** The frame without its delimiters and escapes; a view when there are none. */
export function unescaped(frame: Uint8Array): Uint8Array {
  const delimiter = frame[0] ?? STANDARD;
  const to = frame.length - (frame[frame.length - 1] === delimiter ? 1 : 0);
  const alternative = delimiter === ALTERNATIVE;
  let first = 1;
  while (first < to && !isEscape(frame[first] ?? 0, alternative)) first++;
  if (first >= to) return frame.subarray(1, to);
  const escapes = escapesOf(delimiter);
  const out = copyOf(frame, 1, to);
  let size = first - 1;
  for (let at = first; at < to; at++) {
    const byte = frame[at] ?? 0;
    let meaning = byte;
    if (at + 1 < to && isEscape(byte, alternative)) {
      for (const [escape, code, plain] of escapes) {
        if (escape !== byte || code !== frame[at + 1]) continue;
        meaning = plain;
        at++;
        break;
      }
    }
    out[size++] = meaning;
  }
  return out.subarray(0, size);
}

const isEscape = (byte: number, alternative: boolean): boolean =>
  alternative ? byte === 0xe6 || byte === 0x3e : byte === 0x7d;

/** Whether a byte of the content has to be escaped. */
const isSpecial = (byte: number, alternative: boolean): boolean =>
  alternative
    ? byte === 0xe6 || byte === 0xe7 || byte === 0x3e || byte === 0x3d
    : byte === 0x7d || byte === 0x7e;

/** Delimiters around escaped content. */
export function escaped(content: Uint8Array, delimiter: number): Uint8Array {
  const alternative = delimiter === ALTERNATIVE;
  let specials = 0;
  for (let at = 0; at < content.length; at++) if (isSpecial(content[at] ?? 0, alternative)) specials++;
  const out = new Uint8Array(content.length + specials + 2);
  out[0] = delimiter;
  out[out.length - 1] = delimiter;
  if (specials === 0) {
    out.set(content, 1);
    return out;
  }
  let size = 1;
  for (const byte of content) {
    const found = isSpecial(byte, alternative)
      ? escapesOf(delimiter).find(([, , plain]) => plain === byte)
      : undefined;
    if (found) out[size++] = found[0];
    out[size++] = found ? found[1] : byte;
  }
  return out;
}

export function xorOf(bytes: Uint8Array, to: number): number {
  let sum = 0;
  for (let at = 0; at < to; at++) sum ^= bytes[at] ?? 0;
  return sum;
}
