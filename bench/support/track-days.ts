import { DAY_MS } from '@rastro/base';
import {
  openTripReader,
  openStorage,
  type StorageLocation,
  type TripHead,
  type TripReader,
} from '@rastro/storage';
import { YEAR_START } from './made-year.ts';

const TRIPS_WITHIN_MS = 300_000;

/** Removes all tracks, so that each run makes all days again. */
export async function forgetTracks(folder: string, days: number): Promise<StorageLocation> {
  const storage = await openStorage({ folder });
  const reader = await openTripReader(storage.location);
  const revision = (await headOf(reader))?.revision;
  const first = YEAR_START / DAY_MS;
  const none = { head: new Uint8Array(0), body: new Uint8Array(0) };
  // A day that cannot be read is made again.
  const kept = Array.from({ length: days }, (_, i) => ({ day: first + i, ...none }));
  if (revision !== undefined) await storage.saveTrackDays(1, revision, kept);
  await reader.close();
  await storage.close();
  return storage.location;
}

/** Waits for the derived history: it is made when the server first opens the data. */
export async function waitForTrips(location: StorageLocation, days: number): Promise<void> {
  const reader = await openTripReader(location);
  const end = performance.now() + TRIPS_WITHIN_MS;
  while (((await headOf(reader))?.last.time ?? 0) < YEAR_START + (days - 1) * DAY_MS) {
    if (performance.now() > end) throw new Error('Cannot measure: there are no books');
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  await reader.close();
}

const headOf = (reader: TripReader): Promise<TripHead | null> =>
  reader.inSnapshot((snapshot) => snapshot.head(1));
