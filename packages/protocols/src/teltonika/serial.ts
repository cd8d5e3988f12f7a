import { ByteReader } from '@rastro/base';
import type { DeviceRecord } from '../protocol.ts';
import { PendingRecord } from '../pending-record.ts';

export const CODEC_12 = 0x0c;
export const CODEC_13 = 0x0d;
export const CODEC_14 = 0x0e;
export const CODEC_15 = 0x0f;
export const TYPE_COMMAND = 0x05;
export const TYPE_CAMERA = 0x0d;
const IMEI_BYTES = 8;

/** The text or bytes inside a packet of codec 12 to 15. */
export interface SerialPayload {
  readonly type: number;
  /** Milliseconds since 1970; null where the codec has none. */
  readonly time: number | null;
  readonly payload: Uint8Array;
}

/** @throws OutOfBytesError when the packet is cut short. */
export function readSerialPayload(reader: ByteReader, codec: number): SerialPayload {
  const type = reader.u8();
  const content = new ByteReader(reader.bytes(reader.u32()));
  const time = codec === CODEC_13 || codec === CODEC_15 ? content.u32() * 1000 : null;
  if (codec === CODEC_14 || codec === CODEC_15) content.skip(IMEI_BYTES);
  return { type, time, payload: content.bytes(content.left) };
}

/** Reads a serial packet: an answer to a command, or a line from an accessory wired to the device. */
export function serialRecord(codec: number, { type, time, payload }: SerialPayload): DeviceRecord | null {
  const pendingRecord = new PendingRecord();
  pendingRecord.deviceTime = time;
  if (codec === CODEC_12 || codec === CODEC_14) pendingRecord.set('type', type);
  const reader = new ByteReader(payload);
  if (payload.some((byte) => byte > 126 || (byte < 32 && byte !== 10 && byte !== 13))) {
    pendingRecord.set('result', reader.hex(payload.length));
    return pendingRecord.finish();
  }
  const text = reader.text(payload.length).trim();
  if (text.startsWith('UUUUww') && text.endsWith('SSS')) readAxles(pendingRecord, text);
  else if (time !== null && text.startsWith('GTSL'))
    pendingRecord.set('driverUniqueId', text.split('|')[4] ?? null);
  else pendingRecord.set('result', text);
  return pendingRecord.finish();
}

const AXLES = [
  ...Array.from({ length: 8 }, (_, index) => `axle${index + 1}`),
  'loadTruck',
  'loadTrailer',
  'totalTruck',
  'totalTrailer',
];

function readAxles(pendingRecord: PendingRecord, text: string): void {
  const values = text.slice(6, -4).split(';');
  for (const [index, name] of AXLES.entries()) {
    const value = values[index]?.trim();
    if (value) pendingRecord.set(name, Number(value));
  }
}
