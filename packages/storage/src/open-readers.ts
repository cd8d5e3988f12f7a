import type { AddressReader } from './address-port.ts';
import type { HistoryReader } from './history-port.ts';
import { pathOf, urlsOf, type ServerUrls, type StorageLocation } from './location.ts';
import { openPostgresAddresses } from './postgres/address-methods.ts';
import { openPostgresHistory } from './postgres/history-methods.ts';
import { openPostgresTrips } from './postgres/open-postgres-trips.ts';
import { openSqliteAddresses } from './sqlite/address-methods.ts';
import { openSqliteHistory } from './sqlite/sqlite-history.ts';
import { openSqliteTrips } from './sqlite/sqlite-trips.ts';
import { StorageError } from './storage-error.ts';
import type { TripReader } from './trip-port.ts';

/** Readers of threads. @throws StorageError UNAVAILABLE when the store cannot be opened. */
export const openHistoryReader = async (location: StorageLocation): Promise<HistoryReader> =>
  opened(location, openPostgresHistory, openSqliteHistory);

/** @throws StorageError UNAVAILABLE when the store cannot be opened. */
export const openAddressReader = async (location: StorageLocation): Promise<AddressReader> =>
  opened(location, ({ url }) => openPostgresAddresses(url), openSqliteAddresses);

/**
 * @param options `onReplica`: reads from a replica where there is one, for users.
 * @throws StorageError UNAVAILABLE when the store cannot be opened.
 */
export const openTripReader = async (
  location: StorageLocation,
  { onReplica = false }: { readonly onReplica?: boolean } = {},
): Promise<TripReader> =>
  opened(
    location,
    ({ url, readUrl }) => openPostgresTrips({ url, readUrl: onReplica ? readUrl : null }),
    openSqliteTrips,
  );

function opened<Reader>(
  location: StorageLocation,
  onServer: (urls: ServerUrls) => Reader,
  embedded: (path: string) => Reader,
): Reader {
  const [urls, path] = [urlsOf(location), pathOf(location)];
  if (urls) return onServer(urls);
  if (path !== null) return embedded(path);
  throw new StorageError('read a store that is nowhere', 'UNAVAILABLE');
}
