import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { randomToken } from '@rastro/base';
import { isPlainName, type MediaFiles } from './media-files.ts';

/** Files in a folder of this machine, one folder for each device. */
export function openMediaFolder(folder: string): MediaFiles {
  const placeOf = (deviceId: number): string => join(folder, String(deviceId));
  return {
    async put(deviceId, name, bytes) {
      const place = placeOf(deviceId);
      await mkdir(place, { recursive: true });
      // Under another name first: concurrent readers get the old file whole.
      const temporary = join(place, `${name}.${randomToken(8)}`);
      const file = await open(temporary, 'wx');
      try {
        await file.writeFile(bytes);
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(temporary, join(place, name));
    },
    read: async (deviceId, name) =>
      isPlainName(name) ? readFile(join(placeOf(deviceId), name)).catch(() => null) : null,
    remove: (deviceId, name) => rm(join(placeOf(deviceId), name), { force: true }),
    removeAll: (deviceId) => rm(placeOf(deviceId), { recursive: true, force: true }),
  };
}
