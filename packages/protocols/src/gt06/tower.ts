import type { Reading } from './reading.ts';
import { readUnsigned } from './blocks.ts';

const WIDE_TYPES = new Set([0xa0, 0xa2, 0xa5]);
const LONG_CELL_TYPES = new Set([0x11, 0x61, 0x25]);
/** Length byte of a block without surplus: itself and 8 bytes. */
const PLAIN_LENGTH = 9;

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
  const wide = WIDE_TYPES.has(type) || radio >= 3;
  const lac = readUnsigned(reader, wide ? 4 : 2);
  const cellId = readUnsigned(reader, wide ? 8 : cellBytes(reading));
  reading.draft.tower({ mcc: country & 0x7fff, mnc, lac, cellId, signal: null });
  if (hasRadio) reader.skip(Math.min(reader.left, radio >= 3 ? 2 : 1));
  if (length > PLAIN_LENGTH) reader.skip(Math.min(reader.left, length - PLAIN_LENGTH));
  return true;
}

function cellBytes({ type, variant }: Reading): number {
  if (variant === 'SL4X') return 8;
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
