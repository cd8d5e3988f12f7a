import { apiDate, knots, type ReportItems } from '@rastro/fleet';
import type { Episode } from '@rastro/fleet/trips';
import { episodesTouching } from '../../../trips/whole-episodes.ts';
import type { Period, ReportDevice } from '../../request/report-device.ts';
import type { ReportReader } from '../../jobs/report-reader.ts';
import { averageSpeed } from '../../traccar/track-measure.ts';
import { paged, withTrips } from '../../history/with-trips.ts';
import type { Wanted } from '../../history/geofence-filter.ts';

/** Visits that touch the period, whole, by their begin; a current one ends at the last record. */
export async function* reportVisits(
  reader: ReportReader,
  device: ReportDevice,
  period: Period,
  isWanted: Wanted,
): AsyncGenerator<readonly ReportItems['geofences'][]> {
  const visits = await withTrips(reader, device, period, (deviceTrips) =>
    episodesTouching(deviceTrips, period, ['visit']),
  );
  yield* paged(
    visits.filter(({ geofenceId }) => isWanted(geofenceId)).map((visit) => visitItem(device, visit)),
  );
}

function visitItem(
  device: ReportDevice,
  { geofenceId, start, end, figures, goesOn }: Episode,
): ReportItems['geofences'] {
  const distance = figures['metres'] ?? 0;
  const duration = end.time - start.time;
  return {
    deviceId: device.id,
    deviceName: device.name,
    geofenceId,
    startTime: apiDate(start.time),
    endTime: apiDate(end.time),
    duration,
    isUnderWay: goesOn,
    distance,
    averageSpeed: averageSpeed(distance, duration),
    maxSpeed: knots(0),
    spentFuel: 0,
    startOdometer: 0,
    endOdometer: 0,
  };
}
