import { asciiOf, bytesOf } from '../ascii.ts';
import { guarded, malformed, NO_RECORDS, only, outcomeOf, type Outcome } from '../outcome.ts';
import type { DecodeContext, DeviceRecord } from '../protocol.ts';
import { PendingRecord } from '../pending-record.ts';
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
const MAX_PACKETS = 4096;

export function decode(frame: Uint8Array, state: Gps103State, context: DecodeContext): Outcome<Gps103State> {
  return guarded(() => {
    const sentence = asciiOf(frame).trim();
    if (sentence.length <= LONGEST_LOGIN && sentence.includes('imei:'))
      return outcomeOf(state, NO_RECORDS, LOADED);
    const first = sentence.charCodeAt(0);
    if (!(first >= 48 && first <= 57)) return decodeReport(sentence, state, context);
    const report = sentence.indexOf('imei:');
    if (report < 0) return outcomeOf(state, NO_RECORDS, ON);
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
  const pendingRecord = new PendingRecord();
  if (values[1] === 'OBD') {
    readObd(pendingRecord, values, context.device.timeZone);
    return outcomeOf(state, only(pendingRecord));
  }
  if (sentence[end] === '*') {
    readAlternative(pendingRecord, values, context.device.timeZone);
    return outcomeOf(state, only(pendingRecord));
  }
  readRegular(pendingRecord, values, context);
  // A unit without signal may have nothing to say but that it is there.
  return finish(values, state, pendingRecord.isEmpty ? NO_RECORDS : only(pendingRecord));
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
    count === null ? state : { photo: { count: Math.min(count, MAX_PACKETS), parts: [], bytes: 0 } };
  return outcomeOf(next, records, keyword === 'help me' ? bytesOf(`**,${imei},E;`) : null);
}
