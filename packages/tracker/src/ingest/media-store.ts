import { mkdir, open } from 'node:fs/promises';
import { join } from 'node:path';
import { randomToken } from '@rastro/base';
import type { DeviceMedia, DeviceRecord } from '@rastro/protocols';

/** Files that devices send, such as photos: one folder per device, unguessable names. */
export interface MediaStore {
  /** Durable when it resolves. @returns the file name, as the position carries it. */
  save(deviceId: number, media: DeviceMedia): Promise<string>;
}

export function openMediaStore(folder: string): MediaStore {
  return {
    save: async (deviceId, { extension, bytes }) => {
      const place = join(folder, String(deviceId));
      await mkdir(place, { recursive: true });
      const name = `${randomToken(16)}.${extension}`;
      const file = await open(join(place, name), 'wx');
      try {
        await file.writeFile(bytes);
        await file.sync();
      } finally {
        await file.close();
      }
      return name;
    },
  };
}

/** The records of a message with the name of its file on the last of them. */
export function namingImage(records: readonly DeviceRecord[], image: string): readonly DeviceRecord[] {
  return records.map((record, i) =>
    i < records.length - 1 ? record : { ...record, attributes: { ...record.attributes, image } },
  );
}
