import { copyOf } from '../copy.ts';
import type { ByteReader } from '@rastro/base';
import type { DeviceMedia, DeviceRecord } from '../protocol.ts';
import { writePacket } from './packet.ts';
import type { RuptelaState } from './state.ts';

const PART = 2;
const REQUEST = 137;
const MAX_BYTES = 2 * 1024 * 1024;
const WITH_PHOTO: DeviceRecord = { deviceTime: null, fix: null, network: null, attributes: {} };

interface FileResult {
  readonly records?: readonly DeviceRecord[];
  readonly reply?: Uint8Array | null;
  readonly state?: RuptelaState;
  readonly media?: DeviceMedia | null;
}

/** One part of a photo: ask for the next, until the last completes it. Parts are counted from 0. */
export function takeFilePart(reader: ByteReader, state: RuptelaState): FileResult {
  const type = reader.u8();
  const source = reader.u8();
  if (type !== PART) return {};
  const name = reader.bytes(8);
  const total = reader.u16();
  const current = reader.u16();
  const part = copyOf(reader.bytes(reader.left));
  const before = current === 0 ? { parts: [], bytes: 0 } : state.file;
  if (!before || before.parts.length !== current || before.bytes + part.length > MAX_BYTES) {
    return { state: { file: null } };
  }
  const parts = [...before.parts, part];
  if (current < total - 1) {
    const next = current + 1;
    const reply = writePacket(REQUEST, [PART, source, ...name, next >> 8, next & 0xff]);
    return { state: { file: { parts, bytes: before.bytes + part.length } }, reply };
  }
  const bytes = new Uint8Array(Buffer.concat(parts));
  return { state: { file: null }, records: [WITH_PHOTO], media: { extension: 'jpg', bytes } };
}
