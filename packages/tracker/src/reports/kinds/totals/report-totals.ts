import { knotsFromKmPerHour, type TotalsItem } from '@rastro/fleet';
import type { Sums } from '@rastro/fleet/trips';
import { sumsInside, type Asked } from '../../history/day-lines.ts';
import { withTrips } from '../../history/with-trips.ts';
import type { ReportReader } from '../../jobs/report-reader.ts';
import type { ReportDevice } from '../../request/report-device.ts';

/** A vehicle is in use from a kilometer, or from five minutes of its engine. */
const USED_M = 1000;
const USED_ENGINE_S = 300;

/** One line for each vehicle, also those that did not report: totals of a fleet count all of it. */
export async function* reportTotals(
  reader: ReportReader,
  device: ReportDevice,
  asked: Omit<Asked, 'zone'>,
): AsyncGenerator<readonly TotalsItem[]> {
  const sums = await withTrips(reader, device, asked.period, (deviceTrips) => sumsInside(deviceTrips, asked));
  yield [totalsOf(device, sums)];
}

function totalsOf(device: ReportDevice, sums: Sums): TotalsItem {
  // Sums of small steps tremble with the sensor: a vehicle gives no fuel back.
  const fuelMl = Math.max(0, sums.fuelMl);
  return {
    deviceId: device.id,
    deviceName: device.name,
    vehicles: 1,
    reporting: sums.records > 0 ? 1 : 0,
    used: sums.distanceM >= USED_M || sums.engineS >= USED_ENGINE_S ? 1 : 0,
    distance: sums.distanceM,
    moving: sums.movingS * 1000,
    stopped: sums.stoppedS * 1000,
    silent: sums.gapS * 1000,
    engineHours: sums.engineS * 1000,
    idle: sums.idleS * 1000,
    overspeed: sums.overspeedS * 1000,
    over10: sums.over10S * 1000,
    over20: sums.over20S * 1000,
    over50: sums.over50S * 1000,
    overMore: sums.overMoreS * 1000,
    night: sums.nightS * 1000,
    offHours: sums.offHoursM,
    maxSpeed: knotsFromKmPerHour(sums.maxKmh),
    fuelMl,
    fuelDistance: fuelMl > 0 ? sums.distanceM : 0,
    filledMl: sums.filledMl,
    drainedMl: sums.drainedMl,
    costCents: fuelMl > 0 && device.fuelPrice !== null ? Math.round((fuelMl / 10) * device.fuelPrice) : null,
    brakings: sums.brakings,
    severeBrakings: sums.severeBrakings,
    accelerations: sums.accelerations,
    severeAccelerations: sums.severeAccelerations,
    cornerings: sums.cornerings,
    severeCornerings: sums.severeCornerings,
    beltAlarms: sums.beltAlarms,
    phoneAlarms: sums.phoneAlarms,
    longDrives: sums.longDrives,
    watched: sums.watchedM,
    partlyWatched: sums.partlyWatchedM,
    limited: hasLimit(device, sums) ? sums.movingS * 1000 : 0,
    timed: device.tripDevice.settings.workHours === '' ? 0 : sums.distanceM,
  };
}

/** Where a tracker sends the limit itself, only speeding shows that there is one. */
const hasLimit = ({ tripDevice: { limits } }: ReportDevice, { overspeedS }: Sums): boolean =>
  (limits.deviceKmh ?? 0) > 0 || Object.keys(limits.fencesKmh).length > 0 || overspeedS > 0;
