import { asciiOf, bytesOf, trimmedEnd } from '../ascii.ts';
import { FieldError } from '../fields.ts';
import { isOn } from '../options.ts';
import { guarded, malformed, only, said, type Outcome } from '../outcome.ts';
import type { DecodeContext, DeviceRecord } from '../protocol.ts';
import { RecordDraft } from '../record-draft.ts';
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
    return head === null ? decodeText(frame, context) : said(state, readBinary(frame, head, context));
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
  if (header === HEARTBEAT) return said(null, [], bytesOf(`+SACK:GTHBD,${values[1]},${count}$`));
  const report = new Report(values, context);
  const records = header.startsWith('+ACK') ? readAnswer(report, header) : readReport(report);
  return said(null, records, isOn(context.device, 'gl200.ack') ? bytesOf(`+SACK:${count}$`) : null);
}

function readAnswer(report: Report, header: string): readonly DeviceRecord[] {
  const draft = new RecordDraft();
  draft.deviceTime = report.sendTime;
  draft.set('result', header);
  return only(draft);
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
