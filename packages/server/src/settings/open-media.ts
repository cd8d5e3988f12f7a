import { join } from 'node:path';
import { openMediaBucket, openMediaFolder, type MediaFiles } from '@rastro/tracker';
import type { Settings } from './registry.ts';

/** Pictures and files of devices: in the data folder, or in the bucket that the settings name. */
export const openMedia = ({ DATA_DIR, MEDIA_URL }: Pick<Settings, 'DATA_DIR' | 'MEDIA_URL'>): MediaFiles =>
  MEDIA_URL === null ? openMediaFolder(join(DATA_DIR, 'media')) : openMediaBucket(MEDIA_URL);
