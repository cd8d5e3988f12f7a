import { asciiOf, bytesOf, trimmedEnd } from '../ascii.ts';
import { FieldError } from '../fields.ts';
import { isOn } from '../options.ts';
import { guarded, malformed, only, outcomeOf, type Outcome } from '../outcome.ts';
import type { DecodeContext, DeviceRecord } from '../protocol.ts';
import { PendingRecord } from '../pending-record.ts';
import { readBinary } from './binary.ts';
import { binaryHead } from './frame.ts';
import { readGeneric } from './generic.ts';
import { LAYOUTS } from './layouts.ts';
import { Report } from './report.ts';

const DOLLAR = 0x24;
const HEARTBEAT = '+ACK:GTHBD';

export function decode(frame: Uint8Array, state: null, context: DecodeContext): Outcome<null> {
  return guarded(() => {
    const head = binaryHead(frame, 0);
    return head === null ? decodeText(frame, context) : outcomeOf(state, readBinary(frame, head, context));
  });
}

function decodeText(frame: Uint8Array, context: DecodeContext): Outcome<null> {
  const end = trimmedEnd(frame);
  const values = asciiOf(frame, 0, frame[end - 1] === DOLLAR ? end - 1 : end).split(',');
  const header = values[0] ?? '';
  if (values.length < 4 || header.slice(-6, -3) !== ':GT') {
    return malformed('header');
  }
  const count = values.at(-1) ?? '';
  if (header === HEARTBEAT) return outcomeOf(null, [], bytesOf(`+SACK:GTHBD,${values[1]},${count}$`));
  const report = new Report(values, context);
  const records = header.startsWith('+ACK') ? readAnswer(report, header) : readReport(report);
  return outcomeOf(null, records, isOn(context.device, 'gl200.ack') ? bytesOf(`+SACK:${count}$`) : null);
}

function readAnswer(report: Report, header: string): readonly DeviceRecord[] {
  const pendingRecord = new PendingRecord();
  pendingRecord.deviceTime = report.sendTime;
  pendingRecord.set('result', header);
  return only(pendingRecord);
}

/** The layout of the type; where that does not fit, fields are found by their shape. */
function readReport(report: Report): readonly DeviceRecord[] {
  const read = LAYOUTS.get(report.type);
  if (!read) return readGeneric(report);
  try {
    return read(report) ?? readGeneric(report);
  } catch (error) {
    if (error instanceof FieldError) return readGeneric(report);
    throw error;
  }
}
