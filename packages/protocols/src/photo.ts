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
  readonly size: number;
  readonly received: number;
  readonly parts: Parts | null;
}

const PHOTO_LIMIT_BYTES = 2 * 1024 * 1024;

/** @returns null when it is empty or larger than is worth keeping. */
export function announcedPhoto(id: number, size: number): Photo | null {
  return size > 0 && size <= PHOTO_LIMIT_BYTES ? { id, size, received: 0, parts: null } : null;
}

/** @returns The same photo when the part is not the one that was asked for. */
export function withPart(photo: Photo, offset: number, bytes: Uint8Array): Photo {
  if (offset !== photo.received || bytes.length === 0) return photo;
  return {
    ...photo,
    received: photo.received + bytes.length,
    // Copied: the frame is a view of a network buffer that should not stay alive for the photo.
    parts: { bytes: copyOf(bytes), before: photo.parts },
  };
}

/** @returns null while parts are missing. */
export function finishedPhoto(photo: Photo): DeviceMedia | null {
  if (photo.received < photo.size) return null;
  const bytes = new Uint8Array(photo.received);
  let end = photo.received;
  for (let part = photo.parts; part; part = part.before) {
    end -= part.bytes.length;
    bytes.set(part.bytes, end);
  }
  return { extension: 'jpg', bytes: bytes.subarray(0, photo.size) };
}
