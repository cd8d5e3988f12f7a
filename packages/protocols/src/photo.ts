import { copyOf } from './copy.ts';
import type { DeviceMedia } from './protocol.ts';

/** Parts, newest first; adding one leaves the older list as it was. */
interface Parts {
  readonly bytes: Uint8Array;
  readonly before: Parts | null;
}
/** A photo on its way in, asked for part by part. */
export interface Photo {
  readonly id: number;
  /** As announced, or the most that is taken where none was: then it ends with a part that is not full. */
  readonly size: number;
  readonly isOpen: boolean;
  readonly received: number;
  readonly parts: Parts | null;
}

const PHOTO_LIMIT_BYTES = 2 * 1024 * 1024;

/**
 * @param size Bytes; null = not announced.
 * @returns null when it is empty or larger than is worth keeping.
 */
export function announcedPhoto(id: number, size: number | null): Photo | null {
  const photo = { id, size: size ?? PHOTO_LIMIT_BYTES, isOpen: size === null, received: 0, parts: null };
  return photo.size > 0 && photo.size <= PHOTO_LIMIT_BYTES ? photo : null;
}

/** @returns The same photo when the part is not the one that was asked for. */
export function withPart(photo: Photo, offset: number, bytes: Uint8Array): Photo {
  if (offset !== photo.received || bytes.length === 0) return photo;
  return {
    ...photo,
    received: photo.received + bytes.length,
    // Copied: the frame is a view of a network buffer that must not stay alive for the photo.
    parts: { bytes: copyOf(bytes), before: photo.parts },
  };
}

/**
 * @param asked Bytes that the last part was asked to have.
 * @returns null while parts are missing.
 */
export function finishedPhoto(photo: Photo, asked = 0): DeviceMedia | null {
  const isCut = photo.isOpen && photo.parts !== null && photo.parts.bytes.length < asked;
  if (photo.received < photo.size && !isCut) return null;
  const bytes = new Uint8Array(photo.received);
  let end = photo.received;
  for (let part = photo.parts; part; part = part.before) {
    end -= part.bytes.length;
    bytes.set(part.bytes, end);
  }
  return { extension: 'jpg', bytes: bytes.subarray(0, photo.size) };
}
