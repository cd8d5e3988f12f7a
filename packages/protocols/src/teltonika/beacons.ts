import { ByteReader } from '@rastro/base';
import { hexOf } from '../hex.ts';
import type { RecordDraft } from '../record-draft.ts';
import { signed, unsigned } from '../integers.ts';

/** Element 385: iBeacons and Eddystone beacons around the device. A cut list keeps its whole entries. */
export function readBeacons(draft: RecordDraft, value: Uint8Array): void {
  const reader = new ByteReader(value);
  if (reader.left === 0) return;
  reader.skip(1); // which part of how many
  for (let index = 1; reader.left > 0; index++) {
    const name = `beacon${index}`;
    const flags = reader.u8();
    const isIBeacon = flags >> 4 > 0;
    const size = (isIBeacon ? 20 : 16) + 1 + (flags & 2 ? 2 : 0) + (flags & 4 ? 2 : 0);
    if (reader.left < size) return;
    if (isIBeacon) {
      draft.set(`${name}Uuid`, hexOf(reader.bytes(16), 0, 16));
      draft.set(`${name}Major`, reader.u16());
      draft.set(`${name}Minor`, reader.u16());
    } else {
      draft.set(`${name}Namespace`, hexOf(reader.bytes(10), 0, 10));
      draft.set(`${name}Instance`, hexOf(reader.bytes(6), 0, 6));
    }
    draft.set(`${name}Rssi`, reader.i8());
    if (flags & 2) draft.set(`${name}Battery`, reader.u16() / 100);
    if (flags & 4) draft.set(`${name}Temp`, reader.i16());
  }
}

/** Elements 548, 10828, 10829, 10831, 11317: tags, each a list of parameters with their lengths. */
export function readTags(draft: RecordDraft, value: Uint8Array): void {
  const reader = new ByteReader(value);
  if (reader.left === 0) return;
  reader.skip(1);
  for (let index = 1; reader.left > 0; index++) {
    const tag = new ByteReader(reader.bytes(Math.min(reader.u8(), reader.left)));
    while (tag.left >= 2) {
      const id = tag.u8();
      const size = tag.u8();
      if (tag.left < size) break;
      const parameter = tag.bytes(size);
      if (size > 0) TAG_PARAMETERS[id]?.(draft, `tag${index}`, parameter);
    }
  }
}

type TakeTag = (draft: RecordDraft, tag: string, value: Uint8Array) => void;

const u = (value: Uint8Array): number => unsigned(value, 0, Math.min(value.length, 6));
const s = (value: Uint8Array): number => signed(value, 0, Math.min(value.length, 6));
const hex = (value: Uint8Array): string => hexOf(value, 0, value.length);

const TAG_PARAMETERS: Readonly<Record<number, TakeTag>> = {
  0: (draft, tag, value) => draft.set(`${tag}Rssi`, s(value)),
  1: (draft, tag, value) => draft.set(`${tag}Id`, hex(value)),
  2: readSensorFrame,
  5: (draft, tag, value) =>
    draft.set(`${tag}Name`, new ByteReader(value).text(value.length).replaceAll('\0', '')),
  6: (draft, tag, value) => draft.set(`${tag}Temp`, s(value)),
  7: (draft, tag, value) => draft.set(`${tag}Humidity`, u(value)),
  8: (draft, tag, value) => draft.set(`${tag}Magnet`, u(value) > 0),
  9: (draft, tag, value) => draft.set(`${tag}Motion`, u(value) > 0),
  10: (draft, tag, value) => draft.set(`${tag}MotionCount`, u(value)),
  11: (draft, tag, value) => draft.set(`${tag}AnglePitch`, s(value)),
  12: (draft, tag, value) => draft.set(`${tag}AngleRoll`, s(value)),
  13: (draft, tag, value) => draft.set(`${tag}LowBattery`, u(value)),
  14: (draft, tag, value) => draft.set(`${tag}Battery`, u(value)),
  15: (draft, tag, value) => draft.set(`${tag}Mac`, hex(value)),
};

function readSensorFrame(draft: RecordDraft, tag: string, value: Uint8Array): void {
  const flags = value[0] ?? 0;
  if (flags & 0x40) draft.set(`${tag}LowBattery`, true);
  const level = value[1];
  if (flags & 0x80 && level !== undefined) draft.set(`${tag}Voltage`, level * 10 + 2000);
}
