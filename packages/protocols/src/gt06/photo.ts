import { announcedPhoto, finishedPhoto, withPart, type Photo } from '../photo.ts';
import type { Reading } from './reading.ts';
import { shortFrame } from './reply.ts';

const PART_BYTES = 1024;
const REQUEST = 0x36;

/** Type 35: a photo is ready. @returns The request for its first part. */
export function announcePhoto(reading: Reading): Uint8Array | null {
  const { reader } = reading;
  reader.skip(18); // date, fix, coordinates, camera, source, format
  const size = reader.u32();
  reading.photo = announcedPhoto(reader.u32(), size);
  return reading.photo && request(reading.photo);
}

/** Type 36, extended: a part of it. Finishes the photo with the last one. @returns Whether it was the last. */
export function takePhotoPart(reading: Reading): boolean {
  const { reader, photo } = reading;
  const id = reader.u32();
  const offset = reader.u32();
  const bytes = reader.bytes(reader.u16());
  if (photo === null || photo.id !== id) return false;
  const grown = withPart(photo, offset, bytes);
  reading.media = finishedPhoto(grown);
  reading.photo = reading.media ? null : grown;
  return reading.media !== null;
}

/** The request for the next part. */
export const nextPhotoPart = ({ photo }: Reading): Uint8Array | null => photo && request(photo);

function request({ id, size, received }: Photo): Uint8Array {
  const content = new Uint8Array(10);
  const view = new DataView(content.buffer);
  view.setUint32(0, id);
  view.setUint32(4, received);
  view.setUint16(8, Math.min(PART_BYTES, size - received));
  return shortFrame(REQUEST, content, 0);
}
