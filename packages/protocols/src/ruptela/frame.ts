import { crc16Kermit } from '../checksums.ts';
import type { Framer } from '../protocol.ts';
import { StreamFramer, type Cutter } from '../stream-framer.ts';

export const COMMAND_AT = 10;
export const PAYLOAD_AT = 11;

export const createFramer = (): Framer => new StreamFramer(new RuptelaCutter());

/** The length counts what is between itself and the checksum. */
class RuptelaCutter implements Cutter {
  measure(bytes: Uint8Array, from: number, to: number): number {
    return to - from < 2 ? 0 : u16(bytes, from) + 4;
  }
}

export const u16 = (bytes: Uint8Array, at: number): number => ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0);

export function checksumAgrees(frame: Uint8Array): boolean {
  return crc16Kermit(frame, 2, frame.length - 2) === u16(frame, frame.length - 2);
}

/** The IMEI is a 64-bit number in every packet. */
export function identify(frame: Uint8Array): readonly string[] {
  if (frame.length < PAYLOAD_AT) return [];
  const imei = new DataView(frame.buffer, frame.byteOffset).getBigUint64(2);
  return [String(imei).padStart(15, '0')];
}

/** A stranger gets no answer: it keeps its records. */
export const reject = (): null => null;
