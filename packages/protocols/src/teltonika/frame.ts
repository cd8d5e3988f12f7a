import { StreamFramer, type Cutter } from '../stream-framer.ts';
import type { Framer } from '../protocol.ts';

/** A single byte outside a packet that keeps the connection open. */
export const PING = 0xff;
const HEADER_BYTES = 12;
const UDP_HEADER_BYTES = 8;

export const createFramer = (): Framer => new StreamFramer(cutter);

/** A login starts with its length; a packet with four zero bytes and a length that leaves out 12 bytes. */
const cutter: Cutter = {
  measure(bytes, from, to) {
    if (bytes[from] === PING) return 1;
    if (to - from < HEADER_BYTES) return 0;
    const loginLength = u16(bytes, from);
    return loginLength > 0 ? loginLength + 2 : u32(bytes, from + 4) + HEADER_BYTES;
  },
};

export const isPing = (frame: Uint8Array): boolean => frame.length === 1 && frame[0] === PING;

export function isLogin(frame: Uint8Array): boolean {
  return frame.length > 2 && u16(frame, 0) > 0 && u16(frame, 0) + 2 === frame.length;
}

/** The IMEI of a login or of a datagram; null where there is none. */
export function imeiOf(frame: Uint8Array, udp: boolean): string | null {
  if (!udp) return isLogin(frame) ? printable(frame, 2, frame.length) : null;
  if (frame.length < UDP_HEADER_BYTES) return null;
  const end = UDP_HEADER_BYTES + u16(frame, 6);
  return end <= frame.length ? printable(frame, UDP_HEADER_BYTES, end) : null;
}

function printable(bytes: Uint8Array, from: number, to: number): string | null {
  let text = '';
  for (let at = from; at < to; at++) {
    const code = bytes[at] ?? 0;
    if (code < 32 || code > 126) return null;
    text += String.fromCharCode(code);
  }
  return text.trim() || null;
}

export const u16 = (bytes: Uint8Array, at: number): number => ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0);
export const u32 = (bytes: Uint8Array, at: number): number => u16(bytes, at) * 0x10000 + u16(bytes, at + 2);
