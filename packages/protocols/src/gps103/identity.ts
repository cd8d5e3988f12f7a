import { asciiOf, isDigits } from '../ascii.ts';

const COLON = 0x3a;

export function identify(frame: Uint8Array): readonly string[] {
  const id = imeiOf(frame);
  return id === null ? [] : [id];
}

/** A stranger gets no answer. */
export const reject = (): null => null;

/** The digits behind `imei:`, else those that the sentence starts with. */
function imeiOf(frame: Uint8Array): string | null {
  for (let at = frame.indexOf(COLON); at >= 4; at = frame.indexOf(COLON, at + 1)) {
    if (asciiOf(frame, at - 4, at) === 'imei') return digitsFrom(frame, at + 1);
  }
  return digitsFrom(frame, 0);
}

function digitsFrom(frame: Uint8Array, from: number): string | null {
  let to = from;
  while (to < frame.length && (frame[to] ?? 0) >= 0x30 && (frame[to] ?? 0) <= 0x39) to++;
  const digits = asciiOf(frame, from, to);
  return isDigits(digits) && digits.length >= 5 && digits.length <= 20 ? digits : null;
}
