import type { LatLng, ReaderPreferences, TripItem } from '@rastro/fleet';
import type { ReportReader } from '../jobs/report-reader.ts';

/** Addresses belong to places, not to rows: they are looked up when rows are read, for a page at once. */
export async function tripsWithAddresses(
  { places }: Pick<ReportReader, 'places'>,
  trips: readonly TripItem[],
  reader: ReaderPreferences,
): Promise<readonly TripItem[]> {
  const starts = trips.map(({ startLat, startLon }) => ({ latitude: startLat, longitude: startLon }));
  const ends = trips.map(({ endLat, endLon }) => ({ latitude: endLat, longitude: endLon }));
  const texts = await places.textsOf([...starts, ...ends], reader);
  return trips.map((trip, at) => ({
    ...trip,
    startAddress: trip.startAddress ?? texts[at] ?? null,
    endAddress: trip.endAddress ?? texts[trips.length + at] ?? null,
  }));
}

/** Of items with one place. */
export async function withAddresses<Item extends LatLng & { readonly address: string | null }>(
  { places }: Pick<ReportReader, 'places'>,
  items: readonly Item[],
  reader: ReaderPreferences,
): Promise<readonly Item[]> {
  const texts = await places.textsOf(items, reader);
  return items.map((item, at) => ({ ...item, address: item.address ?? texts[at] ?? null }));
}

/** Where each happened; null = it has no position, or that one is gone. */
export async function eventsWithAddresses<Event extends { readonly positionId: number }>(
  { places, placesById }: Pick<ReportReader, 'places' | 'placesById'>,
  events: readonly Event[],
  reader: ReaderPreferences,
): Promise<readonly (Event & { readonly address: string | null })[]> {
  const ids = new Set(events.map(({ positionId }) => positionId).filter((id) => id !== 0));
  const found = ids.size === 0 ? [] : await placesById([...ids]);
  const texts = await places.textsOf(found, reader);
  const addresses = new Map(found.map(({ id, address }, at) => [id, address ?? texts[at] ?? null]));
  return events.map((event) => ({ ...event, address: addresses.get(event.positionId) ?? null }));
}
