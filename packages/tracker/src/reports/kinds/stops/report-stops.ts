import { stretchesOf, type Stretch } from '@rastro/fleet/trips';
import { apiDate, type StopItem } from '@rastro/fleet';
import type { DeviceTrips } from '../../../trips/device-trips.ts';
import type { Period, ReportDevice } from '../../request/report-device.ts';
import type { ReportReader } from '../../jobs/report-reader.ts';
import { averageSpeed } from '../../traccar/track-measure.ts';
import { paged, spentLitres, withTrips } from '../../history/with-trips.ts';
import { restOf, startOf, totalBefore } from '../../history/stretches.ts';

/** Stops that touch the period, whole: a vehicle parked on Friday is still parked on Sunday. */
export async function* reportStops(
  reader: ReportReader,
  device: ReportDevice,
  period: Period,
): AsyncGenerator<readonly StopItem[]> {
  const items = await withTrips(reader, device, period, async (deviceTrips) => {
    const pieces = await deviceTrips.pieces(period.from, period.to, ['stop']);
    const [earlier, later] = await Promise.all([
      startOf(deviceTrips, pieces[0]),
      restOf(deviceTrips, pieces.at(-1), period.to),
    ]);
    const stops = stretchesOf([...earlier, ...pieces, ...later]);
    const odometers = await metresAt(deviceTrips, stops);
    return stops.map((stop, at) => stopItem(device, stop, odometers[at] ?? 0));
  });
  yield* paged(items);
}

/** Metres since the first record at the start of each stop: the first is read, and the trips between them are added. */
async function metresAt(deviceTrips: DeviceTrips, stops: readonly Stretch[]): Promise<readonly number[]> {
  const [first, last] = [stops[0], stops.at(-1)];
  if (!first || !last) return [];
  const [pieces, before] = await Promise.all([
    deviceTrips.pieces(first.start.time, last.start.time, ['trip']),
    totalBefore(deviceTrips, first.start.time),
  ]);
  const trips = stretchesOf(pieces).filter(({ start }) => start.time >= first.start.time);
  let metres = before;
  let next = 0;
  return stops.map(({ start }) => {
    for (let trip = trips[next]; trip && trip.start.time < start.time; trip = trips[++next])
      metres += trip.sums.distanceM;
    return metres;
  });
}

function stopItem(
  device: ReportDevice,
  { start, end, began, ended, sums, odometer }: Stretch,
  total: number,
): StopItem {
  const own = device.ignoreOdometer ? null : odometer;
  return {
    deviceId: device.id,
    deviceName: device.name,
    distance: 0,
    averageSpeed: averageSpeed(0, 0),
    maxSpeed: averageSpeed(0, 0),
    spentFuel: spentLitres(sums.fuelMl),
    startOdometer: own?.startM ?? total,
    endOdometer: own?.endM ?? total,
    startTime: apiDate(start.time),
    endTime: apiDate(end.time),
    positionId: start.id,
    latitude: start.latitude,
    longitude: start.longitude,
    address: null,
    duration: end.time - start.time,
    engineHours: sums.engineS * 1000,
    startReason: began,
    endReason: ended,
  };
}
