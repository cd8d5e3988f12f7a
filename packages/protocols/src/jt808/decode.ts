import { copyOf } from '../copy.ts';
import { ok } from '@rastro/base';
import { asciiOf, bytesOf } from '../ascii.ts';
import { guarded, NO_RECORDS, only, outcomeOf, type Outcome } from '../outcome.ts';
import type { DecodeContext, DeviceRecord } from '../protocol.ts';
import { PendingRecord } from '../pending-record.ts';
import { readCompact } from './compact.ts';
import { OPEN } from './frame.ts';
import { readLocation } from './location.ts';
import { identifiersOf, isCompact, openMessage, type Message } from './message.ts';
import {
  readAcceleration,
  readBatch,
  readCommandAnswer,
  readDriverCard,
  readHeartbeat,
  readMessageText,
  readProperties,
  readShortBatch,
  readWideText,
  type Read,
} from './other.ts';
import { withPart } from './parts.ts';
import { Reading } from './reading.ts';
import { replyTo } from './reply.ts';
import type { Jt808State } from './state.ts';
import { readTransparent } from './transparent.ts';

export function identify(frame: Uint8Array): readonly string[] {
  if (frame[0] === OPEN) return [];
  const message = openMessage(frame);
  return message.ok ? identifiersOf(message.value.idBytes) : [];
}

/** A stranger gets no answer: every answer of the standard is an acceptance. */
export const reject = (): null => null;

export function decode(frame: Uint8Array, state: Jt808State, context: DecodeContext): Outcome<Jt808State> {
  if (frame[0] === OPEN) return decodeText(frame, state, context);
  const opened = openMessage(frame);
  if (!opened.ok) return opened;
  const message = opened.value;
  return guarded(() => {
    const next = withSender(state, message, context.now);
    if (message.part !== null && isRead(message.id)) return decodePart(message, next, context);
    const records = message.part === null ? readMessage(message, context) : NO_RECORDS;
    const { intact } = message;
    return ok({ state: next, records, reply: replyTo(message, context.now), intact, media: null });
  });
}

/** A part that is neither held nor the last is not answered, or its sender would forget it. */
function decodePart(message: Message, state: Jt808State, context: DecodeContext): Outcome<Jt808State> {
  const { held, body } = withPart(state.parts, message);
  const records = body === null ? NO_RECORDS : readMessage({ ...message, body }, context);
  const reply = held === null && body === null ? null : replyTo(message, context.now);
  return ok({ state: { ...state, parts: held }, records, reply, intact: message.intact, media: null });
}

function withSender(
  { idBytes: known, parts }: Jt808State,
  { idBytes, delimiter, version }: Message,
  lastMessageAt: number,
): Jt808State {
  const same = sameBytes(known, idBytes);
  return { idBytes: same ? known : copyOf(idBytes), delimiter, version, parts, lastMessageAt };
}

function sameBytes(one: Uint8Array | null, other: Uint8Array): boolean {
  if (one?.length !== other.length) return false;
  for (let at = 0; at < other.length; at++) if (one[at] !== other[at]) return false;
  return true;
}

const readOneLocation: Read = (reading) => {
  readLocation(reading);
  return true;
};

/** 0201, the answer to a position query: a serial number, then a location. */
const readQueriedLocation: Read = (reading) => {
  reading.reader.skip(2);
  readLocation(reading);
  return true;
};

/** Messages that become one record. */
const READERS: ReadonlyMap<number, Read> = new Map<number, Read>([
  [0x0002, readHeartbeat],
  [0x0107, readProperties],
  [0x0200, readOneLocation],
  [0x0201, readQueriedLocation],
  [0x0701, readCommandAnswer],
  [0x0702, readDriverCard],
  [0x0900, readTransparent],
  [0x1300, readWideText],
  [0x2070, readAcceleration],
  [0x6006, readMessageText],
]);

const BATCH = 0x0704;
const SHORT_BATCH = 0x0210;
const isRead = (id: number): boolean => id === BATCH || id === SHORT_BATCH || READERS.has(id);

function readMessage(message: Message, context: DecodeContext): readonly DeviceRecord[] {
  const reading = new Reading(message.body, context);
  if (message.id === BATCH) return readBatch(reading);
  if (message.id === SHORT_BATCH) return readShortBatch(reading);
  if (isCompact(message.id)) {
    readCompact(reading, message.id === 0x5501);
    return only(reading.pending);
  }
  const read = READERS.get(message.id);
  return read?.(reading) === true ? only(reading.pending) : NO_RECORDS;
}

/** Text in parentheses: a request for the time, or an answer to a command. */
function decodeText(frame: Uint8Array, state: Jt808State, { now }: DecodeContext): Outcome<Jt808State> {
  const text = asciiOf(frame);
  if (text.includes('BASE,2')) {
    const clock = new Date(now).toISOString().replaceAll(/\D/g, '').slice(0, 14);
    return outcomeOf(state, NO_RECORDS, bytesOf(text.replace('TIME', clock)));
  }
  const pendingRecord = new PendingRecord();
  pendingRecord.set('result', text);
  return outcomeOf(state, only(pendingRecord));
}
