import type { Reading } from './reading.ts';
import { readUnsigned } from './blocks.ts';

const WIDE_TYPES = new Set([0xa0, 0xa2, 0xa5]);
const LONG_CELL_TYPES = new Set([0x11, 0x61, 0x25]);
/** Bytes left for area and cell determine their widths: 2 + 4 and 4 + 8 bytes; otherwise the type does. */
const LONG_CELL_BYTES = 6;
const WIDE_BYTES = 12;

/** Reads the cell tower of a message, if it has one. @returns Whether it had. */
export function readTower(reading: Reading, hasLength: boolean): boolean {
  const { reader, type } = reading;
  const length = hasLength ? reader.u8() : 0;
  if (hasLength && length === 0) {
    skipEmptyBlock(reading);
    return false;
  }
  const hasRadio = type === 0x38 || type === 0x39;
  const radio = hasRadio ? reader.u8() : 0;
  const country = reader.u16();
  const longMnc = country >= 0x8000 || type === 0x11 || reading.variant === 'SL4X';
  const mnc = longMnc ? reader.u16() : reader.u8();
  // The length counts itself, but in a 25 of the units with driver cards.
  const left = length + (type === 0x25 ? 1 : 0) - (longMnc ? 5 : 4);
  const wide = WIDE_TYPES.has(type) || radio >= 3 || left === WIDE_BYTES;
  const lac = readUnsigned(reader, wide ? 4 : 2);
  const cellSize = wide ? 8 : left === LONG_CELL_BYTES ? 4 : cellBytes(reading, hasLength);
  const cellId = readUnsigned(reader, cellSize);
  reading.pending.tower({ mcc: country & 0x7fff, mnc, lac, cellId, signal: null });
  if (hasRadio) reader.skip(Math.min(reader.left, radio >= 3 ? 2 : 1));
  const surplus = left - (wide ? WIDE_BYTES : 2 + cellSize);
  if (surplus > 0) reader.skip(Math.min(reader.left, surplus));
  return true;
}

function cellBytes({ type, variant }: Reading, hasLength: boolean): number {
  // Its alarms state a length that does not count itself, and have 4 bytes.
  if (variant === 'SL4X') return hasLength ? 4 : 8;
  const long = LONG_CELL_TYPES.has(type) || variant === 'SEEWORLD' || (variant === 'TRX16I' && type === 0x36);
  return long ? 4 : 3;
}

/** Some units send 45 bytes of nothing behind a length of 0. */
function skipEmptyBlock({ reader, message }: Reading): void {
  const from = reader.position;
  const end = Math.min(from + 45, message.frame.length);
  for (let at = from + 9; at < end; at++) if (message.frame[at] !== 0) return;
  reader.skip(Math.min(reader.left, 45));
}
