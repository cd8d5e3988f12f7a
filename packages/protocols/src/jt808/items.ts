import type { ByteReader } from '@rastro/base';
import { hasBit } from '../numbers.ts';
import { HARSH } from './alarms.ts';
import { readEngineItems, readMakerList } from './item-lists.ts';
import { divided, number, text, type Take, type TakeTable } from './item.ts';
import { readJimiCamera } from './jimi-camera.ts';
import { readAxes, readMaskedSensors, readSensorPack } from './sensors.ts';
import { readLockList, readLockReport, readTag, readTyres } from './locks-tyres.ts';
import { readCellList, readCells, readWifi } from './networks.ts';
import { readObd, readObdText } from './obd.ts';

/** Item 2B and A7: two analogue inputs. */
const analogue: Take = ({ pending }, item) => {
  const reader = item.reader();
  pending.set('adc1', reader.u16() / 100);
  pending.set('adc2', reader.u16() / 100);
};

/** With the highest bit the number is whole. */
const fuel: Take = ({ pending }, item) => {
  const value = item.unsigned(2);
  pending.set('fuel', value & 0x8000 ? value & 0x7fff : value / 10);
};

const mode: Take = ({ pending }, item) => {
  if (item.size === 1) return pending.set('mode', item.unsigned());
  const text = item.text();
  if (text.startsWith('*M00')) pending.set('battery', Number(text.slice(10, 13)) / 100);
};

const temperatures: Take = ({ pending }, item) => {
  if (item.size !== 2 && item.size !== 16) return;
  const reader = item.reader();
  for (let sensor = 1; reader.left >= 2; sensor++) {
    const value = reader.u16();
    if (value !== 0xffff) pending.set(`temp${sensor}`, (value & 0x8000 ? -(value & 0x7fff) : value) / 10);
  }
};

const drivingAlarms: Take = ({ pending, traits }, item) => {
  const reader = item.reader();
  const alarms = reader.u16();
  for (const [bit, alarm] of ['hardAcceleration', 'hardBraking', 'hardCornering'].entries()) {
    if (hasBit(alarms, 8 + bit)) pending.alarm(alarm);
  }
  reader.skip(2);
  if (traits.mv && hasBit(reader.u32(), 16)) pending.alarm('door');
};

const event: Take = ({ pending }, item) => {
  const reader = item.reader();
  const code = reader.u16();
  pending.set('event', code);
  if (code < 0x61 || code > 0x66) return;
  reader.skip(6);
  pending.set('driverUniqueId', reader.text(8));
};

/** Cameras that watch road (64) and driver (65). */
const assistance =
  (name: string): Take =>
  ({ pending }, item) => {
    const reader = item.reader();
    reader.skip(5);
    pending.set(name, reader.u8());
    if (item.size < 47) return;
    reader.skip(reader.left - 16);
    pending.set('alarmLabel', reader.hex(16));
  };

const behaviour: Take = ({ pending }, item) => {
  const reader = item.reader();
  reader.skip(5);
  const type = reader.u8();
  pending.alarm(type === 0x16 ? 'accident' : type >= 1 && type <= 3 ? (HARSH[type - 1] ?? null) : null);
};

/** One byte is the battery, four are a driver; E1 may be towers or the supply. */
const batteryOrDriver =
  (id: number): Take =>
  (reading, item) => {
    const { pending } = reading;
    if (item.size === 1) {
      if (item.unsigned() === 0xff) pending.set('charge', true);
      else pending.set('batteryLevel', item.unsigned());
    } else if (id === 0xe1 && item.size >= 12 && (item.size - 4) % 8 === 0) readCellList(reading, item);
    else if (id === 0xe1 && item.size === 2) pending.set('power', item.unsigned() / 10);
    else if (item.size >= 4) pending.set('driverUniqueId', String(item.unsigned(4)));
  };

const cover: Take = ({ pending }, item) => {
  if (item.size !== 1 && item.size < 3) return;
  const flags = item.bytes[item.at + (item.size === 1 ? 0 : 2)] ?? 0;
  pending.set('string', hasBit(flags, 0));
  pending.set('motion', hasBit(flags, 2));
  pending.set('cover', hasBit(flags, 3));
};

const chargedBattery: Take = ({ pending }, item) => {
  const reader = item.reader();
  if (reader.u8() === 0) pending.set('charge', true);
  pending.set('batteryLevel', reader.u8());
};

const thermometers: Take = (reading, item) => {
  if (item.text().startsWith('$OBD-RT')) return readObdText(reading, item.text());
  if (item.size % 11 !== 0) return;
  const reader = item.reader();
  while (reader.left > 0) {
    const sensor = reader.u8();
    reader.skip(6);
    reading.pending.set(`temp${sensor}`, signedWithFraction(reader));
    reading.pending.set(`humidity${sensor}`, signedWithFraction(reader));
  }
};

/** The fraction has the sign of the whole number. */
function signedWithFraction(reader: ByteReader): number {
  const whole = reader.i8();
  const fraction = reader.u8() / 255;
  return whole < 0 ? whole - fraction : whole + fraction;
}

const shockAndSos: Take = ({ pending }, item) => {
  if (item.size !== 8) return;
  const flags = item.unsigned(2);
  pending.alarm(hasBit(flags, 0) ? 'vibration' : null);
  pending.alarm((flags & 0b1110) !== 0 ? 'sos' : null);
};

