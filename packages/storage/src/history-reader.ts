import type { HistoryReader } from './history-port.ts';
import { pathOf, type StorageLocation } from './location.ts';
import { openSqliteHistory } from './sqlite/sqlite-history.ts';
import { StorageError } from './storage-error.ts';

/** @throws StorageError UNAVAILABLE when the store cannot be opened. */
export async function openHistoryReader(location: StorageLocation): Promise<HistoryReader> {
  const path = pathOf(location);
  if (path === null) throw new StorageError(`read history at ${location}`, 'UNAVAILABLE');
  return openSqliteHistory(path);
}
