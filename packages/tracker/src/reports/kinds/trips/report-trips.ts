import type { Stretch } from '@rastro/fleet/trips';
import { apiDate, knotsFromKmPerHour, type TripItem } from '@rastro/fleet';
import type { Period, ReportDevice } from '../../request/report-device.ts';
import type { ReportReader } from '../../jobs/report-reader.ts';
import { averageSpeed } from '../../traccar/track-measure.ts';
import { paged, spentLitres, withTrips } from '../../history/with-trips.ts';
import { totalBefore, tripsBegun } from '../../history/stretches.ts';

/** Trips that begin in the period, whole: a trip over midnight is one trip of the day on which it began. */
export async function* reportTrips(
  reader: ReportReader,
  device: ReportDevice,
  period: Period,
  driverNames: Readonly<Record<string, string>>,
): AsyncGenerator<readonly TripItem[]> {
  const items = await withTrips(reader, device, period, async (deviceTrips) => {
    const trips = await tripsBegun(deviceTrips, period);
    let metres = await totalBefore(deviceTrips, trips[0]?.start.time ?? period.from);
    return trips.map((trip) => {
      const before = metres;
      metres += trip.sums.distanceM;
      return tripItem(device, trip, driverNames, [before, metres]);
    });
  });
  yield* paged(items);
}

/** @source docs/reference/tracking-api.md §2.19, §6.10 */
function tripItem(
  device: ReportDevice,
  { start, end, began, ended, sums, odometer, driver }: Stretch,
  driverNames: Readonly<Record<string, string>>,
  [before, after]: readonly [number, number],
): TripItem {
  const duration = end.time - start.time;
  const own = device.ignoreOdometer ? null : odometer;
  return {
    deviceId: device.id,
    deviceName: device.name,
    distance: sums.distanceM,
    averageSpeed: averageSpeed(sums.distanceM, duration),
    maxSpeed: knotsFromKmPerHour(sums.maxKmh),
    spentFuel: spentLitres(sums.fuelMl),
    startOdometer: own?.startM ?? before,
    endOdometer: own?.endM ?? after,
    startTime: apiDate(start.time),
    endTime: apiDate(end.time),
    startPositionId: start.id,
    endPositionId: end.id,
    startLat: start.latitude,
    startLon: start.longitude,
    endLat: end.latitude,
    endLon: end.longitude,
    startAddress: null,
    endAddress: null,
    duration,
    driverUniqueId: driver,
    driverName: driver === null ? null : (driverNames[driver] ?? null),
    startReason: began,
    endReason: ended,
  };
}
