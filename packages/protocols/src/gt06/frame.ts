import { crc16X25 } from '../checksums.ts';
import type { Framer } from '../protocol.ts';
import { StreamFramer, type Cutter } from '../stream-framer.ts';

/** Type, serial, checksum, start, stop and a short length. */
export const SMALLEST_FRAME = 10;
const START_SHORT = 0x78;
const START_EXTENDED = 0x79;
const CR = 0x0d;
const LF = 0x0a;
const LOGIN = 0x01;
/** Start, length, type, IMEI and stop mark: all that a login of simple clones has. */
export const BARE_LOGIN_BYTES = 14;
/** Start, length, type and stop mark: a heartbeat of the same clones. */
export const BARE_BYTES = 6;
/** Checksums tried on one frame at most, so that a hostile frame costs no more than a few. */
const MAX_ATTEMPTS = 8;

export const createFramer = (): Framer => new StreamFramer(new Gt06Cutter());

/**
 * Frames end at their stated length. Clones send wrong lengths, so a stop mark elsewhere ends a frame too: before the
 * stated end if the checksum matches there or the next frame starts after it, and at the first stop mark if there is
 * none at the stated end, or if it can end a login. Every byte is read in order, so the result does not depend on where
 * segments end.
 */
class Gt06Cutter implements Cutter {
  #seen = 0;
  #firstStop = 0;
  #lastStop = 0;
  #attempts = 0;

  measure(bytes: Uint8Array, from: number, to: number): number {
    if (this.#seen === 0) {
      const start = startOf(bytes, from, to);
      if (start > from) return from - start;
      if (to - from < 5) return 0;
    }
    const extended = bytes[from] === START_EXTENDED;
    const total = extended ? u16(bytes, from + 2) + 6 : (bytes[from + 2] ?? 0) + 5;
    for (let size = Math.max(this.#seen + 1, 5); size <= to - from; size++) {
      const cut = this.#cutAt(bytes, from, { size, total });
      if (cut > 0) return this.#finish(cut);
    }
    this.#seen = to - from;
    return 0;
  }

  #cutAt(bytes: Uint8Array, from: number, { size, total }: { size: number; total: number }): number {
    const last = bytes[from + size - 1];
    if (last === LF && bytes[from + size - 2] === CR) {
      if (size >= total) return size === total ? size : this.#firstStop || size;
      if (this.#firstStop === 0) this.#firstStop = size;
      this.#lastStop = size;
      // Its sender waits for the answer: no next frame would ever show where a login of a wrong length ends.
      if (size >= BARE_LOGIN_BYTES && isShortLogin(bytes, from)) return size;
      if (this.#agrees(bytes, from, size)) return size;
    } else if (size === total && this.#firstStop > 0) return this.#firstStop;
    const stop = this.#lastStop;
    return stop >= SMALLEST_FRAME && stop === size - 2 && isStart(bytes, from + stop) ? stop : 0;
  }

  #agrees(bytes: Uint8Array, from: number, size: number): boolean {
    if (size < SMALLEST_FRAME || this.#attempts >= MAX_ATTEMPTS) return false;
    this.#attempts++;
    return checksumAgrees(bytes, from, from + size);
  }

  #finish(size: number): number {
    this.#seen = 0;
    this.#firstStop = 0;
    this.#lastStop = 0;
    this.#attempts = 0;
    return size;
  }
}

export function checksumAgrees(bytes: Uint8Array, from: number, to: number): boolean {
  return crc16X25(bytes, from + 2, to - 4) === u16(bytes, to - 4);
}

export const u16 = (bytes: Uint8Array, at: number): number => ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0);

/** Where the next frame starts, or may start when more bytes have arrived. */
function startOf(bytes: Uint8Array, from: number, to: number): number {
  for (let at = from; at < to; at++) {
    const byte = bytes[at];
    if (byte !== START_SHORT && byte !== START_EXTENDED) continue;
    if (at + 1 === to || bytes[at + 1] === byte) return at;
  }
  return to;
}

const isShortLogin = (bytes: Uint8Array, at: number): boolean =>
  bytes[at] === START_SHORT && bytes[at + 3] === LOGIN;

function isStart(bytes: Uint8Array, at: number): boolean {
  const byte = bytes[at];
  return (byte === START_SHORT || byte === START_EXTENDED) && bytes[at + 1] === byte;
}
