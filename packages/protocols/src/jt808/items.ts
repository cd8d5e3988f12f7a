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
const analogue: Take = ({ draft }, item) => {
  const reader = item.reader();
  draft.set('adc1', reader.u16() / 100);
  draft.set('adc2', reader.u16() / 100);
};

/** With the highest bit the number is whole. */
const fuel: Take = ({ draft }, item) => {
  const value = item.unsigned(2);
  draft.set('fuel', value & 0x8000 ? value & 0x7fff : value / 10);
};

const mode: Take = ({ draft }, item) => {
  if (item.size === 1) return draft.set('mode', item.unsigned());
  const words = item.text();
  if (words.startsWith('*M00')) draft.set('battery', Number(words.slice(10, 13)) / 100);
};

const temperatures: Take = ({ draft }, item) => {
  if (item.size !== 2 && item.size !== 16) return;
  const reader = item.reader();
  for (let sensor = 1; reader.left >= 2; sensor++) {
    const value = reader.u16();
    if (value !== 0xffff) draft.set(`temp${sensor}`, (value & 0x8000 ? -(value & 0x7fff) : value) / 10);
  }
};

const drivingAlarms: Take = ({ draft, traits }, item) => {
  const reader = item.reader();
  const alarms = reader.u16();
  for (const [bit, alarm] of ['hardAcceleration', 'hardBraking', 'hardCornering'].entries()) {
    if (hasBit(alarms, 8 + bit)) draft.alarm(alarm);
  }
  reader.skip(2);
  if (traits.mv && hasBit(reader.u32(), 16)) draft.alarm('door');
};

const event: Take = ({ draft }, item) => {
  const reader = item.reader();
  const code = reader.u16();
  draft.set('event', code);
  if (code < 0x61 || code > 0x66) return;
  reader.skip(6);
  draft.set('driverUniqueId', reader.text(8));
};

/** Cameras that watch road (64) and driver (65). */
const assistance =
  (name: string): Take =>
  ({ draft }, item) => {
    const reader = item.reader();
    reader.skip(5);
    draft.set(name, reader.u8());
    if (item.size < 47) return;
    reader.skip(reader.left - 16);
    draft.set('alarmLabel', reader.hex(16));
  };

const behaviour: Take = ({ draft }, item) => {
  const reader = item.reader();
  reader.skip(5);
  const type = reader.u8();
  draft.alarm(type === 0x16 ? 'accident' : type >= 1 && type <= 3 ? (HARSH[type - 1] ?? null) : null);
};

/** One byte is the battery, four are a driver; E1 may be towers or the supply. */
const batteryOrDriver =
  (id: number): Take =>
  (reading, item) => {
    const { draft } = reading;
    if (item.size === 1) {
      if (item.unsigned() === 0xff) draft.set('charge', true);
      else draft.set('batteryLevel', item.unsigned());
    } else if (id === 0xe1 && item.size >= 12 && (item.size - 4) % 8 === 0) readCellList(reading, item);
    else if (id === 0xe1 && item.size === 2) draft.set('power', item.unsigned() / 10);
    else if (item.size >= 4) draft.set('driverUniqueId', String(item.unsigned(4)));
  };

const cover: Take = ({ draft }, item) => {
  if (item.size !== 1 && item.size < 3) return;
  const flags = item.bytes[item.at + (item.size === 1 ? 0 : 2)] ?? 0;
  draft.set('string', hasBit(flags, 0));
  draft.set('motion', hasBit(flags, 2));
  draft.set('cover', hasBit(flags, 3));
};

const chargedBattery: Take = ({ draft }, item) => {
  const reader = item.reader();
  if (reader.u8() === 0) draft.set('charge', true);
  draft.set('batteryLevel', reader.u8());
};

const thermometers: Take = (reading, item) => {
  if (item.text().startsWith('$OBD-RT')) return readObdText(reading, item.text());
  if (item.size % 11 !== 0) return;
  const reader = item.reader();
  while (reader.left > 0) {
    const sensor = reader.u8();
    reader.skip(6);
    reading.draft.set(`temp${sensor}`, signedWithFraction(reader));
    reading.draft.set(`humidity${sensor}`, signedWithFraction(reader));
  }
};

