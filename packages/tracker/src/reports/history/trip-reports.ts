import { DAY_MS } from '@rastro/base';
import { stretchesOf, type Stretch } from '@rastro/fleet/trips';
import { knotsFromKmPerHour, type StopItem, type TripItem } from '@rastro/fleet';
import type { DeviceTrips } from '../../trips/device-trips.ts';
import { sumsBefore } from '../../trips/sums-of-period.ts';
import { apiDate } from '../../serializers/api-date.ts';
import type { Period, ReportDevice } from '../traccar/device-reports.ts';
import type { ReportReader } from '../jobs/report-reader.ts';
import { averageSpeed } from '../traccar/track-measure.ts';
import { paged, spentLitres, withTrips } from './with-trips.ts';

/** Trips that begin in the period, whole: a trip over midnight is one trip of the day on which it began. */
export function* reportTrips(
  reader: ReportReader,
  device: ReportDevice,
  period: Period,
  driverNames: Readonly<Record<string, string>>,
): Generator<readonly TripItem[]> {
  const items = withTrips(reader, device, period, (deviceTrips) => {
    const trips = tripsBegun(deviceTrips, period);
    let metres = totalBefore(reader, deviceTrips, trips[0]?.start.time ?? period.from);
    return trips.map((trip) => {
      const before = metres;
      metres += trip.sums.distanceM;
      return tripItem(device, trip, driverNames, [before, metres]);
    });
  });
  yield* paged(items);
}

/** Trips that begin in a period, whole. */
export function tripsBegun(deviceTrips: DeviceTrips, { from, to }: Period): readonly Stretch[] {
  const pieces = deviceTrips.pieces(from, to, ['trip']);
  return stretchesOf([...pieces, ...restOf(deviceTrips, pieces.at(-1), to)]).filter(
    ({ start }) => start.time >= from,
  );
}

/** Stops that touch the period, whole: a vehicle parked on Friday is still parked on Sunday. */
export function* reportStops(
  reader: ReportReader,
  device: ReportDevice,
  period: Period,
): Generator<readonly StopItem[]> {
  const items = withTrips(reader, device, period, (deviceTrips) => {
    const pieces = deviceTrips.pieces(period.from, period.to, ['stop']);
    const earlier = startOf(deviceTrips, pieces[0]);
    const later = restOf(deviceTrips, pieces.at(-1), period.to);
    const stops = stretchesOf([...earlier, ...pieces, ...later]);
    const odometers = metresAt(reader, deviceTrips, stops);
    return stops.map((stop, at) => stopItem(device, stop, odometers[at] ?? 0));
  });
  yield* paged(items);
}

/** Metres since the first record at the start of each stop: the first is read, and the trips between them are added. */
function metresAt(
  reader: ReportReader,
  deviceTrips: DeviceTrips,
  stops: readonly Stretch[],
): readonly number[] {
  const [first, last] = [stops[0], stops.at(-1)];
  if (!first || !last) return [];
  const pieces = deviceTrips.pieces(first.start.time, last.start.time, ['trip']);
  const trips = stretchesOf(pieces).filter(({ start }) => start.time >= first.start.time);
  let metres = totalBefore(reader, deviceTrips, first.start.time);
  let next = 0;
  return stops.map(({ start }) => {
    for (let trip = trips[next]; trip && trip.start.time < start.time; trip = trips[++next])
      metres += trip.sums.distanceM;
    return metres;
  });
}

/** Silences that touch the period, whole. */
export const reportGaps = (reader: ReportReader, device: ReportDevice, period: Period): readonly Stretch[] =>
  withTrips(reader, device, period, (deviceTrips) => {
    const pieces = deviceTrips.pieces(period.from, period.to, ['silence']);
    return stretchesOf([
      ...startOf(deviceTrips, pieces[0]),
      ...pieces,
      ...restOf(deviceTrips, pieces.at(-1), period.to),
    ]);
  });

/** Pieces of the stretch under way at the end of a period that come after it. */
function restOf(deviceTrips: DeviceTrips, last: Piece | undefined, to: number): readonly Piece[] {
  if (!last || last.ended !== null) return [];
  const rest: Piece[] = [];
  for (let from = Math.max(to, last.end.time) + 1; ; from += DAY_MS) {
    const pieces = deviceTrips
      .pieces(from, from + DAY_MS - 1, [last.kind])
      .filter(({ start, stretch }) => stretch.id === last.stretch.id && start.time > to);
    const fresh = pieces.filter(({ start }) => !rest.some((each) => each.start.time === start.time));
    rest.push(...fresh);
    if (fresh.length === 0 || fresh.at(-1)?.ended !== null) return rest;
  }
}
/** Pieces of the stretch under way at the beginning of a period that come before it. */
const startOf = (deviceTrips: DeviceTrips, first: Piece | undefined): readonly Piece[] =>
  !first || first.stretch.time === first.start.time
    ? []
    : deviceTrips
        .pieces(first.stretch.time, first.start.time - 1, [first.kind])
        .filter(({ start, stretch }) => stretch.id === first.stretch.id && start.time < first.start.time);

type Piece = ReturnType<DeviceTrips['pieces']>[number];

/** Metres since the first record, up to an instant. */
const totalBefore = ({ trips }: ReportReader, deviceTrips: DeviceTrips, instant: number): number =>
  sumsBefore(trips, deviceTrips, instant).distanceM;

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
