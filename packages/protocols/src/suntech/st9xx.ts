import type { Fields } from '../fields.ts';
import type { DecodeContext } from '../protocol.ts';
import type { PendingRecord } from '../pending-record.ts';
import { readInstant, readPlace } from './place.ts';
import { settingsOf } from './settings.ts';

/** Reads a report of the ST9xx; option `suntech.protocolType` selects one of its two layouts. */
export function read9xxReport(
  pendingRecord: PendingRecord,
  fields: Fields,
  { device }: DecodeContext,
): boolean {
  const type = fields.text();
  if (type !== 'Location' && type !== 'Emergency' && type !== 'Alert') return false;
  const { protocolType } = settingsOf(device);
  if (type !== 'Location') pendingRecord.alarm('general');
  fields.skip();
  if (type !== 'Alert' || protocolType === 0) pendingRecord.set('versionFw', fields.text());
  const time = readInstant(fields, device.timeZone);
  if (protocolType === 1) fields.skip(); // cell
  const place = readPlace(fields, time);
  pendingRecord.deviceTime = time;
  pendingRecord.fix = { ...place, valid: fields.text() === '1' };
  if (protocolType === 1) pendingRecord.set('odometer', fields.optionalWhole());
  return true;
}