/** The fraction has the sign of the whole number. */
function signedWithFraction(reader: ByteReader): number {
  const whole = reader.i8();
  const fraction = reader.u8() / 255;
  return whole < 0 ? whole - fraction : whole + fraction;
}

const shockAndSos: Take = ({ draft }, item) => {
  if (item.size !== 8) return;
  const flags = item.unsigned(2);
  draft.alarm(hasBit(flags, 0) ? 'vibration' : null);
  draft.alarm((flags & 0b1110) !== 0 ? 'sos' : null);
};

const supplies: Take = ({ draft }, item) => {
  if (item.size !== 6) return;
  const reader = item.reader();
  draft.set('rssi', reader.u8());
  draft.set('power', reader.u16() / 1000);
  draft.set('battery', reader.u16() / 1000);
  draft.set('sat', reader.u8());
};

const humidityOrBattery: Take = ({ draft }, item) => {
  if (item.size === 2) return draft.set('humidity', item.unsigned() / 10);
  const reader = item.reader();
  draft.set('battery', reader.u32() / 1000);
  if (item.size >= 5) {
    const state = reader.u8();
    if (state === 2 || state === 3) draft.set('charge', true);
  }
  if (item.size >= 6) draft.set('batteryLevel', reader.u8());
};

const simOrSteps: Take = ({ draft, traits }, item) => {
  const reader = item.reader();
  if (traits.aovx) {
    reader.skip(9);
    draft.set('iccid', reader.hex(10));
  } else if (traits.c5) draft.set('steps', reader.u16());
  else draft.set('temp2', reader.u16() / 10 - 50);
};

const marked: Take = (reading, item) => {
  const { draft } = reading;
  if (item.size === 1) return draft.set('batteryLevel', item.unsigned());
  if (item.size === 2) return draft.set('power', item.unsigned() / 10);
  if (item.size === 4) return draft.set('odometer', item.unsigned());
  const reader = item.reader();
  if (reader.u8() !== 0x7c) return draft.set('batteryLevel', reader.u8());
  while (reader.left >= 2) {
    const id = reader.u8();
    const value = reader.bytes(reader.u8());
    if (id !== 1 || value.length < 4) continue;
    for (const [bit, alarm] of HARSH.entries()) if (hasBit(value[3] ?? 0, bit)) draft.alarm(alarm);
  }
};

/** Additional items of a location. @source reference/protocols/jt808.md, "Additional items of 0200" */
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
  [0x56, ({ draft }, item) => draft.set('batteryLevel', item.unsigned(1) * 10)],
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
  [0xd0, ({ draft }, item) => draft.alarm(hasBit(item.unsigned(4), 3) ? 'vibration' : null)],
  [0xd4, batteryOrDriver(0xd4)],
  [0xe1, batteryOrDriver(0xe1)],
  [0xe9, batteryOrDriver(0xe9)],
  [0xd5, readTag],
  [0xda, cover],
  [
    0xe2,
    ({ draft, traits }, item) => draft.set('fuel', traits.model === 'DT800' ? null : item.unsigned(4) / 10),
  ],
  [
    0xe3,
    ({ draft }, item) => {
      const reader = item.reader();
      reader.skip(1);
      draft.set('batteryLevel', reader.u8());
      draft.set('battery', reader.u16() / 100);
    },
  ],
  [0xe4, chargedBattery],
  [0xe5, ({ draft }, item) => draft.set('motion', item.size === 1 ? item.unsigned() === 1 : null)],
  [0xe6, thermometers],
  [0xe7, shockAndSos],
  [
    0xe8,
    (reading, item) =>
      reading.traits.jimiCamera
        ? readJimiCamera(reading, item)
        : reading.draft.set('lockStatus', item.unsigned(3)),
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
  [0xf5, ({ draft }, item) => draft.set('illuminance', item.size === 2 ? item.unsigned() : null)],
  [0xf6, readMaskedSensors],
  [0xf7, humidityOrBattery],
  [0xf8, simOrSteps],
  [0xf9, readAxes],
  [0xfb, text('container')],
  [0xfc, ({ draft }, item) => draft.set('geofence', item.unsigned(1))],
  [0xfe, marked],
]);
