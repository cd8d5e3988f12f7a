import { ByteReader, fail, ok, type Result } from '@rastro/base';
import type { DecodeFailure } from '../protocol.ts';
import { BARE_BYTES, BARE_LOGIN_BYTES, SMALLEST_FRAME, u16 } from './frame.ts';

const TYPE_WIFI_1 = 0x17;
const TYPE_WIFI_2 = 0x69;

/** One frame, opened. */
export interface Message {
  readonly frame: Uint8Array;
  /** Starts with 7979 and has a length of two bytes. */
  readonly extended: boolean;
  readonly type: number;
  /** As stated, which need not be true. */
  readonly length: number;
  readonly contentAt: number;
  readonly contentEnd: number;
}

export function openMessage(frame: Uint8Array): Result<Message, DecodeFailure> {
  if (frame.length < SMALLEST_FRAME && !isBare(frame)) return fail({ code: 'TRUNCATED', detail: 'frame' });
  const start = u16(frame, 0);
  if (start !== 0x7878 && start !== 0x7979) return fail({ code: 'MALFORMED', detail: 'start of frame' });
  const extended = start === 0x7979;
  const type = frame[extended ? 4 : 3] ?? 0;
  const contentAt = extended ? 5 : 4;
  const length = extended ? u16(frame, 2) : (frame[2] ?? 0);
  const contentEnd = Math.max(contentAt, endOfContent(frame, { type, length, contentAt, extended }));
  return ok({ frame, extended, type, length, contentAt, contentEnd });
}

/** Types 10 and 11: date, satellites, coordinates, speed, flags. */
const BARE_GPS_BYTES = 18;

/**
 * Serial, checksum and stop mark are the last 6 bytes. A frame that lost the end of its stop mark ends at its stated
 * length; old units send a bare GPS block with neither serial nor checksum.
 */
function endOfContent(
  frame: Uint8Array,
  { type, length, contentAt, extended }: Omit<Message, 'frame' | 'contentEnd'>,
): number {
  const end = frame.length - 6;
  if (frame[frame.length - 2] !== 0x0d || frame[frame.length - 1] !== 0x0a) {
    return Math.min(Math.max(end, contentAt + length - 5), frame.length);
  }
  return (isBareGps(frame, type) && !extended) || isBare(frame) ? frame.length - 2 : end;
}

/** A login or heartbeat of clones that send neither serial nor checksum. */
export const isBare = (frame: Uint8Array): boolean =>
  u16(frame, 0) === 0x7878 &&
  u16(frame, frame.length - 2) === 0x0d0a &&
  (frame.length === BARE_BYTES || (frame.length === BARE_LOGIN_BYTES && frame[3] === 0x01));

/** The length of such a frame counts its content only. */
export function isBareGps(frame: Uint8Array, type: number): boolean {
  return (
    (type === 0x10 || type === 0x11) &&
    frame[0] === 0x78 &&
    frame.length === (frame[2] ?? 0) + 6 &&
    frame.length - 10 < BARE_GPS_BYTES
  );
}

/** These carry neither serial nor checksum, and a count in place of the length. */
export const isBareWifi = ({ extended, type }: Message): boolean =>
  !extended && (type === TYPE_WIFI_1 || type === TYPE_WIFI_2);

/** Reads the content; positions are offsets in the frame. */
export function contentReader({ frame, contentAt }: Message, end: number): ByteReader {
  const reader = new ByteReader(end < frame.length ? frame.subarray(0, end) : frame);
  reader.skip(contentAt);
  return reader;
}
