import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Archives of streets that lie beside the repository, or beside the folder of its work trees; undefined = there are none. */
export const STREET_ARCHIVES = ['../../../shared/data/maps/', '../../../../shared/data/maps/']
  .map((folder) => fileURLToPath(new URL(folder, import.meta.url)))
  .find((folder) => existsSync(`${folder}porto-alegre.pmtiles`));
