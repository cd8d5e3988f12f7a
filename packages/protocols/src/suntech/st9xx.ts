import type { Fields } from '../fields.ts';
import type { DecodeContext } from '../protocol.ts';
import type { RecordDraft } from '../record-draft.ts';
import { readInstant, readPlace } from './place.ts';
import { settingsOf } from './settings.ts';

/** Reads a report of the ST9xx; option `suntech.protocolType` selects one of its two layouts. */
export function read9xxReport(draft: RecordDraft, fields: Fields, { device }: DecodeContext): boolean {
  const type = fields.text();
  if (type !== 'Location' && type !== 'Emergency' && type !== 'Alert') return false;
  const { protocolType } = settingsOf(device);
  if (type !== 'Location') draft.alarm('general');
  fields.skip();
  if (type !== 'Alert' || protocolType === 0) draft.set('versionFw', fields.text());
  const time = readInstant(fields, device.timeZone);
  if (protocolType === 1) fields.skip(); // cell
  const place = readPlace(fields, time);
  draft.deviceTime = time;
  draft.fix = { ...place, valid: fields.text() === '1' };
  if (protocolType === 1) draft.set('odometer', fields.optionalWhole());
  return true;
}
