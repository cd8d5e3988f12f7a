import { knots } from '@rastro/fleet';
import { LISTED_ALARMS } from './alarms.ts';
import { divided, Item, number, text, trimmed, type Take, type TakeTable } from './item.ts';
import { readCoordinates, readStatus } from './location.ts';
import type { Reading } from './reading.ts';

const VALUES: TakeTable = new Map<number, Take>([
  [0x0102, number('odometer', 4, 100)],
  [0x0528, number('odometer', 4, 100)],
  [0x0546, number('odometer', 4, 100)],
  [0x0103, divided('fuel', 4, 100)],
  [0x0111, number('fuelTemp', 4, 1, -40)],
  [0x012e, divided('oilLevel', 2, 10)],
  [0x052a, divided('fuel', 2, 100)],
  [0x0105, divided('fuelUsed', 4, 100)],
  [0x052c, divided('fuelUsed', 4, 100)],
  [0x014a, divided('fuelConsumption', 2, 100)],
  [0x0537, divided('fuelConsumption', 2, 100)],
  [0x0538, divided('fuelConsumption', 2, 100)],
  [0x0539, divided('fuelConsumption', 2, 100)],
  [0x052b, number('fuel', 1)],
  [0x052d, number('coolantTemp', 4, 1, -40)],
  [0x052e, number('airTemp', 4, 1, -40)],
  [0x0530, divided('power', 2, 1000)],
  [0x0535, divided('obdSpeed', 2, 10)],
  [0x0536, number('rpm', 4)],
  [0x053d, divided('intakePressure', 2, 10)],
  [0x0544, number('liquidLevel', 4)],
  [0x0547, number('throttle', 4)],
  [0x0548, number('throttle', 4)],
  [0xfeec, text('vin')],
]);

const EVENTS: ReadonlyMap<number, string> = new Map([
  [51, 'hardAcceleration'],
  [52, 'hardBraking'],
  [53, 'hardCornering'],
  [54, 'laneChange'],
  [56, 'accident'],
]);

/** Transparent F0: time, stored or live, then a list by sub-type. */
export function readVehicleList(reading: Reading): boolean {
  const { reader, pending } = reading;
  pending.deviceTime = reading.instant();
  if (reader.u8() > 0) pending.set('archive', true);
  reader.skip(1); // kind of vehicle
  switch (reader.u8()) {
    case 0x01:
      readValues(reading);
      return true;
    case 0x02:
      readCodes(reading);
      return true;
    case 0x03:
      readAlarms(reading);
      return true;
    case 0x04:
      pending.set('tripNumber', reader.left >= 4 ? reader.u32() : null);
      return true;
    case 0x0b:
      pending.set('vin', reader.text(Math.min(17, reader.left)));
      return true;
    case 0x15:
      readEvent(reading);
      return true;
    default:
      return false;
  }
}

function readValues(reading: Reading): void {
  const { reader, pending, bytes } = reading;
  for (let left = reader.u8(); left > 0; left--) {
    const id = reader.u16();
    const size = reader.u8();
    const item = new Item(bytes, reader.position, size);
    reader.skip(size);
    const take = VALUES.get(id);
    if (take) take(reading, item);
    else pending.set(`io${id}`, item.unsigned());
  }
  readStatusPlace(reading);
}

/** Status and, where it is sent, the place; the time is that of the message. */
function readStatusPlace(reading: Reading): void {
  const { reader, pending } = reading;
  if (reader.left < 12 || pending.deviceTime === null) return;
  const status = reader.u32();
  readStatus(reading, status);
  const place = readCoordinates(reading, status);
  const valid = (status & 2) !== 0;
  pending.fix = {
    ...place,
    time: pending.deviceTime,
    valid,
    altitude: 0,
    speed: knots(0),
    course: 0,
    accuracy: 0,
  };
}

/** As on the reference server the place of alarms is not a location of the vehicle. */
function readStatusOnly(reading: Reading): void {
  if (reading.reader.left >= 4) readStatus(reading, reading.reader.u32());
}

function readCodes(reading: Reading): void {
  const { reader, pending } = reading;
  const codes: string[] = [];
  for (let systems = reader.u16(); systems > 0; systems--) {
    reader.skip(4);
    for (let count = reader.u16(); count > 0; count--) {
      reader.skip(4 + 4);
      codes.push(trimmed(reader.text(reader.u16())));
    }
  }
  pending.set('dtcs', codes.join(' '));
  readStatusPlace(reading);
}

function readAlarms(reading: Reading): void {
  const { reader, pending } = reading;
  for (let left = reader.u8(); left > 0; left--) {
    pending.alarm(LISTED_ALARMS.get(reader.u8()) ?? null);
    reader.skip(reader.u8());
  }
  readStatusOnly(reading);
}

function readEvent({ reader, pending }: Reading): void {
  const event = reader.i32();
  const alarm = EVENTS.get(event);
  if (alarm === undefined) pending.set('event', event);
  else pending.alarm(alarm);
}
