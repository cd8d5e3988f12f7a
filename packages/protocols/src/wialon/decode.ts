import { ok } from '@rastro/base';
import { asciiOf, bytesOf, utf8Of } from '../ascii.ts';
import { crc16Ibm } from '../checksums.ts';
import { FieldError } from '../fields.ts';
import { hexNumberOf } from '../numbers.ts';
import { malformed, NO_RECORDS, only, outcomeOf, type Outcome } from '../outcome.ts';
import type { DecodeContext, DeviceRecord } from '../protocol.ts';
import { PendingRecord } from '../pending-record.ts';
import { readData } from './data.ts';
import { openLine, type Line } from './frame.ts';
import { isVersion } from './identity.ts';
import type { WialonState } from './state.ts';

const LONGEST_SUM = 4;

export function decode(frame: Uint8Array, state: WialonState, context: DecodeContext): Outcome<WialonState> {
  const line = openLine(frame);
  if (!line) return malformed('no type');
  const body = utf8Of(frame, line.bodyAt, line.end);
  switch (asciiOf(frame, line.typeAt, line.bodyAt - 1)) {
    case 'L':
      return decodeLogin(frame, line, body);
    case 'P':
      return outcomeOf(state, NO_RECORDS, bytesOf('#AP#\r\n'));
    case 'SD':
      return decodeData({ frame, line, body }, state, { context, name: 'ASD' });
    case 'D':
      return decodeData({ frame, line, body }, state, { context, name: 'AD' });
    case 'B':
      return decodeBlackBox({ frame, line, body }, state, context);
    case 'M':
      return decodeMessage({ frame, line, body }, state);
    default:
      return outcomeOf(state);
  }
}

interface Opened {
  readonly frame: Uint8Array;
  readonly line: Line;
  readonly body: string;
}

function decodeLogin(frame: Uint8Array, line: Line, body: string): Outcome<WialonState> {
  const summed = isVersion(body.split(';')[0] ?? '');
  const intact = !summed || sumAgrees({ frame, line, body }, ';') !== false;
  const reply = bytesOf(intact ? '#AL#1\r\n' : '#AL#10\r\n');
  return ok({ state: { summed }, records: NO_RECORDS, reply, intact, media: null });
}

/** Whether the checksum after the last separator matches; null = there is none. */
function sumAgrees({ frame, line, body }: Opened, separator: string): boolean | null {
  const sum = body.slice(body.lastIndexOf(separator) + 1);
  if (sum.length > LONGEST_SUM) return null;
  const stated = hexNumberOf(sum);
  return stated === null ? null : crc16Ibm(frame, line.bodyAt, line.end - sum.length) === stated;
}

interface Kind {
  readonly context: DecodeContext;
  /** Of the answer. */
  readonly name: string;
}

/** A body that cannot be read is answered so: without an answer the device would send it for ever. */
function decodeData(opened: Opened, state: WialonState, { context, name }: Kind): Outcome<WialonState> {
  const values = opened.body.split(';');
  const pending = dataOf(values, context);
  const sumAt = name === 'ASD' ? 10 : 16;
  const intact = values.length !== sumAt + 1 || sumAgrees(opened, ';') !== false;
  const records = pending ? only(pending) : NO_RECORDS;
  const reply = bytesOf(`#${name}#${pending ? (records.length > 0 ? 1 : 10) : -1}\r\n`);
  return ok({ state, records, reply, intact, media: null });
}

function dataOf(values: readonly string[], context: DecodeContext): PendingRecord | null {
  try {
    return readData(values, context);
  } catch (error) {
    if (error instanceof FieldError) return null;
    throw error;
  }
}

/** Bodies separated by `|`, all of them from memory; the answer counts them. */
function decodeBlackBox(opened: Opened, state: WialonState, context: DecodeContext): Outcome<WialonState> {
  const records: DeviceRecord[] = [];
  let count = 0;
  for (const part of opened.body.split('|')) {
    if (!part.includes(';')) continue;
    count++;
    const pending = dataOf(part.split(';'), context);
    pending?.set('archive', true);
    if (pending) records.push(...only(pending));
  }
  const intact = sumAgrees(opened, '|') !== false;
  return ok({ state, records, reply: bytesOf(`#AB#${count}\r\n`), intact, media: null });
}

/** Text of the driver; a semicolon in it is only a checksum's when the checksum agrees. */
function decodeMessage(opened: Opened, state: WialonState): Outcome<WialonState> {
  const { body } = opened;
  const separator = body.lastIndexOf(';');
  const summed = separator >= 0 && sumAgrees(opened, ';') === true;
  const pendingRecord = new PendingRecord();
  const text = summed ? body.slice(0, separator) : body;
  // Answers to commands and texts typed by the driver arrive the same way.
  pendingRecord.set('result', text);
  pendingRecord.set('message', text);
  return outcomeOf(state, only(pendingRecord), bytesOf('#AM#1\r\n'));
}
