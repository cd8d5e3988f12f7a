import type { Fields } from '../fields.ts';
import type { PendingRecord } from '../pending-record.ts';
import type { Report } from './legacy.ts';
import { archived, readInstant, readPlace } from './place.ts';

const TOWERS = 7;
const MODEL_WITH_MOTION = '41';
const MOVING = '2';

/** Reads a report of the ST4xx asset trackers: seven towers first, then a position if there is one. */
export function readAssetReport(
  pendingRecord: PendingRecord,
  fields: Fields,
  { type, context }: Report,
): boolean {
  if (type !== 'STT' && type !== 'ALT') return false;
  pendingRecord.set('type', type);
  fields.skip();
  pendingRecord.set('versionFw', fields.text());
  const withMotion = fields.text() === MODEL_WITH_MOTION;
  if (withMotion) fields.skip(); // variant
  for (let tower = 0; tower < TOWERS; tower++) readTower(pendingRecord, fields, tower === 0);
  pendingRecord.set('battery', fields.optionalNumber());
  pendingRecord.set('archive', archived(fields.text()));
  pendingRecord.set('index', fields.optionalWhole());
  pendingRecord.set('status', fields.optionalWhole());
  if (fields.peek().length === 3) fields.skip();
  if (withMotion) {
    fields.skip(2);
    pendingRecord.set('motion', fields.text() === MOVING);
  }
  if (fields.peek() === '') return true;
  const time = readInstant(fields, context.device.timeZone);
  const place = readPlace(fields, time);
  pendingRecord.deviceTime = time;
  pendingRecord.set('sat', fields.optionalWhole());
  pendingRecord.fix = { ...place, valid: fields.text() === '1' };
  return true;
}

/** Level and area swap places after the first tower. */
function readTower(pendingRecord: PendingRecord, fields: Fields, first: boolean): void {
  const next = (): number => fields.optionalWhole() ?? 0;
  const cellId = next();
  const mcc = next();
  const mnc = next();
  const one = next();
  const other = next();
  fields.skip(); // timing advance
  if (cellId > 0)
    pendingRecord.tower({ mcc, mnc, cellId, lac: first ? other : one, signal: first ? one : other });
}
