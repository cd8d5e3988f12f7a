import type { Framer } from '../protocol.ts';
import { StreamFramer, type Cutter } from '../stream-framer.ts';

const STAR = 0x2a;
const DOLLAR = 0x24;
const HASH = 0x23;
const IGNORED = 0x58;
const SHORT = 32;
export const LONG_ID_SIZE = 42;
const LONG = 45;

export const createFramer = (): Framer => new StreamFramer(new H02Cutter());

/**
 * Text runs from `*` to `#`. Binary frames have 32, 42 or 45 bytes without an indication: 42 when date and time are
 * where an 8-byte id puts them, 45 when neither the end of the segment nor another message is at 32.
 */
class H02Cutter implements Cutter {
  #seen = 0;
  /** This device sends 45 bytes. */
  #long = false;
  /** The last binary frame was taken for 32 bytes because nothing was behind it yet. */
  #guessed = false;

  measure(bytes: Uint8Array, from: number, to: number): number {
    const start = startOf(bytes, from, to);
    if (start > from) {
      if (this.#guessed && !isLineEnd(bytes[from])) this.#long = true;
      this.#guessed = false;
      return from - start;
    }
    if (bytes[from] === STAR) return this.#text(bytes, from, to);
    if (bytes[from] === IGNORED) return SHORT;
    return to - from < SHORT ? 0 : this.#binary(bytes, from, to);
  }

  #text(bytes: Uint8Array, from: number, to: number): number {
    this.#guessed = false;
    for (let at = from + this.#seen; at < to; at++) {
      if (bytes[at] !== HASH) continue;
      this.#seen = 0;
      return at + 1 - from;
    }
    this.#seen = to - from;
    return 0;
  }

  #binary(bytes: Uint8Array, from: number, to: number): number {
    this.#guessed = false;
    if (!isDated(bytes, from, 6) && isDated(bytes, from, 9)) return LONG_ID_SIZE;
    if (this.#long) return LONG;
    if (to - from === SHORT) {
      this.#guessed = true;
      return SHORT;
    }
    const next = bytes[from + SHORT];
    if (isStart(next) || isLineEnd(next)) return SHORT;
    this.#long = true;
    return LONG;
  }
}

const isStart = (byte: number | undefined): boolean => byte === STAR || byte === DOLLAR || byte === IGNORED;
const isLineEnd = (byte: number | undefined): boolean => byte === 0x0d || byte === 0x0a;

function startOf(bytes: Uint8Array, from: number, to: number): number {
  let at = from;
  while (at < to && !isStart(bytes[at])) at++;
  return at;
}

/** Time and date in BCD at `offset`, then a latitude, a longitude and a course that exist. */
function isDated(bytes: Uint8Array, from: number, offset: number): boolean {
  const at = from + offset;
  return (
    bcd(bytes[at]) < 24 &&
    bcd(bytes[at + 1]) < 60 &&
    bcd(bytes[at + 2]) < 60 &&
    isBetween(bcd(bytes[at + 3]), 1, 31) &&
    isBetween(bcd(bytes[at + 4]), 1, 12) &&
    bcd(bytes[at + 5]) < 100 &&
    bcd(bytes[at + 6]) <= 90 &&
    bcd(bytes[at + 7]) < 60 &&
    bcd(bytes[at + 11]) <= 18 &&
    ((bytes[at + 17] ?? 0) & 15) <= 3
  );
}

const isBetween = (value: number, least: number, most: number): boolean => value >= least && value <= most;

/** Two decimal digits; 100 when they are not. */
function bcd(byte = 0xff): number {
  const high = byte >> 4;
  const low = byte & 15;
  return high > 9 || low > 9 ? 100 : high * 10 + low;
}
