import { outcomeOf, type Outcome } from '../outcome.ts';
import type { DeviceRecord } from '../protocol.ts';
import type { Gps103State } from './state.ts';

const HEX_AT = 24;
const HEAD_BYTES = 4;
const CHECK_BYTES = 2;
const MAX_BYTES = 2 * 1024 * 1024;
const WITH_PHOTO: DeviceRecord = { deviceTime: null, fix: null, network: null, attributes: {} };

/** One packet: index, two bytes, data, checksum. The last one completes the photo. */
export function takePhotoPacket(sentence: string, state: Gps103State): Outcome<Gps103State> {
  const { photo } = state;
  const packet = new Uint8Array(Buffer.from(sentence.slice(HEX_AT), 'hex'));
  if (!photo || packet.length < HEAD_BYTES + CHECK_BYTES) return outcomeOf(state);
  const index = (packet[0] ?? 0) | ((packet[1] ?? 0) << 8);
  const part = packet.slice(HEAD_BYTES, packet.length - CHECK_BYTES);
  const bytes = photo.bytes + part.length;
  if (bytes > MAX_BYTES) return outcomeOf({ photo: null });
  const parts = [...photo.parts, part];
  if (index + 1 < photo.count) return outcomeOf({ photo: { ...photo, parts, bytes } });
  const media = { extension: 'jpg' as const, bytes: new Uint8Array(Buffer.concat(parts)) };
  return {
    ok: true,
    value: { state: { photo: null }, records: [WITH_PHOTO], reply: null, intact: true, media },
  };
}
