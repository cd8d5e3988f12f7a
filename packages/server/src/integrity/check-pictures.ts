import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

interface PictureOwner {
  readonly id: number;
  readonly name: string;
  /** Name of the file that its attributes say. */
  readonly picture: string | null;
}

/** Compares pictures of devices with their files. */
export function checkPictures(
  mediaFolder: string,
  devices: readonly PictureOwner[],
): { readonly missing: readonly string[]; readonly extra: number } {
  const folders = existsSync(mediaFolder) ? readdirSync(mediaFolder) : [];
  const ids = new Set(devices.map(({ id }) => String(id)));
  return {
    missing: devices
      .filter(({ id, picture }) => picture !== null && !existsSync(join(mediaFolder, String(id), picture)))
      .map(({ id, name }) => `lost: the picture of ${name} (ID ${id})`),
    extra: folders.filter((folder) => !ids.has(folder)).length,
  };
}
