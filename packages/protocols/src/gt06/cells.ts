import type { ByteReader } from '@rastro/base';
import { macFromHex } from '../pending-record.ts';
import { alarmOf } from './alarms.ts';
import { readDate, readUnsigned } from './blocks.ts';
import type { Reading } from './reading.ts';

const WITHOUT_WIFI = new Set([0x28, 0x2e, 0x24, 0xa1, 0x34]);
const USUAL_CELLS = 7;

/** Towers and access points around the device, for the time without a GNSS fix. */
export function readCellsAndWifi(reading: Reading): void {
  const { reader, pending, type, variant } = reading;
  pending.deviceTime = readDate(reading);
  const timeAdvanceFirst = variant === 'WANWAY_S20' || variant === 'SL4X';
  if (timeAdvanceFirst) reader.skip(1);
  const country = reader.u16();
  const mnc = country >= 0x8000 || variant === 'SL4X' ? reader.u16() : reader.u8();
  const wide = type === 0xa1 || type === 0xa2 || (type === 0xa9 && reader.u8() > 0);
  const cellBytes = wide ? 8 : type === 0x33 || type === 0x34 ? 4 : 3;
  for (let left = cellCount(reading); left > 0; left--) {
    const lac = readUnsigned(reader, wide ? 4 : 2);
    const cellId = readUnsigned(reader, cellBytes);
    const signal = reader.u8();
    if (lac > 0) pending.tower({ mcc: country & 0x7fff, mnc, lac, cellId, signal });
  }
  if (!timeAdvanceFirst) reader.skip(1);
  if (!WITHOUT_WIFI.has(type)) readAccessPoints(reading);
  if (type !== 0xa9) return;
  const code = reader.u8();
  pending.alarm(alarmOf(code + (reader.u8() >> 4) * 256, reading.traits, variant));
}

function cellCount({ reader, type, variant }: Reading): number {
  if (variant === 'WANWAY_S20' || type === 0xa9) return reader.u8();
  return type === 0x33 ? 6 : USUAL_CELLS;
}

function readAccessPoints({ reader, pending }: Reading): void {
  for (let left = reader.u8(); left > 0; left--) pending.wifi(macFromHex(reader.hex(6)), reader.u8());
}

/** Types 17 and 69: the byte in the place of the length counts the access points. */
export function readBareWifi(reading: Reading): void {
  const { reader, pending } = reading;
  pending.deviceTime = readBcdDate(reader);
  for (let left = reading.message.length; left > 0; left--) {
    pending.wifi(macFromHex(reader.hex(6)), reader.u8());
  }
  const cells = reader.u8();
  const mcc = reader.u16();
  const mnc = reader.u8();
  for (let left = cells; left > 0; left--) {
    const lac = reader.u16();
    const cellId = reader.u16();
    pending.tower({ mcc, mnc, lac, cellId, signal: reader.u8() });
  }
}

/** Type F3. */
export function readWifiList({ reader, pending }: Reading): void {
  pending.deviceTime = readBcdDate(reader);
  for (let left = reader.u8(); left > 0; left--) {
    reader.skip(2);
    pending.wifi(macFromHex(reader.hex(6)));
  }
}

/** Six bytes whose hexadecimal digits are the decimal ones, UTC. */
function readBcdDate(reader: ByteReader): number {
  const part = (): number => {
    const byte = reader.u8();
    return (byte >> 4) * 10 + (byte & 15);
  };
  return Date.UTC(2000 + part(), part() - 1, part(), part(), part(), part());
}
