import type { StorageAddress } from '@rastro/storage';
import type { Settings } from './registry.ts';

/** Address of the data, as the settings name it. */
export const addressOfData = ({
  DATA_DIR: folder,
  DATABASE_URL: databaseUrl,
  DATABASE_READ_URL: databaseReadUrl,
  ACCEPT_LOSS: acceptsLoss,
}: Pick<Settings, 'DATA_DIR' | 'DATABASE_URL' | 'DATABASE_READ_URL' | 'ACCEPT_LOSS'>): StorageAddress => ({
  folder,
  databaseUrl,
  databaseReadUrl,
  acceptsLoss,
});
