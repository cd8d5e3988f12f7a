import { addTotals, knotsFromKmPerHour, NO_TOTALS, type TotalsItem } from '@rastro/fleet';
import { NO_SUMS, type Sums } from '@rastro/fleet/trips';
import { sumsOfFleet } from '../../../trips/sums-of-fleet.ts';
import { driverSumsInside, sumsInside } from '../../history/day-lines.ts';
import { withTrips } from '../../history/with-trips.ts';
import { withoutWithdrawn } from '../../history/without-withdrawn.ts';
import type { ReportReader } from '../../jobs/report-reader.ts';
import type { ReportDevice } from '../../request/report-device.ts';
import type { ReportJob } from '../../request/report-job.ts';

/** A vehicle is in use from a kilometer, or from five minutes of its engine. */
const USED_M = 1000;
const USED_ENGINE_S = 300;

/** Sums of a vehicle; with drivers, of each of them, and with null of what is left. */
interface Share {
  readonly driver: string | null;
  readonly sums: Sums;
}

/**
 * One line for each vehicle, also those that did not report: totals of a fleet count all of it. Or one for each driver
 * or group, as far as these devices know.
 */
export const totalsOfMany = async (reader: ReportReader, job: ReportJob): Promise<readonly TotalsItem[]> =>
  (await totalsByDevice(reader, job)).flatMap(({ lines }) => lines);

/** Lines that a device has a part in. */
interface DeviceTotals {
  readonly device: ReportDevice;
  readonly lines: readonly TotalsItem[];
}
export async function totalsByDevice(reader: ReportReader, job: ReportJob): Promise<readonly DeviceTotals[]> {
  const shares = await countedShares(reader, job);
  return job.devices.map((device) => {
    const own = shares.get(device.id) ?? [];
    if (job.by === 'driver') return { device, lines: linesOfDrivers(device, own, job) };
    const [{ sums } = { sums: NO_SUMS }] = own;
    const line = lineOf(device, sums, fuelOf(device, [sums])[0]);
    return { device, lines: [job.by === 'group' ? inGroup(line, device, job) : line] };
  });
}

/** By device, without events that were taken back. */
async function countedShares(
  reader: ReportReader,
  job: ReportJob,
): Promise<ReadonlyMap<number, readonly Share[]>> {
  const shares = new Map(await sharesOf(reader, job));
  for (const device of job.devices) {
    const own = shares.get(device.id);
    if (own && job.withdrawn[device.id] !== undefined)
      shares.set(device.id, await withoutWithdrawn(reader, device, own, job));
  }
  return shares;
}

/** By device. Narrowed to hours, one after the other. */
async function sharesOf(
  reader: ReportReader,
  job: ReportJob,
): Promise<ReadonlyMap<number, readonly Share[]>> {
  const { devices, period, hours } = job;
  const by = job.by === 'driver' ? 'driver' : 'device';
  if (hours === null) {
    const span = { from: period.from, to: period.to + 1 };
    const trips = devices.map(({ tripDevice }) => tripDevice);
    return Map.groupBy(await sumsOfFleet(reader.trips, trips, span, by), ({ deviceId }) => deviceId);
  }
  const shares = new Map<number, readonly Share[]>();
  for (const device of devices) {
    const asked = { period, hours };
    const found = await withTrips(reader, device, period, async (deviceTrips) =>
      by === 'driver'
        ? driverSumsInside(deviceTrips, asked)
        : [{ driver: null, sums: await sumsInside(deviceTrips, asked) }],
    );
    shares.set(device.id, found);
  }
  return shares;
}

interface Fuel {
  readonly ml: number;
  readonly cents: number | null;
  readonly isKnown: boolean;
}
const NO_FUEL: Fuel = { ml: 0, cents: null, isKnown: false };

/** Of the shares of a vehicle, so that they are together its use to the milliliter, and its cost to the cent. */
function fuelOf({ fuelPrice }: ReportDevice, shares: readonly Sums[]): readonly Fuel[] {
  const total = (of: (ml: number) => number): number =>
    shares.reduce((sum, { fuelMl }) => sum + of(fuelMl), 0);
  // Sums of small steps tremble with the sensor: a vehicle gives no fuel back, and neither does a part of it.
  const used = Math.max(
    0,
    total((ml) => ml),
  );
  const weights = total((ml) => Math.max(0, ml));
  let [weight, spent, paid] = [0, 0, 0];
  return shares.map(({ fuelMl }) => {
    weight += Math.max(0, fuelMl);
    const spentNow = weights === 0 ? 0 : Math.round((used * weight) / weights);
    const paidNow = fuelPrice === null ? 0 : Math.round((spentNow / 10) * fuelPrice);
    const [ml, cents] = [spentNow - spent, paidNow - paid];
    [spent, paid] = [spentNow, paidNow];
    return { ml, cents: used > 0 && fuelPrice !== null ? cents : null, isKnown: used > 0 };
  });
}

function linesOfDrivers(
  device: ReportDevice,
  shares: readonly Share[],
  { driverNames }: ReportJob,
): readonly TotalsItem[] {
  const fuel = fuelOf(
    device,
    shares.map(({ sums }) => sums),
  );
  return shares.flatMap(({ driver, sums }, i) => {
    const line = lineOf(device, sums, fuel[i]);
    const isEmpty = sums.records === 0 && Object.values(sums).every((value) => value === 0);
    const who = {
      driverUniqueId: driver,
      driverName: driver === null ? null : (driverNames[driver] ?? null),
    };
    return isEmpty ? [] : [{ ...line, ...NOBODY, ...who }];
  });
}

const NOBODY = { deviceId: 0, deviceName: '' } as const;

/** Groups that the caller does not see are as good as none. */
function inGroup(line: TotalsItem, { groupId }: ReportDevice, { groupNames }: ReportJob): TotalsItem {
  const groupName = groupNames[groupId] ?? null;
  return { ...line, ...NOBODY, groupId: groupName === null ? 0 : groupId, groupName };
}

/** Adds lines of one driver or group. */
export const joinTotals = (a: TotalsItem, b: TotalsItem): TotalsItem => ({
  ...addTotals(a, b),
  driverUniqueId: a.driverUniqueId,
  driverName: a.driverName,
  groupId: a.groupId,
  groupName: a.groupName,
});

function lineOf(device: ReportDevice, sums: Sums, fuel: Fuel = NO_FUEL): TotalsItem {
  return {
    ...NO_TOTALS,
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
    fuelMl: fuel.ml,
    fuelDistance: fuel.isKnown ? sums.distanceM : 0,
    filledMl: sums.filledMl,
    drainedMl: sums.drainedMl,
    costCents: fuel.cents,
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
