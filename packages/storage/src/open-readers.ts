import type { AddressReader } from './address-port.ts';
import type { HistoryReader } from './history-port.ts';
import { pathOf, urlOf, type StorageLocation } from './location.ts';
import { openPostgresAddresses } from './postgres/address-methods.ts';
import { openSqliteAddresses } from './sqlite/address-methods.ts';
import { openSqliteHistory } from './sqlite/sqlite-history.ts';
import { openSqliteTrips } from './sqlite/sqlite-trips.ts';
import { StorageError } from './storage-error.ts';
import type { TripReader } from './trip-port.ts';

/** Readers of threads. @throws StorageError UNAVAILABLE when the store cannot be opened. */
export const openHistoryReader = async (location: StorageLocation): Promise<HistoryReader> =>
  openSqliteHistory(embeddedPathOf(location));

/** @throws StorageError UNAVAILABLE when the store cannot be opened. */
export async function openAddressReader(location: StorageLocation): Promise<AddressReader> {
  const url = urlOf(location);
  return url === null ? openSqliteAddresses(embeddedPathOf(location)) : openPostgresAddresses(url);
}

/** @throws StorageError UNAVAILABLE when the store cannot be opened. */
export const openTripReader = async (location: StorageLocation): Promise<TripReader> =>
  openSqliteTrips(embeddedPathOf(location));

function embeddedPathOf(location: StorageLocation): string {
  const path = pathOf(location);
  if (path === null) throw new StorageError('read history on a database server', 'UNAVAILABLE');
  return path;
}
