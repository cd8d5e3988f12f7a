import { asciiOf, trimmedEnd } from '../ascii.ts';
import { FieldError, Fields } from '../fields.ts';
import { guarded, malformed, only, outcomeOf, unsupported, type Outcome } from '../outcome.ts';
import type { DecodeContext } from '../protocol.ts';
import { PendingRecord } from '../pending-record.ts';
import { readAssetReport } from './asset.ts';
import { decodeCrashPart } from './crash.ts';
import { isBinary, ZIP_START } from './frame.ts';
import { idOf, namesTypeFirst, withSender } from './identity.ts';
import { readLegacyReport } from './legacy.ts';
import { read9xxReport } from './st9xx.ts';
import type { SuntechState } from './state.ts';
import { readUniversalReport } from './universal.ts';
import { readUniversalBinary } from './universal-binary.ts';
import { readZip } from './zip.ts';

export function decode(
  frame: Uint8Array,
  state: SuntechState,
  context: DecodeContext,
): Outcome<SuntechState> {
  return guarded(() =>
    isBinary(frame) ? decodeBinary(frame, state, context) : decodeText(frame, state, context),
  );
}

function decodeBinary(frame: Uint8Array, state: SuntechState, context: DecodeContext): Outcome<SuntechState> {
  const id = idOf(frame);
  if (id === null) return malformed('no device id');
  const next = withSender(state, id, null);
  const pendingRecord = new PendingRecord();
  const zip = frame[0] === ZIP_START;
  const hasRecord = zip
    ? readZip(pendingRecord, frame, context)
    : readUniversalBinary(pendingRecord, frame, context);
  return hasRecord ? outcomeOf(next, only(pendingRecord)) : outcomeOf(next);
}

/** The first field names family and report; each family has a layout of its own. */
function decodeText(frame: Uint8Array, state: SuntechState, context: DecodeContext): Outcome<SuntechState> {
  const values = asciiOf(frame, 0, trimmedEnd(frame)).trimStart().split(';');
  const prefix = values[0] ?? '';
  const id = (namesTypeFirst(prefix, values[1]) ? values[2] : values[1]) ?? '';
  if (id === '') return malformed('no device id');
  if (prefix === 'CRR') return decodeCrashPart(frame, withSender(state, id, null));
  const pendingRecord = new PendingRecord();
  const fields = new Fields(values, 1);
  if (prefix.length < 5) {
    const next = withSender(state, id, null);
    return allowTruncated(pendingRecord, () => readUniversalReport(pendingRecord, prefix, fields, context))
      ? outcomeOf(next, only(pendingRecord))
      : outcomeOf(next);
  }
  const family = prefix.slice(0, 5);
  const type = prefix.slice(5);
  const next = withSender(state, id, family);
  if (prefix.endsWith('HTE')) {
    pendingRecord.set('driverUniqueId', values.at(-1) ?? null);
    return outcomeOf(next, only(pendingRecord));
  }
  if (!prefix.startsWith('S')) return unsupported(`report ${prefix.slice(0, 12)}`);
  const report = { family, type, context };
  if (prefix.startsWith('ST9'))
    return allowTruncated(pendingRecord, () => read9xxReport(pendingRecord, fields, context))
      ? outcomeOf(next, only(pendingRecord))
      : outcomeOf(next);
  const hasRecord = allowTruncated(pendingRecord, () =>
    prefix.startsWith('ST4')
      ? readAssetReport(pendingRecord, fields, report)
      : readLegacyReport(pendingRecord, fields, report),
  );
  return hasRecord ? outcomeOf(next, only(pendingRecord)) : outcomeOf(next);
}

/** A report that ends early, or has something unreadable behind its position, keeps what was read. */
function allowTruncated(pendingRecord: PendingRecord, read: () => boolean): boolean {
  try {
    return read();
  } catch (error) {
    if (error instanceof FieldError && pendingRecord.fix) return true;
    throw error;
  }
}
