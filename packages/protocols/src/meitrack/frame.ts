import { asciiOf, bytesOf, indexOfByte, isDigits } from '../ascii.ts';
import type { Framer } from '../protocol.ts';
import { StreamFramer, type Cutter } from '../stream-framer.ts';

const DOLLAR = 0x24;
const COMMA = 0x2c;
const STAR = 0x2a;
const MIN_BYTES = 10;
/** Digits of a length at most. */
const LENGTH_DIGITS = 6;
const LENGTH_AT = 3;

export const createFramer = (): Framer => new StreamFramer(new MeitrackCutter());

/** The length counts from the first comma to the line end, both included: content may hold line ends. */
class MeitrackCutter implements Cutter {
  measure(bytes: Uint8Array, from: number, to: number): number {
    let start = from;
    while (start < to && !(bytes[start] === DOLLAR && (start + 1 === to || bytes[start + 1] === DOLLAR)))
      start++;
    if (start > from) return from - start;
    if (to - from < MIN_BYTES) return 0;
    const comma = indexOfByte(
      bytes,
      COMMA,
      from + LENGTH_AT,
      Math.min(to, from + LENGTH_AT + LENGTH_DIGITS + 1),
    );
    if (comma < 0) return -1;
    const digits = asciiOf(bytes, from + LENGTH_AT, comma);
    return isDigits(digits) ? comma - from + Number(digits) : -1;
  }
}

/** Where the parts of a frame are. */
export interface Opened {
  readonly imeiAt: number;
  /** The comma behind the IMEI. */
  readonly imeiEnd: number;
  readonly command: string;
  /** Behind the comma after the command, or at the star. */
  readonly contentAt: number;
  /** The star before the checksum. */
  readonly end: number;
  readonly intact: boolean;
}

/** @returns null when it is no frame of this language. */
export function openFrame(frame: Uint8Array): Opened | null {
  const first = frame.indexOf(COMMA);
  const second = first < 0 ? -1 : frame.indexOf(COMMA, first + 1);
  const end = starBeforeSum(frame);
  const commandEnd = second + 4;
  if (second < 0 || commandEnd > end) return null;
  return {
    imeiAt: first + 1,
    imeiEnd: second,
    command: String.fromCharCode(frame[second + 1] ?? 0, frame[second + 2] ?? 0, frame[second + 3] ?? 0),
    contentAt: Math.min(end, commandEnd + 1),
    end,
    intact: checksumOf(frame, end + 1) === hexDigit(frame[end + 1]) * 16 + hexDigit(frame[end + 2]),
  };
}

export const imeiOf = (frame: Uint8Array, { imeiAt, imeiEnd }: Opened): string =>
  asciiOf(frame, imeiAt, imeiEnd);
export const flagOf = (frame: Uint8Array): string => String.fromCharCode(frame[2] ?? 0);

/** Upper or lower case; NaN for another character. */
function hexDigit(code = 0): number {
  if (code >= 48 && code <= 57) return code - 48;
  const lower = code | 32;
  return lower >= 97 && lower <= 102 ? lower - 87 : NaN;
}

/** Behind it are two digits and usually a line end; -1 = there is none. */
function starBeforeSum(frame: Uint8Array): number {
  for (let at = frame.length - 1; at >= frame.length - 5; at--) if (frame[at] === STAR) return at;
  return -1;
}

function checksumOf(bytes: Uint8Array, to: number): number {
  let sum = 0;
  for (let at = 0; at < to; at++) sum = (sum + (bytes[at] ?? 0)) & 0xff;
  return sum;
}

export function identify(frame: Uint8Array): readonly string[] {
  const first = frame.indexOf(COMMA);
  const second = first < 0 ? -1 : frame.indexOf(COMMA, first + 1);
  if (second < 0 || second - first > 24 || frame[0] !== DOLLAR) return [];
  const imei = asciiOf(frame, first + 1, second);
  return isDigits(imei) ? [imei] : [];
}

/** A stranger gets no answer. */
export const reject = (): null => null;

/** `@@`, flag, length, content from the first comma, checksum. `length` only where the reference has its own. */
export function writeFrame(flag: string, content: string, length?: number): Uint8Array {
  const counted = length ?? content.length + 6;
  const text = `@@${flag}${String(counted).padStart(2, '0')},${content}*`;
  const sum = checksumOf(bytesOf(text), text.length);
  return bytesOf(`${text}${sum.toString(16).toUpperCase().padStart(2, '0')}\r\n`);
}
