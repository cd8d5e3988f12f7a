import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { StateStorage, StoredSize } from '../state-port.ts';

/** State of all databases in a folder. */
export const sqliteState = (folder: string): Omit<StateStorage, 'healthy'> => ({
  engine: `SQLite ${process.versions['sqlite'] ?? ''}`.trim(),
  size: () => sizeOf(folder),
  serverPages: async () => null,
  readReplica: async () => null,
});

async function sizeOf(folder: string): Promise<StoredSize> {
  const names = await readdir(folder);
  const bytesOf = async (ending: string): Promise<number> => {
    // A file may be gone meanwhile.
    const sizes = names
      .filter((name) => name.endsWith(ending))
      .map((name) => stat(join(folder, name)).catch(() => null));
    return (await Promise.all(sizes)).reduce((sum, each) => sum + (each?.size ?? 0), 0);
  };
  return { databaseBytes: await bytesOf('.sqlite'), logBytes: await bytesOf('.sqlite-wal') };
}
