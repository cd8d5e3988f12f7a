import { crc16Ibm } from '../checksums.ts';

/** Wraps a payload for the device: preamble, length, codec, one record, checksum. */
export function packet(codec: number, type: number, payload: Uint8Array): Uint8Array {
  const length = payload.length + 8;
  const bytes = new Uint8Array(length + 12);
  const view = new DataView(bytes.buffer);
  view.setUint32(4, length);
  bytes[8] = codec;
  bytes[9] = 1;
  bytes[10] = type;
  view.setUint32(11, payload.length);
  bytes.set(payload, 15);
  bytes[8 + length - 1] = 1;
  view.setUint32(8 + length, crc16Ibm(bytes, 8, 8 + length));
  return bytes;
}
