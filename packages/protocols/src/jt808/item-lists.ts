import { hasBit } from '../numbers.ts';
import { divided, hexadecimal, Item, number, readInner, text, type Take, type TakeTable } from './item.ts';
import { readShortCellList, readWifiText } from './networks.ts';
import { readTags } from './sensors.ts';

/** Items of EB, form c. */
const MAKER: TakeTable = new Map<number, Take>([
  [0x0001, divided('fuel1', 2, 10)],
  [
    0x0023,
    ({ pending }, item) => {
      const litres = Number(item.text().trim());
      pending.set('fuel2', Number.isFinite(litres) ? litres : null);
    },
  ],
  [
    0x002d,
    ({ pending }, item) =>
      item.size >= 4
        ? pending.set('power', item.unsigned(4) / 1000)
        : pending.set('battery', item.unsigned(2) / 1000),
  ],
  [
    0x0089,
    ({ pending }, item) => {
      const flags = item.unsigned(4);
      if (!hasBit(flags, 0)) pending.alarm('powerOff');
      if (!hasBit(flags, 12)) pending.alarm('removing');
    },
  ],
  [0x00b2, ({ pending }, item) => pending.set('iccid', item.hex().replace(/f+$/, ''))],
  [0x00b9, readWifiText],
  [
    0x00c5,
    ({ pending }, item) => {
      const flags = item.unsigned(4);
      if (!hasBit(flags, 6)) pending.alarm('vibration');
      const motion = Math.floor(flags / 2 ** 23) & 3;
      if (motion <= 1) pending.set('motion', motion === 0);
    },
  ],
  [
    0x00c6,
    ({ pending }, item) => {
      const level = item.unsigned(1);
      pending.set('batteryAlarm', level);
      if (level === 3 || level === 4) pending.alarm('lowBattery');
    },
  ],
  [0x00ce, divided('power', 2, 100)],
  [
    0x00d8,
    ({ pending }, item) => {
      const reader = item.reader();
      const mcc = reader.u16();
      const mnc = reader.u8();
      const lac = reader.u16();
      pending.tower({ mcc, mnc, lac, cellId: reader.u32(), signal: null });
    },
  ],
  [0x00a8, number('batteryLevel', 1)],
  [0x00e1, number('batteryLevel', 1)],
]);

/** Item EB: towers, a text, or items whose length counts their id, too. */
export const readMakerList: Take = (reading, item) => {
  if (item.size > 3 && item.unsigned(2) > 200 && (item.size - 3) % 5 === 0)
    return readShortCellList(reading, item);
  const text = item.text();
  if (item.size > 0 && /^[\x20-\x7e]+$/.test(text)) return reading.pending.set('timezone', text);
  const end = item.at + item.size;
  for (let at = item.at; at + 4 <= end;) {
    const length = new Item(item.bytes, at, 2).unsigned();
    const id = new Item(item.bytes, at + 2, 2).unsigned();
    const value = new Item(item.bytes, at + 4, Math.max(0, Math.min(length - 2, end - at - 4)));
    MAKER.get(id)?.(reading, value);
    at += 2 + Math.max(length, 2);
  }
};

/** Items of F3. */
const ENGINE: TakeTable = new Map<number, Take>([
  [0x0002, divided('obdSpeed', 2, 10)],
  [0x0003, number('rpm', 2)],
  [0x0004, divided('power', 2, 1000)],
  [0x0005, number('obdOdometer', 4, 100)],
  [0x0007, divided('fuelConsumption', 2, 10)],
  [0x0008, divided('engineLoad', 2, 10)],
  [0x0009, number('coolantTemp', 2, 1, -40)],
  [0x000b, number('intakePressure', 2)],
  [0x000c, number('intakeTemp', 2, 1, -40)],
  [0x000d, number('intakeFlow', 2)],
  [0x000e, ({ pending }, item) => pending.set('throttle', (item.unsigned() * 100) / 255)],
  [0x0050, text('vin')],
  [0x0051, hexadecimal('cvn')],
  [0x0052, text('calid')],
  [0x0100, divided('tripOdometer', 2, 10)],
  [0x0102, divided('tripFuel', 2, 10)],
  [0x0112, number('hardAccelerationCount', 2)],
  [0x0113, number('hardDecelerationCount', 2)],
  [0x0114, number('hardCorneringCount', 2)],
]);

/** Item F3: values of the engine, or the tags of an AOVX unit. */
export const readEngineItems: Take = (reading, item) => {
  if (reading.traits.aovx) return readTags(reading, item);
  readInner(reading, item, ENGINE, { idSize: 2, lengthSize: 1 });
};
