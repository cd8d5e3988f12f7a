import { OutOfBytesError } from '@rastro/base';
import { knotsFromKmPerHour } from '@rastro/fleet';
import { hasBit } from '../numbers.ts';
import { readAlarmFlags } from './alarms.ts';
import { INNER_LIST, readInnerList } from './inner-list.ts';
import { Item } from './item.ts';
import { ITEMS } from './items.ts';
import type { Reading } from './reading.ts';

/** Rest of the oldest layout: no items, but mileage, battery, area and signal. */
const OLD_TAIL_BYTES = 18;

/** Status flags that become attributes, whether set or not. */
export function readStatus({ pending, traits }: Reading, status: number): void {
  pending.set('ignition', hasBit(status, 0));
  pending.set('blocked', hasBit(status, 10));
  pending.set('charge', hasBit(status, 26));
  if (traits.model === 'G1C Pro') pending.set('motion', hasBit(status, 4));
  if (traits.mv) pending.set('door', hasBit(status, 16));
}

/** Latitude and longitude without a sign; here a set bit means south or west. */
export function readCoordinates({ reader }: Reading, status: number) {
  const latitude = reader.u32() / 1e6;
  const longitude = reader.u32() / 1e6;
  return {
    latitude: hasBit(status, 2) ? -latitude : latitude,
    longitude: hasBit(status, 3) ? -longitude : longitude,
  };
}

/** Status, place and time, as location messages and some others have them. */
export function readPlace(reading: Reading): void {
  const { reader, pending } = reading;
  const status = reader.u32();
  readStatus(reading, status);
  const { latitude, longitude } = readCoordinates(reading, status);
  const altitude = reader.i16();
  const speed = knotsFromKmPerHour(reader.u16() / 10);
  const course = reader.u16();
  const time = reading.instant();
  pending.deviceTime = time;
  pending.fix = { time, valid: hasBit(status, 1), latitude, longitude, altitude, speed, course, accuracy: 0 };
}

/** The body of 0200, also in batches. */
export function readLocation(reading: Reading): void {
  const { reader, pending, traits } = reading;
  readAlarmFlags(pending, reader.i32(), traits);
  readPlace(reading);
  if (reader.left === OLD_TAIL_BYTES && !isItemList(reading.bytes, reader.position)) readOldTail(reading);
  else readItems(reading);
}

/** Items may have the size of the old layout, too; then they end exactly where the message does. */
function isItemList(bytes: Uint8Array, from: number): boolean {
  let at = from;
  while (at + 2 <= bytes.length) at += 2 + (bytes[at + 1] ?? 0);
  return at === bytes.length;
}

function readOldTail({ reader, pending }: Reading): void {
  reader.skip(4);
  pending.set('odometer', reader.u32() * 1000);
  pending.set('battery', reader.u16() / 10);
  reader.skip(4); // area
  pending.set('rssi', reader.u8());
}

/** Items say their length, so one that does not fit it is skipped alone. */
function readItems(reading: Reading): void {
  const { bytes, reader } = reading;
  let at = reader.position;
  while (at + 2 <= bytes.length) {
    const id = bytes[at] ?? 0;
    const size = bytes[at + 1] ?? 0;
    if (id === INNER_LIST) return readInnerList(reading, at + 3);
    const take = ITEMS.get(id);
    if (take) attempt(() => take(reading, new Item(bytes, at + 2, Math.min(size, bytes.length - at - 2))));
    at += 2 + size;
  }
}

/** Reads until the bytes run out; values read before that count. */
export function attempt(read: () => void): void {
  try {
    read();
  } catch (error) {
    if (!(error instanceof OutOfBytesError)) throw error;
  }
}
