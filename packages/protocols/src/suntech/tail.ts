import { MINUTE_MS } from '@rastro/base';
import type { Fields } from '../fields.ts';
import { decimalOf, wholeOf } from '../numbers.ts';
import type { PendingRecord } from '../pending-record.ts';
import { archived } from './place.ts';
import type { Settings } from './settings.ts';

/** Reads the fields that the option `suntech.hbm` adds, as far as there are any. */
export function readTail(pendingRecord: PendingRecord, fields: Fields, settings: Settings): void {
  const hbm = settings.hbm ?? (looksLikeTail(fields) ? 1 : 0);
  if (hbm < 1) return;
  if (fields.left > 0) setMinutes(pendingRecord, fields.optionalNumber());
  if (fields.left > 0) pendingRecord.set('battery', fields.optionalNumber());
  if (fields.left > 0) pendingRecord.set('archive', archived(fields.text()));
  if (settings.adc) {
    for (let input = 1; input <= 3 && fields.left > 0; input++)
      pendingRecord.set(`adc${input}`, fields.optionalNumber());
  }
  if (settings.rpm && fields.left > 0) pendingRecord.set('rpm', fields.optionalWhole());
  // It is not documented that these units read drivers: the next field may as well be an input or the tower.
  if (settings.hbm !== null && fields.left >= (hbm >= 2 ? 7 : 2)) {
    pendingRecord.set('driverUniqueId', fields.text());
    fields.skip(); // registered or not
  }
  if (settings.temperature) readTemperatures(pendingRecord, fields);
  if (hbm >= 2 && fields.left >= 5) readTower(pendingRecord, fields);
}

const setMinutes = (pendingRecord: PendingRecord, minutes: number | null): void =>
  pendingRecord.set('hours', minutes === null ? null : minutes * MINUTE_MS);

/** Most units send hour meter, battery and message type without anybody having set the option. */
function looksLikeTail(fields: Fields): boolean {
  if (fields.left < 3 || wholeOf(fields.peek()) === null || decimalOf(fields.peek(1)) === null) return false;
  const messageType = fields.peek(2);
  return isCellVoltage(fields.peek(1)) && (messageType === '0' || messageType === '1');
}

/** As units print it, `4.1` or `4.03`; an ST500 has an input with three decimals (`002.795`) there. */
function isCellVoltage(text: string): boolean {
  const point = text.indexOf('.');
  return point === 1 && text.length - point <= 3;
}

function readTemperatures(pendingRecord: PendingRecord, fields: Fields): void {
  for (let sensor = 1; sensor <= 3 && fields.left > 0; sensor++) {
    const text = fields.text();
    pendingRecord.set(`temp${sensor}`, decimalOf(text.slice(text.indexOf(':') + 1)));
  }
}

function readTower(pendingRecord: PendingRecord, fields: Fields): void {
  const cellId = fields.whole();
  const mcc = fields.whole();
  const mnc = fields.whole();
  const signal = fields.whole();
  pendingRecord.tower({ mcc, mnc, lac: fields.whole(), cellId, signal });
}
