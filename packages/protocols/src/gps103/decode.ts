import { asciiOf, bytesOf } from '../ascii.ts';
import { guarded, malformed, NO_RECORDS, only, said, type Outcome } from '../outcome.ts';
import type { DecodeContext, DeviceRecord } from '../protocol.ts';
import { RecordDraft } from '../record-draft.ts';
import { photoPackets } from './keywords.ts';
import { takePhotoPacket } from './photo.ts';
import { readAlternative, readObd, readRegular } from './reports.ts';
import type { Gps103State } from './state.ts';

const LOADED = bytesOf('LOAD');
const ON = bytesOf('ON');
/** A shorter sentence with an IMEI is a login. */
const LONGEST_LOGIN = 30;
/** Behind `imei:`, 15 digits and a comma. */
const KEYWORD_AT = 21;
const MOST_PACKETS = 4096;

export function decode(frame: Uint8Array, state: Gps103State, context: DecodeContext): Outcome<Gps103State> {
  return guarded(() => {
    const sentence = asciiOf(frame).trim();
    if (sentence.length <= LONGEST_LOGIN && sentence.includes('imei:'))
      return said(state, NO_RECORDS, LOADED);
    const first = sentence.charCodeAt(0);
    if (!(first >= 48 && first <= 57)) return decodeReport(sentence, state, context);
    const report = sentence.indexOf('imei:');
    if (report < 0) return said(state, NO_RECORDS, ON);
    const decoded = decodeReport(sentence.slice(report), state, context);
    return decoded.ok ? { ok: true, value: { ...decoded.value, reply: decoded.value.reply ?? ON } } : decoded;
  });
}

function decodeReport(sentence: string, state: Gps103State, context: DecodeContext): Outcome<Gps103State> {
  if (!sentence.startsWith('imei:')) return malformed('no IMEI');
  if (sentence.startsWith('vr', KEYWORD_AT)) return takePhotoPacket(sentence.replace(/[;*]$/, ''), state);
  const end = sentence.length - 1;
  const ended = sentence[end] === ';' || sentence[end] === '*';
  const values = (ended ? sentence.slice(0, end) : sentence).split(',');
  const draft = new RecordDraft();
  if (values[1] === 'OBD') {
    readObd(draft, values, context.device.timeZone);
    return said(state, only(draft));
  }
  if (sentence[end] === '*') {
    readAlternative(draft, values, context.device.timeZone);
    return said(state, only(draft));
  }
  readRegular(draft, values, context);
  // A unit without signal may have nothing to say but that it is there.
  return finish(values, state, draft.isEmpty ? NO_RECORDS : only(draft));
}

/** SOS repeats until it is confirmed; `vt` announces a photo. */
function finish(
  values: readonly string[],
  state: Gps103State,
  records: readonly DeviceRecord[],
): Outcome<Gps103State> {
  const [imei = '', keyword = ''] = values;
  const count = photoPackets(keyword);
  const next =
    count === null ? state : { photo: { count: Math.min(count, MOST_PACKETS), parts: [], bytes: 0 } };
  return said(next, records, keyword === 'help me' ? bytesOf(`**,${imei},E;`) : null);
}
