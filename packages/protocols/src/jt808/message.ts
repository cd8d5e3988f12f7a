import { fail, ok, type Result } from '@rastro/base';
import { hexOf } from '../hex.ts';
import type { DecodeFailure } from '../protocol.ts';
import { escaped, unescaped, xorOf } from './frame.ts';
import { ALTERNATIVE } from './state.ts';
import type { Part } from './parts.ts';

const SUB_PACKETS = 0x2000;
const VERSIONED = 0x4000;
const REPLY_WANTED = 0x8000;

/** One message, opened. */
export interface Message {
  readonly id: number;
  readonly delimiter: number;
  readonly version: number | null;
  readonly idBytes: Uint8Array;
  readonly serial: number;
  readonly body: Uint8Array;
  /** Null = the whole message. */
  readonly part: Part | null;
  readonly wantsReply: boolean;
  readonly intact: boolean;
}

/** These carry a serial number of one byte. */
export const isCompact = (id: number): boolean => id === 0x5501 || id === 0x5502;

export function openMessage(frame: Uint8Array): Result<Message, DecodeFailure> {
  const delimiter = frame[0] ?? 0;
  const bytes = unescaped(frame);
  const id = word(bytes, 0);
  const attributes = word(bytes, 2);
  const versioned = (attributes & VERSIONED) !== 0;
  const idAt = versioned ? 5 : 4;
  const serialAt = idAt + (delimiter === ALTERNATIVE ? 7 : versioned ? 10 : 6);
  const isPart = (attributes & SUB_PACKETS) !== 0;
  const partAt = serialAt + (isCompact(id) ? 1 : 2);
  const bodyAt = partAt + (isPart ? 4 : 0);
  const end = bytes.length - 1;
  if (end < bodyAt) return fail({ code: 'TRUNCATED', detail: 'header' });
  return ok({
    id,
    delimiter,
    version: versioned ? (bytes[4] ?? 0) : null,
    idBytes: bytes.subarray(idAt, serialAt),
    serial: isCompact(id) ? (bytes[serialAt] ?? 0) : word(bytes, serialAt),
    body: bytes.subarray(bodyAt, end),
    part: isPart ? { total: word(bytes, partAt), number: word(bytes, partAt + 2) } : null,
    wantsReply: (attributes & REPLY_WANTED) !== 0,
    intact: xorOf(bytes, end) === bytes[end],
  });
}

const word = (bytes: Uint8Array, at: number): number => ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0);

/** Digits only, or a number and its check digit. */
export function idText(idBytes: Uint8Array): string {
  const hex = hexOf(idBytes, 0, idBytes.length);
  if (/^\d+$/.test(hex)) return hex;
  let number = 0;
  for (const byte of idBytes.subarray(0, 6)) number = number * 256 + byte;
  return `${number}${luhnDigit(String(number))}`;
}

function luhnDigit(digits: string): number {
  let sum = 0;
  for (let at = digits.length - 1, double = true; at >= 0; at--, double = !double) {
    const digit = digits.charCodeAt(at) - 48;
    const value = double ? digit * 2 : digit;
    sum += value > 9 ? value - 9 : value;
  }
  return (10 - (sum % 10)) % 10;
}

/** Registered with leading zeros, without them, or in the twelve digits of the older header. */
export function identifiersOf(idBytes: Uint8Array): readonly string[] {
  const text = idText(idBytes);
  return [...new Set([text.replace(/^0+(?=\d)/, ''), text, text.slice(-12)])];
}

export interface Addressee {
  readonly delimiter: number;
  readonly version: number | null;
  readonly idBytes: Uint8Array;
}

/** A message of the server. @param serial Compact = 1 in one byte, where the message has that form. */
export function writeMessage(
  id: number,
  { delimiter, version, idBytes }: Addressee,
  body: readonly number[],
  serial: number | 'compact' = 0,
): Uint8Array {
  const attributes = body.length | (version === null ? 0 : VERSIONED);
  const idAt = version === null ? 4 : 5;
  const serialAt = idAt + idBytes.length;
  const bodyAt = serialAt + (serial === 'compact' ? 1 : 2);
  const content = new Uint8Array(bodyAt + body.length + 1);
  content[0] = id >> 8;
  content[1] = id & 0xff;
  content[2] = attributes >> 8;
  content[3] = attributes & 0xff;
  if (version !== null) content[4] = version;
  content.set(idBytes, idAt);
  if (serial === 'compact') content[serialAt] = 1;
  else content.set([serial >> 8, serial & 0xff], serialAt);
  content.set(body, bodyAt);
  content[content.length - 1] = xorOf(content, content.length - 1);
  return escaped(content, delimiter);
}
