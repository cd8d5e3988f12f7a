import { apiDate, type DriverItem } from '@rastro/fleet';
import type { Episode, Stretch } from '@rastro/fleet/trips';
import { episodesBegun, episodesTouching } from '../../../trips/whole-episodes.ts';
import { tripsBegun } from '../../history/stretches.ts';
import type { Period, ReportDevice } from '../../request/report-device.ts';
import { insideOf } from '../../request/report-hours.ts';
import type { ReportJob } from '../../request/report-job.ts';
import type { ReportReader } from '../../jobs/report-reader.ts';
import { withTrips } from '../../history/with-trips.ts';

/** Part of one driver, or of an unknown one (null), in the use of a vehicle. */
interface Share {
  readonly driver: string | null;
  readonly from: number;
  readonly to: number;
  readonly drives: number;
  readonly metres: number;
  readonly ms: number;
  readonly idleMs: number;
  readonly speedings: number;
  readonly overspeedMs: number;
}
const NO_SHARE: Omit<Share, 'driver' | 'from' | 'to'> = {
  drives: 0,
  metres: 0,
  ms: 0,
  idleMs: 0,
  speedings: 0,
  overspeedMs: 0,
};

/**
 * A line for each driver of a vehicle, by name; together they are the trips that began in the period. Of one driver
 * that is asked for: a line for each drive.
 */
export async function* reportDrivers(
  reader: ReportReader,
  device: ReportDevice,
  period: Period,
  { driverNames: names, hours, driver }: Pick<ReportJob, 'driverNames' | 'hours' | 'driver'>,
): AsyncGenerator<readonly DriverItem[]> {
  const isInside = insideOf(hours) ?? (() => true);
  const begins = ({ start }: { readonly start: { readonly time: number } }): boolean => isInside(start.time);
  const shares = await withTrips(reader, device, period, async (deviceTrips) => {
    const trips = (await tripsBegun(deviceTrips, period)).filter(begins);
    const reach = { from: period.from, to: Math.max(period.to, trips.at(-1)?.end.time ?? 0) };
    const episodes = await episodesTouching(deviceTrips, reach, ['drive', 'speeding']);
    const idle = (await episodesBegun(deviceTrips, period, ['idle'])).filter(begins);
    return [...sharesOfTrips(trips, episodes), ...idle.map(shareOfIdle)];
  });
  const lines = driver === null ? byDriver(shares) : shares.filter(isDriveOf(driver));
  yield lines.map((share) => ({
    deviceId: device.id,
    deviceName: device.name,
    driverUniqueId: share.driver,
    driverName: share.driver === null ? null : (names[share.driver] ?? null),
    startTime: apiDate(share.from),
    endTime: apiDate(share.to),
    drives: share.drives,
    distance: share.metres,
    duration: share.ms,
    idle: share.idleMs,
    speedings: share.speedings,
    overspeed: share.overspeedMs,
  }));
}

const byDriver = (shares: readonly Share[]): readonly Share[] =>
  [...Map.groupBy(shares, ({ driver }) => driver)]
    .map(([, ofDriver]) => ofDriver.reduce(added))
    .toSorted((a, b) => (a.driver ?? '\uFFFF').localeCompare(b.driver ?? '\uFFFF'));

const isDriveOf =
  (wanted: string) =>
  ({ driver, drives }: Share): boolean =>
    driver === wanted && drives > 0;

const added = (a: Share, b: Share): Share => ({
  driver: a.driver,
  from: Math.min(a.from, b.from),
  to: Math.max(a.to, b.to),
  drives: a.drives + b.drives,
  metres: a.metres + b.metres,
  ms: a.ms + b.ms,
  idleMs: a.idleMs + b.idleMs,
  speedings: a.speedings + b.speedings,
  overspeedMs: a.overspeedMs + b.overspeedMs,
});

const shareOfIdle = ({ driver, start, end, figures }: Episode): Share => ({
  ...NO_SHARE,
  driver,
  from: start.time,
  to: end.time,
  idleMs: (figures['seconds'] ?? 0) * 1000,
});

/** @param episodes Drives and speeding, by their begin; trips are in order, too. */
function sharesOfTrips(trips: readonly Stretch[], episodes: readonly Episode[]): readonly Share[] {
  let next = 0;
  return trips.flatMap((trip) => {
    while ((episodes[next]?.start.time ?? Infinity) < trip.start.time) next++;
    const first = next;
    while ((episodes[next]?.start.time ?? Infinity) < trip.end.time) next++;
    const within = episodes.slice(first, next);
    const speeding = within.filter(({ kind }) => kind === 'speeding').map(shareOfSpeeding);
    return [
      ...sharesOfTrip(
        trip,
        within.filter(({ kind }) => kind === 'drive'),
      ),
      ...speeding,
    ];
  });
}

const shareOfSpeeding = ({ driver, start, end, figures }: Episode): Share => ({
  ...NO_SHARE,
  driver,
  from: start.time,
  to: end.time,
  speedings: 1,
  overspeedMs: (figures['seconds'] ?? 0) * 1000,
});

/**
 * The time of a trip that is no driver's is nobody's, and so are its metres. Those of a drive are by satellites, those
 * of the trip may be of the odometer: they are shared in proportion, so that all shares together are the trip.
 */
function sharesOfTrip({ start, end, sums }: Stretch, drives: readonly Episode[]): readonly Share[] {
  const parts = drives.map((drive) => {
    const [from, to] = [drive.start.time, Math.min(drive.end.time, end.time)];
    return { driver: drive.driver, from, to, ms: to - from, weight: drive.figures['metres'] ?? 0 };
  });
  const total = (of: (part: (typeof parts)[number]) => number): number =>
    parts.reduce((sum, part) => sum + of(part), 0);
  const ms = end.time - start.time - total((part) => part.ms);
  const weight = Math.max(0, sums.distanceM - total((part) => part.weight));
  if (ms > 0 || parts.length === 0) parts.push({ driver: null, from: start.time, to: end.time, ms, weight });
  const all = total((part) => part.weight);
  let [sum, metres] = [0, 0];
  return parts.map(({ weight: own, ...part }) => {
    sum += own;
    const until = all > 0 ? Math.round((sums.distanceM * sum) / all) : sums.distanceM;
    const share = { ...NO_SHARE, ...part, drives: 1, metres: until - metres };
    metres = until;
    return share;
  });
}
