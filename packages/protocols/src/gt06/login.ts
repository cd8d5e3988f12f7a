import { MINUTE_MS } from '@rastro/base';
import type { Message } from './message.ts';
import { u16 } from './frame.ts';

export const LOGIN = 0x01;
const IMEI_BYTES = 8;
const FURTHEST_ZONE_MS = 14 * 60 * MINUTE_MS;

/** 16 decimal digits with a leading 0; some clones left-align 15 digits and fill up with F. */
export function loginIdentifiers({ frame, contentAt, contentEnd }: Message): readonly string[] {
  if (contentEnd - contentAt < IMEI_BYTES) return [];
  let digits = '';
  for (let at = contentAt; at < contentAt + IMEI_BYTES; at++) {
    digits += (frame[at] ?? 0).toString(16).padStart(2, '0');
  }
  return digits.endsWith('f') ? [digits.slice(0, 15), digits.slice(1)] : [digits.slice(1)];
}

/**
 * The time-zone word of a login: hours x 100 + minutes in bits 4 to 15, west if bit 3 is set.
 * @returns Offset from UTC, east positive; 0 without the word or with one that no place on Earth has.
 */
export function loginZoneMs({ frame, contentAt, contentEnd }: Message): number {
  if (contentEnd - contentAt < 12) return 0;
  const word = u16(frame, contentAt + 10);
  const clock = word >> 4;
  const offsetMs = (Math.trunc(clock / 100) * 60 + (clock % 100)) * MINUTE_MS;
  if (offsetMs === 0 || offsetMs > FURTHEST_ZONE_MS) return 0;
  return word & 8 ? -offsetMs : offsetMs;
}
