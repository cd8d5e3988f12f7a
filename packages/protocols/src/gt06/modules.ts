import { ByteReader } from '@rastro/base';
import { MODULE_ALARMS } from './alarms.ts';
import { readUnsigned, setFix } from './blocks.ts';
import { withoutFiller } from './information.ts';
import type { Reading } from './reading.ts';

const POSITION = 0x33;
/** Units state 20 for it and send 18 (sample `mod-70`), so its stated length is not used. */
const POSITION_BYTES = 18;

/** Type 70: a list of modules, each with its id, length and data. A cut module ends the list. */
export function readModules(reading: Reading): void {
  const { reader } = reading;
  let tags = 0;
  while (reader.left >= 4) {
    const id = reader.u16();
    const stated = reader.u16();
    const size = id === POSITION ? POSITION_BYTES : stated;
    if (size > reader.left) return;
    const value = new ByteReader(reader.bytes(size));
    if (id === 0x7f) readTag(reading, value, ++tags);
    else readModule(reading, id, value);
  }
}

function readModule(reading: Reading, id: number, value: ByteReader): void {
  const { pending } = reading;
  const number = (): number => readUnsigned(value, Math.min(value.left, 6));
  switch (id) {
    case 0x03:
      return pending.set('iccid', withoutFiller(value.hex(value.left)));
    case 0x09:
      return pending.set('sat', number());
    case 0x0a:
      return pending.set('satVisible', number());
    case 0x11:
      return readModuleTower(reading, value);
    case 0x18:
      return pending.set('battery', number() / 100);
    case 0x28:
      return pending.set('hdop', number() / 10);
    case 0x29:
      return pending.set('index', number());
    case 0x2a: {
      const input = value.u8();
      pending.set('door', (input & 0x0f) > 0);
      return pending.set('tamper', input >> 4 > 0);
    }
    case 0x2b:
      return pending.set('bootReason', number());
    case 0x2e:
      return pending.set('odometer', value.u32le());
    case POSITION:
      return readModulePosition(reading, value);
    case 0x34: {
      const event = value.u8();
      pending.set('event', event);
      return pending.alarm(MODULE_ALARMS.get(event) ?? null);
    }
    default:
  }
}

function readModuleTower({ pending }: Reading, value: ByteReader): void {
  const mcc = value.u16();
  const mnc = value.u16();
  const lac = value.u16();
  const cellId = value.u24();
  const signal = value.u8();
  if (lac > 0 || cellId > 0) pending.tower({ mcc, mnc, lac, cellId, signal });
}

function readModulePosition(reading: Reading, value: ByteReader): void {
  const time = value.u32() * 1000;
  reading.pending.set('sat', value.u8());
  const altitude = value.i16();
  const latitude = value.u32() / 1_800_000;
  const longitude = value.u32() / 1_800_000;
  const speed = value.u8();
  setFix(reading, { time, latitude, longitude, altitude, speed, flags: value.u16() });
}

function readTag({ pending }: Reading, value: ByteReader, index: number): void {
  const tag = `tag${index}`;
  pending.set(`${tag}Id`, value.hex(6));
  pending.set(`${tag}Battery`, value.u16() / 1000);
  pending.set(`${tag}BatteryLevel`, value.u8());
  pending.set(`${tag}Temp`, value.i16() / 10);
  pending.set(`${tag}Humidity`, value.i16());
  pending.set(`${tag}Status`, value.u8());
}

/** Type F1: data of a battery pack. */
export function readBatteryItems({ reader, pending }: Reading): void {
  pending.deviceTime = reader.u32() * 1000;
  while (reader.left >= 3) {
    const id = reader.u16();
    const value = readUnsigned(reader, reader.u8());
    if (id === 0x01) pending.set('motion', value === 2 || value === 4);
    else if (id === 0x02) pending.set('armed', value > 0);
    else if (id === 0x04) pending.set('ignition', value > 0);
    else if (id === 0x05) pending.set('power', value / 100);
    else if (id === 0x07) pending.set('charge', value > 0);
    else if (id === 0x0a) pending.set('chargeVoltage', value);
    else if (id === 0x0b) pending.set('batteryTemp', value / 10);
  }
}

/** Type F2: data of a Bluetooth accessory or an external battery. */
export function readAccessoryItems({ reader, pending }: Reading): void {
  pending.deviceTime = reader.u32() * 1000;
  while (reader.left >= 3) {
    const id = reader.u16();
    const item = new ByteReader(reader.bytes(id === 0x0a ? reader.u16() : reader.u8()));
    if (id === 0x0a) {
      item.skip(1); // kind of address
      pending.set('mac', item.hex(6));
      const event = item.u8();
      pending.set('event', event);
      const eventData = item.u8();
      if (event > 0) pending.set('eventData', eventData);
      pending.set('dataType', item.u8());
      pending.set('dataDetails', item.hex(item.left));
    } else if (id === 0x0c) {
      pending.set('externalBatteryLevel', item.u8());
      pending.set('externalBatteryCharge', item.u8() > 0);
      pending.set('externalBatteryCycles', item.u16());
    }
  }
}
