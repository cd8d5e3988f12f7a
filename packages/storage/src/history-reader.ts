import type { HistoryReader, StorageLocation } from './history-port.ts';
import { openSqliteHistory } from './sqlite/sqlite-history.ts';

/** @throws StorageError UNAVAILABLE when the store cannot be opened. */
export function openHistoryReader(location: StorageLocation): HistoryReader {
  return openSqliteHistory(location.path);
}
