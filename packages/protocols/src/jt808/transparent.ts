import { knotsFromKmPerHour } from '@rastro/fleet';
import { hasBit } from '../numbers.ts';
import { Item, readInner, type Take, type TakeTable } from './item.ts';
import { attempt, readPlace } from './location.ts';
import { readObdText } from './obd.ts';
import type { Reading } from './reading.ts';
import { readVehicleList } from './vehicle-list.ts';

/** 0900: what a maker adds, by its first byte. @returns false when there is nothing to store. */
export function readTransparent(reading: Reading): boolean {
  const { reader } = reading;
  switch (reader.u8()) {
    case 0x40:
      readText(reading);
      return true;
    case 0x41:
      readObdText(reading, reader.text(reader.left));
      return true;
    case 0xff:
      readSimplePlace(reading);
      return true;
    case 0xf3:
      readInner(reading, new Item(reading.bytes, 1, reader.left), COLLISION, { idSize: 2, lengthSize: 2 });
      return true;
    case 0x53:
      readPlace(reading);
      attempt(() => readNodes(reading));
      return true;
    case 0x54:
      readPlace(reading);
      attempt(() => readSensors(reading));
      return true;
    case 0xf0:
      return readVehicleList(reading);
    default:
      return false;
  }
}

function readText({ reader, pending, bytes }: Reading): void {
  // Some units state the length of the text in front of it.
  const stated = new Item(bytes, reader.position, 2).unsigned();
  if (reader.left >= 2 && stated === reader.left - 2) reader.skip(2);
  const text = reader.text(reader.left);
  if (text.startsWith('GTSL|')) pending.set('driverUniqueId', text.split('|')[4] ?? null);
  else pending.set('data', text);
}

function readSimplePlace(reading: Reading): void {
  const { reader, pending } = reading;
  const time = reading.instant();
  const latitude = reader.i32() / 1e6;
  const longitude = reader.i32() / 1e6;
  const altitude = reader.i16();
  const speed = knotsFromKmPerHour(reader.u16() / 10);
  const course = reader.u16();
  pending.deviceTime = time;
  pending.fix = { time, valid: true, latitude, longitude, altitude, speed, course, accuracy: 0 };
}

const COLLISION: TakeTable = new Map<number, Take>([
  [0x0002, ({ pending }, item) => pending.set('collision', item.unsigned(2) / 25_600)],
  [
    0x0006,
    (reading, { bytes, at, size }) => {
      reading.pending.deviceTime = reading.part(bytes.subarray(at, at + size)).instant();
    },
  ],
]);

function readNodes({ reader, pending }: Reading): void {
  for (let left = reader.u8(); left > 0; left--) {
    const tag = reader.u8() + 1;
    // Without colons, unlike the tags of item F3: the names and forms are those of a Traccar.
    pending.set(`tag${tag}Mac`, reader.hex(6));
    pending.set(`tag${tag}Rssi`, reader.i8());
    pending.set(`tag${tag}Data`, reader.hex(reader.u8()));
  }
}

function readSensors(reading: Reading): void {
  const { reader, pending } = reading;
  const mask = reader.u16();
  reading.instant();
  if (hasBit(mask, 0)) pending.set('lightSensor', reader.u16());
  if (hasBit(mask, 1)) {
    pending.set('deviceTemp', reader.i16() / 10);
    pending.set('humidity', reader.i16() / 10);
  }
  if (hasBit(mask, 2)) pending.set('temp3', reader.i16() / 10);
  if (hasBit(mask, 3)) reader.skip(6);
  if (hasBit(mask, 4)) pending.set('airPressure', reader.u16());
}
