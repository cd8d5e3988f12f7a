import { apiDate } from '@rastro/fleet';
import type { Episode } from '@rastro/fleet/trips';
import { episodesBegun } from '../../trips/whole-episodes.ts';
import type { ReportDevice } from '../request/report-device.ts';
import type { ReportJob } from '../request/report-job.ts';
import type { ReportReader } from '../jobs/report-reader.ts';
import { withTrips } from './with-trips.ts';

type Names = ReportJob['driverNames'];

/** Episodes that began in the period; with a driver, theirs alone. */
export async function begun(
  reader: ReportReader,
  device: ReportDevice,
  { period, driver }: Pick<ReportJob, 'period' | 'driver'>,
  kinds: readonly Episode['kind'][],
): Promise<readonly Episode[]> {
  const episodes = await withTrips(reader, device, period, (deviceTrips) =>
    episodesBegun(deviceTrips, period, kinds),
  );
  return driver === null ? episodes : episodes.filter((episode) => episode.driver === driver);
}

/** Columns that all of them share. */
export const spellOf = (device: ReportDevice, { start, end, driver }: Episode, names: Names) => ({
  deviceId: device.id,
  deviceName: device.name,
  startTime: apiDate(start.time),
  endTime: apiDate(end.time),
  duration: end.time - start.time,
  positionId: start.id,
  latitude: start.latitude,
  longitude: start.longitude,
  address: null,
  driverUniqueId: driver,
  driverName: driver === null ? null : (names[driver] ?? null),
});
