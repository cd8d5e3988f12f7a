import type { ByteReader } from '@rastro/base';
import { knotsFromKmPerHour } from '@rastro/fleet';
import { zonedMs } from '../wall-time.ts';
import type { Reading } from './reading.ts';

/** Six binary bytes in the device's zone. @returns Milliseconds since 1970. */
export function readDate({ reader, zone, zoneOffsetMs }: Reading): number {
  const year = 2000 + reader.u8();
  const month = reader.u8() - 1;
  const day = reader.u8();
  const hour = reader.u8();
  const minute = reader.u8();
  // Values out of range roll over: units without a clock send zeros.
  return zonedMs(Date.UTC(year, month, day, hour, minute, reader.u8()), zone, zoneOffsetMs);
}

/** Differences of a location from the usual layout. */
interface GpsForm {
  readonly satellites: boolean;
  readonly speed: 'byte' | 'word after flags' | 'none';
}
const USUAL: GpsForm = { satellites: true, speed: 'byte' };

/** Date, satellites, coordinates, speed, course and flags. */
export function readGps(reading: Reading, form: GpsForm = USUAL): void {
  readLocation(reading, readDate(reading), form);
}

/** The part of a GPS block behind its date. */
export function readLocation(reading: Reading, time: number, form: GpsForm = USUAL): void {
  const { reader, pending } = reading;
  if (form.satellites) pending.set('sat', reader.u8() & 15);
  const latitude = reader.u32() / 1_800_000;
  const longitude = reader.u32() / 1_800_000;
  let speed = form.speed === 'byte' ? reader.u8() : 0;
  const flags = reader.u16();
  if (form.speed === 'word after flags') speed = reader.u16();
  setFix(reading, { time, latitude, longitude, altitude: 0, speed, flags });
}

/** Coordinates without a sign, with the flags that give it. */
interface UnsignedFix {
  readonly time: number;
  readonly latitude: number;
  readonly longitude: number;
  readonly altitude: number;
  /** km/h. */
  readonly speed: number;
  readonly flags: number;
}

export function setFix({ pending }: Reading, from: UnsignedFix): void {
  const { time, altitude, flags } = from;
  pending.deviceTime = time;
  pending.fix = {
    time,
    valid: (flags & 0x1000) !== 0,
    // Bit 10 set means north, but bit 11 set means west.
    latitude: flags & 0x0400 ? from.latitude : -from.latitude,
    longitude: flags & 0x0800 ? -from.longitude : from.longitude,
    altitude,
    speed: knotsFromKmPerHour(from.speed),
    course: flags & 0x03ff,
    accuracy: 0,
  };
  if (flags & 0x4000) pending.set('ignition', (flags & 0x8000) !== 0);
}

export function readUnsigned(reader: ByteReader, size: number): number {
  let value = 0;
  for (let left = size; left > 0; left--) value = value * 256 + reader.u8();
  return value;
}

/** A card or tag number; null when all its bytes are zero. */
export function readCard(reader: ByteReader, size: number): string | null {
  const hex = reader.hex(size);
  return /[^0]/.test(hex) ? hex : null;
}

/** The rest of the content as text, without the zeros that pad it. */
export const readText = (reader: ByteReader, size: number): string =>
  reader.text(Math.min(size, reader.left)).replaceAll('\0', '').trim();
