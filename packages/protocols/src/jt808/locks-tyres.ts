import type { Take } from './item.ts';
import type { Reading } from './reading.ts';
import { hasBit } from '../numbers.ts';

/** Item 0B: the order that a lock received. */
export const readLockReport: Take = ({ pending }, item) => {
  const reader = item.reader();
  pending.set('lockCommand', reader.u8());
  if (item.size === 5 || item.size === 6) pending.set('lockCard', reader.u32());
  if (item.size >= 7) pending.set('lockPassword', reader.text(6));
  if (item.size % 2 === 0) pending.set('unlockResult', reader.u8());
};

const LOCK_BYTES = 11;
const SEALED = 0x31;

/** Item 63. */
export const readLockList: Take = ({ pending }, item) => {
  const reader = item.reader();
  for (let lock = 1; reader.left >= LOCK_BYTES; lock++) {
    pending.set(`lock${lock}Id`, reader.hex(6));
    pending.set(`lock${lock}Battery`, reader.u16() / 1000);
    pending.set(`lock${lock}Seal`, reader.u8() === SEALED);
    reader.skip(2);
  }
};

const TYRE_BYTES = 8;

/** Item 77. */
export const readTyres: Take = ({ pending }, item) => {
  const reader = item.reader();
  while (reader.left >= TYRE_BYTES) {
    const tyre = reader.u8();
    pending.set(`tire${tyre}SensorId`, reader.hex(3));
    pending.set(`tire${tyre}Pressure`, (reader.u16() & 0x3ff) / 40);
    pending.set(`tire${tyre}Temp`, reader.u8() - 50);
    pending.set(`tire${tyre}Status`, reader.u8());
  }
};

/** Item D5: two bytes are the battery, more are locks. */
export const readTag: Take = ({ pending }: Reading, item) => {
  if (item.size === 2) return pending.set('battery', item.unsigned() / 100);
  const reader = item.reader();
  const count = reader.u8();
  for (let lock = 1; lock <= count; lock++) {
    pending.set(`lock${lock}Id`, reader.hex(5));
    pending.set(`lock${lock}Card`, reader.hex(5));
    pending.set(`lock${lock}Battery`, reader.u8());
    pending.set(`lock${lock}Locked`, !hasBit(reader.u16(), 5));
  }
};
