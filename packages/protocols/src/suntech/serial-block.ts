import type { Fields } from '../fields.ts';
import { decimalOf, hexNumberOf } from '../numbers.ts';
import type { PendingRecord } from '../pending-record.ts';
import { countOf } from './place.ts';

/** Reads data from an accessory on the serial port: a length in characters, attributes, a checksum. */
export function readSerialBlock(pendingRecord: PendingRecord, fields: Fields): void {
  let fuel = 0;
  for (let left = countOf(fields); left > 0;) {
    const text = fields.text();
    if (text.startsWith('CabAVL')) fuel += readTanks(pendingRecord, text.split(','));
    else if (text.startsWith('GTSL')) pendingRecord.set('driverUniqueId', text.split('|')[4] ?? null);
    else if (text.includes('=')) fuel += readPair(pendingRecord, text);
    else pendingRecord.set('serial', asText(text));
    left -= text.length + 1;
  }
  if (fuel > 0) pendingRecord.set('fuel', fuel);
  fields.skip(); // checksum
}

/** Bytes that are not text stay hexadecimal. */
function asText(content: string): string {
  const text = content.trim();
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code < 32 || code === 127) return Buffer.from(content, 'latin1').toString('hex');
  }
  return text;
}

/** @returns Liters in the tanks together. */
function readTanks(pendingRecord: PendingRecord, parts: readonly string[]): number {
  let fuel = 0;
  for (const tank of [1, 2]) {
    const litres = decimalOf(parts[tank + 1] ?? '') ?? 0;
    if (litres <= 0) continue;
    pendingRecord.set(`fuel${tank}`, litres);
    fuel += litres;
  }
  return fuel;
}

/** `t<x><n>=`, `N<x><n>=`, `Q=` with a hexadecimal value. @returns Fuel that it adds. */
function readPair(pendingRecord: PendingRecord, text: string): number {
  const [key = '', raw = ''] = text.split('=');
  const value = hexNumberOf(raw.trim().split('.')[0] ?? '');
  if (value === null) return 0;
  if (key.startsWith('t')) pendingRecord.set(`temp${key.charAt(2)}`, value);
  else if (key.startsWith('Q')) pendingRecord.set('drivingQuality', value);
  if (!key.startsWith('N')) return 0;
  pendingRecord.set(`fuel${key.charAt(2)}`, value);
  return value;
}
