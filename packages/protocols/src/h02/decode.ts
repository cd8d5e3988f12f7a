import { asciiOf, bytesOf, indexOfByte, isDigits } from '../ascii.ts';
import { Fields } from '../fields.ts';
import { isOn } from '../options.ts';
import { guarded, malformed, NO_RECORDS, only, outcomeOf, unsupported, type Outcome } from '../outcome.ts';
import type { DecodeContext } from '../protocol.ts';
import { PendingRecord } from '../pending-record.ts';
import { readBinary } from './binary.ts';
import { binaryIdOf } from './identity.ts';
import { OTHER } from './other.ts';
import { readPosition } from './place.ts';
import type { H02State } from './state.ts';

const STAR = 0x2a;
const DOLLAR = 0x24;
const HASH = 0x23;
const IGNORED = 0x58;

export function decode(frame: Uint8Array, state: H02State, context: DecodeContext): Outcome<H02State> {
  return guarded(() => {
    if (frame[0] === STAR) return decodeText(frame, state, context);
    if (frame[0] === DOLLAR) return decodeBinary(frame, state, context);
    return frame[0] === IGNORED ? outcomeOf(state) : malformed('no start mark');
  });
}

function decodeBinary(frame: Uint8Array, state: H02State, context: DecodeContext): Outcome<H02State> {
  const pendingRecord = new PendingRecord();
  readBinary(pendingRecord, frame, context.device.timeZone);
  const id = binaryIdOf(frame);
  return outcomeOf(
    { id: id ?? state.id, lastMessageAt: context.now },
    only(pendingRecord),
    acknowledgement(id, context),
  );
}

/** `*`, maker, id, type, content, `#`. A few messages leave the id out. */
function decodeText(frame: Uint8Array, state: H02State, context: DecodeContext): Outcome<H02State> {
  const end = indexOfByte(frame, HASH, 1, frame.length);
  const values = asciiOf(frame, 1, end < 0 ? frame.length : end).split(',');
  const named = isDigits(values[1] ?? '');
  const typeAt = named || values[1] === '' ? 2 : 1;
  const id = named ? (values[1] ?? null) : null;
  const type = values[typeAt] ?? '';
  const next = { id: id ?? state.id, lastMessageAt: context.now };
  const pendingRecord = new PendingRecord();
  const read = OTHER.get(type);
  if (read) {
    const hasRecord = read(pendingRecord, new Fields(values, typeAt + 1), context);
    return outcomeOf(
      next,
      hasRecord ? only(pendingRecord) : NO_RECORDS,
      otherReply(type, values, { id, context }),
    );
  }
  if (!type.startsWith('V')) return unsupported(`message ${type.slice(0, 12)}`);
  const timeAt = type === 'V4' ? answeredTimeAt(values, typeAt) : typeAt + 1;
  if (type === 'V4') pendingRecord.set('result', values.slice(typeAt + 1, timeAt ?? values.length).join(','));
  if (timeAt === null) return outcomeOf(next, only(pendingRecord), acknowledgement(id, context));
  const hasRecord = readPosition(pendingRecord, values, timeAt, context);
  const reply = type === 'V1' && id !== null ? confirmation(id, type, context) : acknowledgement(id, context);
  return outcomeOf(next, hasRecord ? only(pendingRecord) : NO_RECORDS, reply);
}

/**
 * The answered command may have any number of parameters before the time: the hemisphere shows where it is.
 * @returns null when no position follows.
 */
function answeredTimeAt(values: readonly string[], typeAt: number): number | null {
  for (let at = typeAt + 4; at + 2 < values.length; at++) {
    if (/^[NS]$/.test(values[at] ?? '') && /^[EW]$/.test(values[at + 2] ?? '')) return at - 3;
  }
  return null;
}

interface Sender {
  readonly id: string | null;
  readonly context: DecodeContext;
}
function otherReply(type: string, values: readonly string[], { id, context }: Sender): Uint8Array | null {
  if (type === 'HTBT' || type === 'V0')
    return bytesOf(`*${values.slice(0, values.indexOf(type) + 1).join(',')}#`);
  if (type === 'NBR' && id !== null) return confirmation(id, type, context);
  return type === 'NBR' || type === 'LINK' || type === 'V3' ? acknowledgement(id, context) : null;
}

const confirmation = (id: string, type: string, { now }: DecodeContext): Uint8Array =>
  bytesOf(`*HQ,${id},V4,${type},${stampOf(now)}#`);

/** Only units set to expect it get one: option `h02.ack`. */
function acknowledgement(id: string | null, { device, now }: DecodeContext): Uint8Array | null {
  return id !== null && isOn(device, 'h02.ack') ? bytesOf(`*HQ,${id},R12,${stampOf(now).slice(8)}#`) : null;
}

/** `yyyyMMddHHmmss` in UTC. */
const stampOf = (ms: number): string => {
  const iso = new Date(ms).toISOString();
  return `${iso.slice(0, 4)}${iso.slice(5, 7)}${iso.slice(8, 10)}${iso.slice(11, 13)}${iso.slice(14, 16)}${iso.slice(17, 19)}`;
};
