import { randomToken } from '@rastro/base';
import type { DeviceMedia, DeviceRecord } from '@rastro/protocols';
import type { MediaFiles } from '../media/media-files.ts';

/** Files that devices send, such as photos, under unguessable names. */
export interface MediaStore {
  /** Durable when it resolves. @returns the file name, as the position carries it. */
  save(deviceId: number, media: DeviceMedia): Promise<string>;
}

export const deviceMedia = (files: MediaFiles): MediaStore => ({
  async save(deviceId, { extension, bytes }) {
    const name = `${randomToken(16)}.${extension}`;
    await files.put(deviceId, name, bytes);
    return name;
  },
});

/** The records of a message with the name of its file on the last of them. */
export function namingImage(records: readonly DeviceRecord[], image: string): readonly DeviceRecord[] {
  return records.map((record, i) =>
    i < records.length - 1 ? record : { ...record, attributes: { ...record.attributes, image } },
  );
}
