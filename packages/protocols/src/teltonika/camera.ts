import { ByteReader } from '@rastro/base';
import { announcedPhoto, finishedPhoto, withPart, type Photo } from '../photo.ts';
import type { DeviceMedia } from '../protocol.ts';
import { packet } from './packet.ts';
import { CODEC_12, TYPE_CAMERA } from './serial.ts';

interface CameraStep {
  readonly photo: Photo | null;
  readonly request: Uint8Array | null;
  readonly media: DeviceMedia | null;
}

const PART_BYTES = 2048;
const ANNOUNCEMENT = 1;
const PART = 2;

/**
 * Takes one camera packet: an announcement starts a photo, a part extends it.
 * Parts are asked for in order; after any other part the right one is asked for again.
 * @throws OutOfBytesError when the payload is cut short.
 */
export function takeCameraPayload(photo: Photo | null, payload: Uint8Array): CameraStep {
  const reader = new ByteReader(payload);
  const kind = reader.u8();
  const id = reader.u32();
  if (kind === ANNOUNCEMENT) return ask(announcedPhoto(id, reader.left >= 4 ? reader.u32() : null));
  if (kind !== PART || photo === null || photo.id !== id) return { photo, request: null, media: null };
  const offset = reader.u32();
  const grown = withPart(photo, offset, reader.bytes(reader.u16()));
  const media = grown === photo ? null : finishedPhoto(grown, PART_BYTES);
  return media ? { photo: null, request: null, media } : ask(grown);
}

function ask(photo: Photo | null): CameraStep {
  if (photo === null) return { photo, request: null, media: null };
  const content = new Uint8Array(11);
  const view = new DataView(content.buffer);
  view.setUint8(0, PART);
  view.setUint32(1, photo.id);
  view.setUint32(5, photo.received);
  view.setUint16(9, Math.min(PART_BYTES, photo.size - photo.received));
  return { photo, request: packet(CODEC_12, TYPE_CAMERA, content), media: null };
}
