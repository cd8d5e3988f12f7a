import type { Fields } from '../fields.ts';
import type { DecodeContext } from '../protocol.ts';
import type { PendingRecord } from '../pending-record.ts';
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
  pendingRecord: PendingRecord,
  fields: Fields,
  { family, type, context }: Report,
): boolean {
  if (fields.peek() === 'Res') {
    fields.skip(2);
    pendingRecord.set('result', fields.rest().join(';'));
    pendingRecord.set('type', type);
    return true;
  }
  if (type !== 'STT' && type !== 'EMG' && type !== 'EVT' && type !== 'ALT' && type !== 'UEX') return false;
  fields.skip();
  if (family.startsWith('ST3') || family === 'ST500' || family === 'ST600') fields.skip();
  pendingRecord.set('type', type);
  pendingRecord.set('versionFw', fields.text());
  const time = readInstant(fields, context.device.timeZone);
  if (family !== 'ST500') readCell(pendingRecord, fields, family === 'ST600');
  const place = readPlace(fields, time);
  pendingRecord.deviceTime = time;
  pendingRecord.set('sat', fields.optionalWhole());
  pendingRecord.fix = { ...place, valid: fields.text() === '1' };
  pendingRecord.set('odometer', fields.optionalWhole());
  pendingRecord.set('power', fields.optionalNumber());
  readPins(pendingRecord, fields.text());
  readTypeFields(pendingRecord, fields, type);
  readTail(pendingRecord, fields, settingsOf(context.device));
  return true;
}

function readCell(pendingRecord: PendingRecord, fields: Fields, withTower: boolean): void {
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
    pendingRecord.tower({ mcc, mnc, lac, cellId, signal });
}

const PINS = ['ignition', 'in1', 'in2', 'in3', 'out1', 'out2'] as const;

function readPins(pendingRecord: PendingRecord, pins: string): void {
  if (pins.length < PINS.length) return;
  for (const [at, name] of PINS.entries()) pendingRecord.set(name, pins.charCodeAt(at) === 49);
}

function readTypeFields(pendingRecord: PendingRecord, fields: Fields, type: string): void {
  switch (type) {
    case 'STT':
      pendingRecord.set('status', fields.optionalWhole());
      pendingRecord.set('index', fields.optionalWhole());
      break;
    case 'EMG':
      pendingRecord.alarm(emergencyAlarm(fields.optionalWhole() ?? 0));
      break;
    case 'EVT':
      pendingRecord.set('event', fields.optionalWhole());
      break;
    case 'ALT':
      pendingRecord.alarm(alertAlarm(fields.optionalWhole() ?? 0));
      break;
    default:
      readSerialBlock(pendingRecord, fields);
  }
}
