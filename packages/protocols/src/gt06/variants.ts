import { u16 } from './frame.ts';
import type { Message } from './message.ts';

export type Variant =
  | 'STANDARD'
  | 'VXT01'
  | 'WANWAY_S20'
  | 'SR411_MINI'
  | 'GT06E_CARD'
  | 'BENWAY'
  | 'S5'
  | 'SPACE10X'
  | 'OBD6'
  | 'WETRUST'
  | 'JC400'
  | 'SL4X'
  | 'SEEWORLD'
  | 'RFID'
  | 'LW4G'
  | 'TRX16I';

/** Makers' branches that only the length of a short frame gives away. */
export function variantOf(message: Message): Variant {
  if (message.extended) return 'STANDARD';
  const { length } = message;
  switch (message.type) {
    case 0x12:
      return length >= 0x71 ? 'GT06E_CARD' : (LOCATION_LENGTHS.get(length) ?? 'STANDARD');
    case 0x13:
      return length === 0x13 ? 'OBD6' : 'STANDARD';
    case 0x16:
      return ALARM_LENGTHS.get(length) ?? 'STANDARD';
    case 0x17:
      return length === 0x28 ? 'RFID' : 'STANDARD';
    case 0x19:
      return length >= 0x17 ? 'SPACE10X' : 'STANDARD';
    case 0x22:
      return length === 0x2f ? 'SEEWORLD' : 'STANDARD';
    case 0x24:
      return length === 0x31 ? 'WANWAY_S20' : length === 0x2e ? 'SR411_MINI' : 'STANDARD';
    case 0x31:
      return length === 0x2a ? 'SL4X' : 'STANDARD';
    case 0x32:
      return length === 0x27 || length === 0x29 ? 'SL4X' : 'STANDARD';
    case 0x34:
      return length === 0x37 ? 'SL4X' : 'STANDARD';
    case 0x36:
      return length === 0x35 ? 'TRX16I' : 'STANDARD';
    case 0x95:
      return u16(message.frame, message.contentAt) === 0xffff ? 'JC400' : 'STANDARD';
    case 0xa2:
      return length === 0x40 ? 'LW4G' : 'STANDARD';
    case 0xa3:
      return length === 0x0c || length === 0x18 ? 'SEEWORLD' : 'STANDARD';
    default:
      return 'STANDARD';
  }
}

const LOCATION_LENGTHS: ReadonlyMap<number, Variant> = new Map([
  [0x24, 'VXT01'],
  [0x21, 'BENWAY'],
  [0x2b, 'S5'],
  [0x29, 'WETRUST'],
]);
const ALARM_LENGTHS: ReadonlyMap<number, Variant> = new Map([
  [0x24, 'VXT01'],
  [0x26, 'SEEWORLD'],
  [0x2d, 'TRX16I'],
]);
