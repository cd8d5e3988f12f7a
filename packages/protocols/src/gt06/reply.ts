import { crc16X25 } from '../checksums.ts';
import { u16 } from './frame.ts';
import type { Message } from './message.ts';

const NOTHING = new Uint8Array(0);

/** A frame with a one-byte length; content of at most 250 bytes. */
export function shortFrame(type: number, content: Uint8Array, serial: number): Uint8Array {
  const bytes = new Uint8Array(content.length + 10);
  bytes[0] = 0x78;
  bytes[1] = 0x78;
  bytes[2] = content.length + 5;
  bytes[3] = type;
  if (content.length > 0) bytes.set(content, 4);
  return sealed(bytes, serial);
}

export function extendedFrame(type: number, content: Uint8Array, serial: number): Uint8Array {
  const bytes = new Uint8Array(content.length + 11);
  const length = content.length + 5;
  bytes[0] = 0x79;
  bytes[1] = 0x79;
  bytes[2] = length >> 8;
  bytes[3] = length;
  bytes[4] = type;
  bytes.set(content, 5);
  return sealed(bytes, serial);
}

/**
 * The serial is that of the frame, whatever its type. The bytes in its place in a bare frame are repeated: its senders
 * compare nothing, and Traccar answers the same.
 */
export const serialOf = ({ frame }: Message): number => u16(frame, frame.length - 6);

export const acknowledge = (message: Message): Uint8Array =>
  shortFrame(message.type, NOTHING, serialOf(message));

export const acknowledgeExtended = (message: Message): Uint8Array =>
  extendedFrame(message.type, NOTHING, serialOf(message));

function sealed(bytes: Uint8Array, serial: number): Uint8Array {
  const end = bytes.length;
  bytes[end - 6] = serial >> 8;
  bytes[end - 5] = serial;
  const crc = crc16X25(bytes, 2, end - 4);
  bytes[end - 4] = crc >> 8;
  bytes[end - 3] = crc;
  bytes[end - 2] = 0x0d;
  bytes[end - 1] = 0x0a;
  return bytes;
}
