import type { ExtensionStorage } from './extension-port.ts';
import type { Storage } from './port.ts';
import { openPostgresExtension } from './postgres/open-postgres-extension.ts';
import { openPostgresStorage } from './postgres/open-postgres-storage.ts';
import { openSqliteExtension } from './sqlite/open-sqlite-extension.ts';
import { openSqliteStorage } from './sqlite/open-sqlite.ts';

/** Location of all data. */
export interface StorageAddress {
  /** For the embedded database. */
  readonly folder: string;
  /** Of a database server; null = embedded. */
  readonly databaseUrl?: string | null;
  /** Of a replica of it, from which users read history and reports; null = none. */
  readonly databaseReadUrl?: string | null;
  /** Pages beyond which an embedded database does not grow, as if the disk were full; null = none. */
  readonly maxPages?: number | null;
  /** Its data can be read again elsewhere: the last writes before a loss of power may be missing, in their order. */
  readonly isCache?: boolean;
  /** Opens what is there, also when a database is missing or older than it was. */
  readonly acceptsLoss?: boolean;
  /** Changes nothing; writes are rejected. */
  readonly isReadOnly?: boolean;
}

/**
 * Opens the store, creating or migrating what is missing. The only place that knows which adapter that is.
 * @throws StorageError UNAVAILABLE when it cannot be reached or written, TOO_NEW when a newer program wrote it, LOST
 * when it is missing or older than it was.
 */
export async function openStorage({
  folder,
  databaseUrl = null,
  databaseReadUrl = null,
  maxPages = null,
  isCache = false,
  acceptsLoss = false,
  isReadOnly = false,
}: StorageAddress): Promise<Storage> {
  if (databaseUrl !== null) return openPostgresStorage(databaseUrl, { readUrl: databaseReadUrl });
  return openSqliteStorage(folder, { maxPages, isCache, acceptsLoss, isReadOnly });
}

/**
 * Opens the extension's store: a file or schema of its own, so that it is the same in front of a third-party tracking
 * server. Several processes may have it open: of one machine for a file, of any for a database server.
 * @throws StorageError as `openStorage`.
 */
export async function openExtensionStorage({
  folder,
  databaseUrl = null,
  databaseReadUrl = null,
  acceptsLoss = false,
}: Pick<
  StorageAddress,
  'folder' | 'databaseUrl' | 'databaseReadUrl' | 'acceptsLoss'
>): Promise<ExtensionStorage> {
  if (databaseUrl !== null) return openPostgresExtension(databaseUrl, databaseReadUrl);
  return openSqliteExtension(folder, acceptsLoss);
}
