import type { Fields } from '../fields.ts';
import { decimalOf, hasBit, wholeOf } from '../numbers.ts';
import type { PendingRecord } from '../pending-record.ts';

const DEGREES_PER_STEP = 0.0625;
const MAX_SENSORS = 100;

export interface EriLayout {
  readonly model: string;
  readonly mask: number;
}

/** Fuel sensors, thermometers and Bluetooth accessories, by the bits of the mask; a message may end anywhere. */
export function readEriExtras(pendingRecord: PendingRecord, fields: Fields, layout: EriLayout): void {
  const { model, mask } = layout;
  const gv350m = model === 'GV350M';
  if (hasBit(mask, 0) && !gv350m && fields.left > 0) pendingRecord.set('fuel', fields.optionalHex());
  if (hasBit(mask, 1)) readThermometers(pendingRecord, fields);
  if (hasBit(mask, 2)) return; // CAN, whose layout the message does not indicate
  if (hasBit(mask, 3) || hasBit(mask, 4) || (gv350m && hasBit(mask, 0)))
    readFuelSensors(pendingRecord, fields, layout);
  if (model === 'GL320M') return;
  if (hasBit(mask, 7)) skipRadioSensors(fields);
  if (hasBit(mask, 8)) readAccessories(pendingRecord, fields, model);
}

const countOf = (fields: Fields): number =>
  fields.left > 0 ? Math.min(wholeOf(fields.text()) ?? 0, MAX_SENSORS, fields.left) : 0;

function readThermometers(pendingRecord: PendingRecord, fields: Fields): void {
  const count = countOf(fields);
  for (let sensor = 1; sensor <= count; sensor++) {
    fields.skip(2); // id, type
    const raw = fields.optionalHex();
    if (raw !== null) pendingRecord.set(`temp${sensor}`, ((raw << 16) >> 16) * DEGREES_PER_STEP);
  }
}

function readFuelSensors(pendingRecord: PendingRecord, fields: Fields, { model, mask }: EriLayout): void {
  const count = countOf(fields);
  for (let sensor = 1; sensor <= count; sensor++) {
    fields.skip(); // type
    if (model === 'GV350M') {
      fields.skip(); // UART
      if (hasBit(mask, 0)) pendingRecord.set('fuel', fields.optionalHex());
    }
    if (hasBit(mask, 3)) pendingRecord.set('fuel', fields.optionalNumber());
    if (hasBit(mask, 4)) fields.skip(); // volume
  }
}

function skipRadioSensors(fields: Fields): void {
  for (let left = countOf(fields); left > 0; left--) {
    fields.skip(); // serial number
    const withHumidity = fields.text() === '2';
    fields.skip(withHumidity ? 2 : 1);
  }
}

/** One field per bit of an accessory's own mask; those without a name here are skipped. */
const ACCESSORY_FIELDS: readonly (string | null)[] = [
  null,
  'Id',
  null,
  null,
  'Temp',
  'Humidity',
  '',
  null,
  null,
  null,
  null,
  null,
  null,
  'Battery',
  null,
];

function readAccessories(pendingRecord: PendingRecord, fields: Fields, model: string): void {
  const count = countOf(fields);
  for (let tag = 1; tag <= count; tag++) {
    fields.skip(3); // index, type, model
    if (model.startsWith('GV600M')) fields.skip();
    fields.skip(); // raw data
    const mask = fields.hex();
    for (const [bit, name] of ACCESSORY_FIELDS.entries()) {
      if (name === '' || !hasBit(mask, bit)) continue;
      const text = fields.text();
      if (name !== null) pendingRecord.set(`tag${tag}${name}`, name === 'Id' ? text : decimalOf(text));
    }
  }
}
