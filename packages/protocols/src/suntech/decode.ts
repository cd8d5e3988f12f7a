import { asciiOf, trimmedEnd } from '../ascii.ts';
import { FieldError, Fields } from '../fields.ts';
import { guarded, malformed, only, said, unsupported, type Outcome } from '../outcome.ts';
import type { DecodeContext } from '../protocol.ts';
import { RecordDraft } from '../record-draft.ts';
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
  const draft = new RecordDraft();
  const zip = frame[0] === ZIP_START;
  const told = zip ? readZip(draft, frame, context) : readUniversalBinary(draft, frame, context);
  return told ? said(next, only(draft)) : said(next);
}

/** The first field names family and report; each family has a layout of its own. */
function decodeText(frame: Uint8Array, state: SuntechState, context: DecodeContext): Outcome<SuntechState> {
  const values = asciiOf(frame, 0, trimmedEnd(frame)).trimStart().split(';');
  const prefix = values[0] ?? '';
  const id = (namesTypeFirst(prefix, values[1]) ? values[2] : values[1]) ?? '';
  if (id === '') return malformed('no device id');
  if (prefix === 'CRR') return decodeCrashPart(frame, withSender(state, id, null));
  const draft = new RecordDraft();
  const fields = new Fields(values, 1);
  if (prefix.length < 5) {
    const next = withSender(state, id, null);
    return keptWhenCut(draft, () => readUniversalReport(draft, prefix, fields, context))
      ? said(next, only(draft))
      : said(next);
  }
  const family = prefix.slice(0, 5);
  const type = prefix.slice(5);
  const next = withSender(state, id, family);
  if (prefix.endsWith('HTE')) {
    draft.set('driverUniqueId', values.at(-1) ?? null);
    return said(next, only(draft));
  }
  if (!prefix.startsWith('S')) return unsupported(`report ${prefix.slice(0, 12)}`);
  const report = { family, type, context };
  if (prefix.startsWith('ST9'))
    return keptWhenCut(draft, () => read9xxReport(draft, fields, context))
      ? said(next, only(draft))
      : said(next);
  const told = keptWhenCut(draft, () =>
    prefix.startsWith('ST4')
      ? readAssetReport(draft, fields, report)
      : readLegacyReport(draft, fields, report),
  );
  return told ? said(next, only(draft)) : said(next);
}

/** A report that ends early, or has something unreadable behind its position, keeps what was read. */
function keptWhenCut(draft: RecordDraft, read: () => boolean): boolean {
  try {
    return read();
  } catch (error) {
    if (error instanceof FieldError && draft.fix) return true;
    throw error;
  }
}
