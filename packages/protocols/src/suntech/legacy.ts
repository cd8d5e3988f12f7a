import type { Fields } from '../fields.ts';
import type { DecodeContext } from '../protocol.ts';
import type { RecordDraft } from '../record-draft.ts';
import { alertAlarm, emergencyAlarm } from './alarms.ts';
import { readInstant, readPlace } from './place.ts';
import { readSerialBlock } from './serial-block.ts';
import { settingsOf } from './settings.ts';
import { readTail } from './tail.ts';

export interface Report {
  readonly family: string;
  readonly type: string;
  readonly context: DecodeContext;
}

/**
 * Reads a report of SA200, ST200, ST300 and its relatives, ST500 or ST600, after its first field.
 * @returns false when there is nothing to store, as in a keep-alive.
 */
export function readLegacyReport(
  draft: RecordDraft,
  fields: Fields,
  { family, type, context }: Report,
): boolean {
  if (fields.peek() === 'Res') {
    fields.skip(2);
    draft.set('result', fields.rest().join(';'));
    draft.set('type', type);
    return true;
  }
  if (type !== 'STT' && type !== 'EMG' && type !== 'EVT' && type !== 'ALT' && type !== 'UEX') return false;
  fields.skip();
  if (family.startsWith('ST3') || family === 'ST500' || family === 'ST600') fields.skip();
  draft.set('type', type);
  draft.set('versionFw', fields.text());
  const time = readInstant(fields, context.device.timeZone);
  if (family !== 'ST500') readCell(draft, fields, family === 'ST600');
  const place = readPlace(fields, time);
  draft.deviceTime = time;
  draft.set('sat', fields.optionalWhole());
  draft.fix = { ...place, valid: fields.text() === '1' };
  draft.set('odometer', fields.optionalWhole());
  draft.set('power', fields.optionalNumber());
  readPins(draft, fields.text());
  readTypeFields(draft, fields, type);
  readTail(draft, fields, settingsOf(context.device));
  return true;
}

function readCell(draft: RecordDraft, fields: Fields, withTower: boolean): void {
  if (!withTower) {
    fields.skip();
    return;
  }
  const cellId = fields.optionalHex();
  const mcc = fields.optionalWhole();
  const mnc = fields.optionalWhole();
  const lac = fields.optionalHex();
  const signal = fields.optionalWhole();
  if (cellId !== null && mcc !== null && mnc !== null && lac !== null)
    draft.tower({ mcc, mnc, lac, cellId, signal });
}

const PINS = ['ignition', 'in1', 'in2', 'in3', 'out1', 'out2'] as const;

function readPins(draft: RecordDraft, pins: string): void {
  if (pins.length < PINS.length) return;
  for (const [at, name] of PINS.entries()) draft.set(name, pins.charCodeAt(at) === 49);
}

function readTypeFields(draft: RecordDraft, fields: Fields, type: string): void {
  switch (type) {
    case 'STT':
      draft.set('status', fields.optionalWhole());
      draft.set('index', fields.optionalWhole());
      break;
    case 'EMG':
      draft.alarm(emergencyAlarm(fields.optionalWhole() ?? 0));
      break;
    case 'EVT':
      draft.set('event', fields.optionalWhole());
      break;
    case 'ALT':
      draft.alarm(alertAlarm(fields.optionalWhole() ?? 0));
      break;
    default:
      readSerialBlock(draft, fields);
  }
}
