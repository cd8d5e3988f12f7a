import { ok } from '@rastro/base';
import { asciiOf } from '../ascii.ts';
import { guarded, malformed, NO_RECORDS, only, type Outcome } from '../outcome.ts';
import type { DecodeContext, DeviceRecord } from '../protocol.ts';
import { PendingRecord } from '../pending-record.ts';
import { readBatch } from './batch.ts';
import { flagOf, imeiOf, openFrame, writeFrame, type Opened } from './frame.ts';
import { readParameterReport } from './parameters-report.ts';
import { request, takePhotoPart } from './photo.ts';
import { readReport } from './report.ts';
import type { MeitrackState } from './state.ts';

const PHOTO_FILE = 'camera_picture.jpg';
const BATCH_LENGTH = 27;
/** A report has at least so many fields; a text answer, such as `C01,OK`, has fewer. */
const REPORT_FIELDS = 13;

export function decode(
  frame: Uint8Array,
  state: MeitrackState,
  context: DecodeContext,
): Outcome<MeitrackState> {
  const opened = openFrame(frame);
  if (!opened) return malformed('header');
  return guarded(() => {
    if (opened.command === 'D00') return takePhotoPart(frame, opened, state);
    const { records, reply } = read(frame, opened, context);
    return ok({ state, records, reply, intact: opened.intact, media: null });
  });
}

interface MessageResult {
  readonly records: readonly DeviceRecord[];
  readonly reply: Uint8Array | null;
}

function read(frame: Uint8Array, opened: Opened, context: DecodeContext): MessageResult {
  const { command, contentAt, end } = opened;
  switch (command) {
    case 'AAC':
      return { records: NO_RECORDS, reply: writeFrame('z', `${imeiOf(frame, opened)},AAC,1`) };
    case 'D03':
      return { records: NO_RECORDS, reply: request(imeiOf(frame, opened), PHOTO_FILE, 0) };
    case 'D82':
      return { records: answer(asciiOf(frame, contentAt - command.length - 1, end)), reply: null };
    case 'CCC': {
      const { records, count } = readBatch(frame.subarray(contentAt, end));
      const content = `${imeiOf(frame, opened)},CCC,${count}`;
      const reply = writeFrame(flagOf(frame), content, BATCH_LENGTH + Math.trunc(count / 10));
      return { records, reply };
    }
    case 'CCE':
      return { records: readParameterReport(frame.subarray(contentAt, end)), reply: null };
    default: {
      const values = asciiOf(frame, contentAt, end).split(',');
      if (command !== 'AAA' && values.length < REPORT_FIELDS) {
        return { records: answer([command, ...values].join(',')), reply: null };
      }
      const pendingRecord = new PendingRecord();
      readReport(pendingRecord, values, context);
      return { records: only(pendingRecord), reply: null };
    }
  }
}

function answer(result: string): readonly DeviceRecord[] {
  const pendingRecord = new PendingRecord();
  pendingRecord.set('result', result);
  return only(pendingRecord);
}
