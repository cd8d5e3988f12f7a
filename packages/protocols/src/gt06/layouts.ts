import type { Reading } from './reading.ts';

/** Which blocks a general message consists of, in this order: GPS, cell tower, status. */
export interface Layout {
  readonly gps: boolean;
  readonly tower: 'none' | 'plain' | 'with length';
  readonly status: boolean;
}

const layout = (gps: boolean, tower: Layout['tower'], status: boolean): Layout => ({ gps, tower, status });

const GPS = layout(true, 'none', false);
const GPS_TOWER = layout(true, 'plain', false);
const STATUS = layout(false, 'none', true);
const TOWER_STATUS = layout(false, 'plain', true);
const ALL = layout(true, 'with length', true);
const ALL_PLAIN = layout(true, 'plain', true);

const SIMPLE: ReadonlyMap<number, Layout> = new Map([
  [0x10, GPS],
  [0x11, GPS_TOWER],
  [0x12, GPS_TOWER],
  [0x1a, GPS],
  [0x1e, GPS],
  [0x26, ALL],
  [0x27, ALL],
  [0x2d, GPS_TOWER],
  [0x31, GPS_TOWER],
  [0x37, GPS_TOWER],
  [0x39, ALL_PLAIN],
  [0xa0, GPS_TOWER],
  [0xa4, ALL],
  [0xa5, TOWER_STATUS],
  [0xa7, layout(false, 'plain', false)],
]);

/** The heartbeat of some units is as long as this and laid out in its own way. */
export const LONG_HEARTBEAT_BYTES = 16;

/** @returns null when the message is not of the general kind. */
export function layoutOf(reading: Reading): Layout | null {
  const { variant, ntLocation, reader } = reading;
  const short = !reading.message.extended;
  switch (reading.type) {
    case 0x13:
      return short && reader.left === LONG_HEARTBEAT_BYTES ? null : STATUS;
    case 0x16:
      return variant === 'VXT01' ? ALL_PLAIN : ALL;
    case 0x17:
      return variant === 'RFID' ? GPS_TOWER : null;
    case 0x19:
      return variant === 'SPACE10X' ? null : TOWER_STATUS;
    case 0x22:
    case 0x25:
      return ntLocation ? ALL : GPS_TOWER;
    case 0x32:
      return short ? ALL : null;
    case 0x36:
      return short && variant !== 'TRX16I' ? STATUS : null;
    case 0xa2:
      return variant === 'LW4G' ? ALL_PLAIN : null;
    case 0xa3:
      return variant === 'SEEWORLD' ? STATUS : GPS_TOWER;
    default:
      return SIMPLE.get(reading.type) ?? null;
  }
}
