import { deviceTripsFor, type DeviceTrips } from '../../trips/device-trips.ts';
import type { Period, ReportDevice } from '../request/report-device.ts';
import type { ReportReader } from '../jobs/report-reader.ts';

const PAGE_ITEMS = 500;

/**
 * Reads of one report about one device see one state of the store. `read` yields nothing meanwhile: who takes the items
 * may be slow, and other reports wait for the snapshot to end.
 */
export const withTrips = <T>(
  { trips }: ReportReader,
  device: ReportDevice,
  period: Period,
  read: (deviceTrips: DeviceTrips) => Promise<T>,
): Promise<T> =>
  trips.inSnapshot(async (snapshot) => read(await deviceTripsFor(snapshot, device.tripDevice, period)));

export function* paged<T>(items: readonly T[]): Generator<readonly T[]> {
  for (let at = 0; at < items.length; at += PAGE_ITEMS) yield items.slice(at, at + PAGE_ITEMS);
}

export const litres = (millilitres: number): number => millilitres / 1000;
/** Sums of small steps tremble with the sensor: a vehicle gives no fuel back. */
export const spentLitres = (millilitres: number): number => litres(Math.max(0, millilitres));

/** By the price of a litre today. */
export const costOf = ({ fuelPrice }: ReportDevice, used: number | null): number | null =>
  fuelPrice === null || used === null ? null : used * fuelPrice;
