import { asciiOf, isDigits } from '../ascii.ts';
import { hexOf } from '../hex.ts';
import { LONG_ID_SIZE } from './frame.ts';

const DOLLAR = 0x24;
const STAR = 0x2a;
const COMMA = 0x2c;
const HASH = 0x23;

export function identify(frame: Uint8Array): readonly string[] {
  const id = frame[0] === DOLLAR ? binaryIdOf(frame) : frame[0] === STAR ? textIdOf(frame) : null;
  return id === null ? [] : [id];
}

/** A stranger gets no answer. */
export const reject = (): null => null;

/** The id has 8 bytes exactly when the frame has 42; then its last digit fills up. */
export function binaryIdOf(frame: Uint8Array): string | null {
  if (frame.length === LONG_ID_SIZE) return hexOf(frame, 1, 8).slice(0, 15);
  return frame.length < 6 ? null : hexOf(frame, 1, 5);
}

function textIdOf(frame: Uint8Array): string | null {
  const comma = frame.indexOf(COMMA);
  if (comma < 0) return null;
  let end = comma + 1;
  while (end < frame.length && frame[end] !== COMMA && frame[end] !== HASH) end++;
  const id = asciiOf(frame, comma + 1, end);
  return isDigits(id) && id.length <= 20 ? id : null;
}
