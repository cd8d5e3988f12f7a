import { hexOf } from '../hex.ts';
import { macFromHex } from '../pending-record.ts';
import type { Take } from './item.ts';

const WIFI_BYTES = 7;
const CELL_BYTES = 13;

/** Items EC and F4: address and signal, repeated. */
export const readWifi: Take = ({ pending }, item) => {
  const reader = item.reader();
  while (reader.left >= WIFI_BYTES) pending.wifi(macFromHex(hexOf(reader.bytes(6), 0, 6)), reader.i8());
};

/** Item F0: whole towers, repeated. */
export const readCells: Take = ({ pending }, item) => {
  const reader = item.reader();
  while (reader.left >= CELL_BYTES) {
    const mcc = reader.u16();
    const mnc = reader.u16();
    const cellId = reader.u32();
    const lac = reader.u32();
    pending.tower({ mcc, mnc, lac, cellId, signal: reader.u8() });
  }
};

/** Item E1: one network, wide areas and cells. */
export const readCellList: Take = ({ pending }, item) => {
  const reader = item.reader();
  const mcc = reader.u16();
  const mnc = reader.u16();
  while (reader.left >= 8) {
    const lac = reader.u24();
    const cellId = reader.u32();
    pending.tower({ mcc, mnc, lac, cellId, signal: reader.u8() });
  }
};

/** Item EB, form a: one network, short areas and cells. */
export const readShortCellList: Take = ({ pending }, item) => {
  const reader = item.reader();
  const mcc = reader.u16();
  const mnc = reader.u8();
  while (reader.left >= 5) {
    const lac = reader.u16();
    const cellId = reader.u16();
    pending.tower({ mcc, mnc, lac, cellId, signal: reader.u8() });
  }
};

/** `mac,signal,mac,signal`, addresses with or without colons. */
export const readWifiText: Take = ({ pending }, item) => {
  const parts = item.text().slice(1).split(',');
  for (let at = 0; at + 1 < parts.length; at += 2) {
    const mac = (parts[at] ?? '').toLowerCase();
    const signal = Number(parts[at + 1]);
    if (mac !== '')
      pending.wifi(mac.includes(':') ? mac : macFromHex(mac), Number.isFinite(signal) ? signal : null);
  }
};
