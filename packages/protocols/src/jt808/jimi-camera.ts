import { JIMI_ALARMS } from './alarms.ts';
import { divided, Item, number, readInner, type Take, type TakeTable } from './item.ts';

const SUPPLY: TakeTable = new Map<number, Take>([
  [0x0001, divided('battery', 2, 100)],
  [0x0002, number('dataUsage', 4)],
  [0x0003, number('batteryLevel', 1)],
  [0x0004, ({ pending }, item) => pending.set('charge', item.unsigned() === 0)],
  [0x0005, ({ pending }, item) => pending.set('iccid', item.text().slice(0, 19))],
  [0x0007, divided('hdop', 2, 10)],
  [0x2001, divided('power', 2, 10)],
]);

/** Item E8 of Jimi cameras: what happened, or how the unit is doing. */
export const readJimiCamera: Take = (reading, item) => {
  const { pending } = reading;
  const reader = item.reader();
  const type = reader.u16();
  switch (type) {
    case 0x2002:
      reader.skip(1);
      pending.set('uploadMode', reader.u8());
      pending.set('buffered', reader.u8() === 1);
      break;
    case 0x2003:
      reader.skip(1);
      pending.set('charge', reader.u8() === 1);
      pending.set('batteryLevel', Math.trunc((reader.u8() * 100) / 6));
      pending.set('battery', reader.u16() / 100);
      pending.set('rssi', reader.u8());
      pending.set('power', reader.u16() / 100);
      break;
    case 0x2005:
      readInner(reading, new Item(item.bytes, item.at + 3, item.size - 3), SUPPLY, {
        idSize: 2,
        lengthSize: 1,
      });
      break;
    case 0x0c03:
    case 0x0c04:
      pending.set('ignition', type === 0x0c03);
      break;
    default:
      pending.alarm(JIMI_ALARMS.get(type) ?? null);
  }
};