const supplies: Take = ({ pending }, item) => {
  if (item.size !== 6) return;
  const reader = item.reader();
  pending.set('rssi', reader.u8());
  pending.set('power', reader.u16() / 1000);
  pending.set('battery', reader.u16() / 1000);
  pending.set('sat', reader.u8());
};

const humidityOrBattery: Take = ({ pending }, item) => {
  if (item.size === 2) return pending.set('humidity', item.unsigned() / 10);
  const reader = item.reader();
  pending.set('battery', reader.u32() / 1000);
  if (item.size >= 5) {
    const state = reader.u8();
    if (state === 2 || state === 3) pending.set('charge', true);
  }
  if (item.size >= 6) pending.set('batteryLevel', reader.u8());
};

const simOrSteps: Take = ({ pending, traits }, item) => {
  const reader = item.reader();
  if (traits.aovx) {
    reader.skip(9);
    pending.set('iccid', reader.hex(10));
  } else if (traits.c5) pending.set('steps', reader.u16());
  else pending.set('temp2', reader.u16() / 10 - 50);
};

const battery: Take = (reading, item) => {
  const { pending } = reading;
  if (item.size === 1) return pending.set('batteryLevel', item.unsigned());
  if (item.size === 2) return pending.set('power', item.unsigned() / 10);
  if (item.size === 4) return pending.set('odometer', item.unsigned());
  const reader = item.reader();
  if (reader.u8() !== 0x7c) return pending.set('batteryLevel', reader.u8());
  while (reader.left >= 2) {
    const id = reader.u8();
    const value = reader.bytes(reader.u8());
    if (id !== 1 || value.length < 4) continue;
    for (const [bit, alarm] of HARSH.entries()) if (hasBit(value[3] ?? 0, bit)) pending.alarm(alarm);
  }
};

/** Additional items of a location. @source docs/reference/protocols.md §jt808, "Additional items of 0200" */
export const ITEMS: TakeTable = new Map<number, Take>([
  [0x01, number('odometer', 4, 100)],
  [0x02, fuel],
  [0x06, number('batteryLevel', 1)],
  [0x0b, readLockReport],
  [0x14, number('videoAlarm', 4)],
  [0x25, number('input', 4)],
  [0x2b, analogue],
  [0xa7, analogue],
  [0x30, number('rssi', 1)],
  [0x31, number('sat', 1)],
  [0x33, mode],
  [0x51, temperatures],
  [0x56, ({ pending }, item) => pending.set('batteryLevel', item.unsigned(1) * 10)],
  [0x57, drivingAlarms],
  [0x60, event],
  [0x63, readLockList],
  [0x64, assistance('adasAlarm')],
  [0x65, assistance('dmsAlarm')],
  [0x67, text('password')],
  [0x68, divided('batteryLevel', 2, 100)],
  [0x69, divided('battery', 2, 100)],
  [0x70, behaviour],
  [0x77, readTyres],
  [0x82, divided('power', 2, 10)],
  [0xd3, divided('power', 2, 10)],
  [0x91, readObd],
  [0x94, text('vin')],
  [0xac, number('odometer', 4)],
  [0xbc, text('driver')],
  [0xbd, text('driverUniqueId')],
  [0xd0, ({ pending }, item) => pending.alarm(hasBit(item.unsigned(4), 3) ? 'vibration' : null)],
  [0xd4, batteryOrDriver(0xd4)],
  [0xe1, batteryOrDriver(0xe1)],
  [0xe9, batteryOrDriver(0xe9)],
  [0xd5, readTag],
  [0xda, cover],
  [
    0xe2,
    ({ pending, traits }, item) =>
      pending.set('fuel', traits.model === 'DT800' ? null : item.unsigned(4) / 10),
  ],
  [
    0xe3,
    ({ pending }, item) => {
      const reader = item.reader();
      reader.skip(1);
      pending.set('batteryLevel', reader.u8());
      pending.set('battery', reader.u16() / 100);
    },
  ],
  [0xe4, chargedBattery],
  [0xe5, ({ pending }, item) => pending.set('motion', item.size === 1 ? item.unsigned() === 1 : null)],
  [0xe6, thermometers],
  [0xe7, shockAndSos],
  [
    0xe8,
    (reading, item) =>
      reading.traits.jimiCamera
        ? readJimiCamera(reading, item)
        : reading.pending.set('lockStatus', item.unsigned(3)),
  ],
  [0xea, readSensorPack],
  [0xeb, readMakerList],
  [0xec, readWifi],
  [0xf4, readWifi],
  [0xed, text('card')],
  [0xee, supplies],
  [0xf0, readCells],
  [0xf1, divided('power', 4, 1000)],
  [0xf2, text('versionFw')],
  [0xf3, readEngineItems],
  [0xf5, ({ pending }, item) => pending.set('illuminance', item.size === 2 ? item.unsigned() : null)],
  [0xf6, readMaskedSensors],
  [0xf7, humidityOrBattery],
  [0xf8, simOrSteps],
  [0xf9, readAxes],
  [0xfb, text('container')],
  [0xfc, ({ pending }, item) => pending.set('geofence', item.unsigned(1))],
  [0xfe, battery],
]);
