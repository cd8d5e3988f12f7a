import { ByteReader } from '@rastro/base';
import { knots } from '@rastro/fleet';
import { degreesOf } from '../degrees.ts';
import { dayFirstInstant, requiredInstant } from '../instants.ts';
import { digitsAt, hasBit } from '../numbers.ts';
import type { PendingRecord } from '../pending-record.ts';
import { LONG_ID_SIZE } from './frame.ts';
import { setStatus } from './status.ts';

/** Bits of the nibble behind the longitude. */
const FIXED = 1;
const NORTH = 2;
const EAST = 3;

/** Reads a `$` frame: everything in it is decimal digits, two a byte. */
export function readBinary(pendingRecord: PendingRecord, frame: Uint8Array, zone: string | null): void {
  const reader = new ByteReader(frame);
  reader.skip(frame.length === LONG_ID_SIZE ? 9 : 6);
  const clock = reader.hex(3);
  const time = requiredInstant(dayFirstInstant(reader.hex(3), clock), zone);
  const latitude = minutes(reader.hex(4), 4);
  pendingRecord.set('batteryLevel', batteryLevelOf(reader.u8()));
  const east = reader.hex(5);
  const longitude = minutes(east, 5);
  const flags = parseInt(east.charAt(9), 16);
  const motion = reader.hex(3);
  pendingRecord.deviceTime = time;
  pendingRecord.fix = {
    time,
    valid: hasBit(flags, FIXED),
    latitude: hasBit(flags, NORTH) ? latitude : -latitude,
    longitude: hasBit(flags, EAST) ? longitude : -longitude,
    altitude: 0,
    speed: knots(digitsAt(motion, 0, 3) || 0),
    course: digitsAt(motion, 3, 3) || 0,
    accuracy: 0,
  };
  setStatus(pendingRecord, reader.u32());
}

/** Digits of degrees and minutes without their point, `point` of them before it. */
const minutes = (digits: string, point: number): number =>
  degreesOf(`${digits.slice(0, point)}.${digits.slice(point, point + 4)}`) ?? NaN;

function batteryLevelOf(byte: number): number | null {
  if (byte === 0) return null;
  if (byte <= 3) return (byte - 1) * 10;
  if (byte <= 6) return (byte - 1) * 20;
  if (byte <= 100) return byte;
  return byte >= 0xf1 && byte <= 0xf6 ? byte - 0xf0 : null;
}
