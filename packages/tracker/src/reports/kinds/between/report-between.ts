import { apiDate, type ReportItems } from '@rastro/fleet';
import type { Episode } from '@rastro/fleet/trips';
import { sumsOfPeriod } from '../../../trips/sums-of-period.ts';
import { episodesTouching } from '../../../trips/whole-episodes.ts';
import type { Period, ReportDevice } from '../../request/report-device.ts';
import type { ReportReader } from '../../jobs/report-reader.ts';
import { paged, withTrips } from '../../history/with-trips.ts';
import type { Wanted } from '../../history/geofence-filter.ts';

/** Ways that begin in the period, from where a vehicle was in none of the geofences to where it was in one again. */
export async function* reportBetween(
  reader: ReportReader,
  device: ReportDevice,
  period: Period,
  isWanted: Wanted,
): AsyncGenerator<readonly ReportItems['between'][]> {
  const items = await withTrips(reader, device, period, async (deviceTrips) => {
    // The visit in which a way ends may begin long after the period.
    const reach = { from: period.from, to: (await deviceTrips.span())?.to ?? period.to };
    const visits = await episodesTouching(deviceTrips, reach, ['visit']);
    const gaps = gapsBetween(visits.filter(({ geofenceId }) => isWanted(geofenceId))).filter(
      ({ left }) => left.end.time >= period.from && left.end.time <= period.to,
    );
    return Promise.all(
      gaps.map(async ({ left, entered }) => ({
        deviceId: device.id,
        deviceName: device.name,
        fromGeofenceId: left.geofenceId,
        toGeofenceId: entered.geofenceId,
        startTime: apiDate(left.end.time),
        endTime: apiDate(entered.start.time),
        duration: entered.start.time - left.end.time,
        distance: (await sumsOfPeriod(deviceTrips, left.end.time, entered.start.time)).distanceM,
      })),
    );
  });
  yield* paged(items);
}

/** @param visits By their begin; they may overlap. */
function gapsBetween(visits: readonly Episode[]): { readonly left: Episode; readonly entered: Episode }[] {
  const gaps: { readonly left: Episode; readonly entered: Episode }[] = [];
  let last: Episode | null = null;
  for (const visit of visits) {
    if (last && visit.start.time > last.end.time) gaps.push({ left: last, entered: visit });
    if (!last || visit.end.time >= last.end.time) last = visit;
  }
  return gaps;
}
