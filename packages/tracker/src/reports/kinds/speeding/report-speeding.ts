import { knotsFromKmPerHour, toKmPerHour, knots, type ReportItems } from '@rastro/fleet';
import type { StoredPosition } from '@rastro/storage';
import type { SpeedLimits } from '../../../pending-records/trip-record-of.ts';
import { numberOf } from '../../../pending-records/pending-record.ts';
import type { ReportDevice } from '../../request/report-device.ts';
import type { ReportJob } from '../../request/report-job.ts';
import type { ReportReader } from '../../jobs/report-reader.ts';
import { paged } from '../../history/with-trips.ts';
import { begun, spellOf } from '../../history/episodes.ts';

/** @param isSeen Whether a geofence is one that the reader may know of. */
export async function* reportSpeeding(
  reader: ReportReader,
  device: ReportDevice,
  job: Pick<ReportJob, 'period' | 'driver' | 'driverNames'>,
  isSeen: (geofenceId: number) => boolean,
): AsyncGenerator<readonly ReportItems['speeding'][]> {
  for (const page of paged(await begun(reader, device, job, ['speeding']))) {
    const positions = await reader.positionsById(page.map(({ start }) => start.id));
    const first = new Map(positions.map((position) => [position.id, position]));
    yield page.map((episode) => {
      const { metres = 0, topKmh = 0, limitKmh = 0 } = episode.figures;
      const by = limitBy(first.get(episode.start.id), limitKmh, device.tripDevice.limits);
      return {
        ...spellOf(device, episode, job.driverNames),
        distance: metres,
        limit: knotsFromKmPerHour(limitKmh),
        limitSource: by.source,
        geofenceId: isSeen(by.geofenceId) ? by.geofenceId : 0,
        maxSpeed: knotsFromKmPerHour(topKmh),
        over: knotsFromKmPerHour(topKmh - limitKmh),
      };
    });
  }
}

type LimitBy = Pick<ReportItems['speeding'], 'geofenceId'> & {
  readonly source: ReportItems['speeding']['limitSource'];
};

/** Which of the limits at a position it was, in the order in which they count. @param position Undefined = removed. */
function limitBy(position: StoredPosition | undefined, kmh: number, limits: SpeedLimits): LimitBy {
  if (!position) return { source: null, geofenceId: 0 };
  const fence = position.geofenceIds?.find((id) => limits.fencesKmh[id] === kmh);
  if (fence !== undefined) return { source: 'geofence', geofenceId: fence };
  const own = numberOf(position.attributes['speedLimit']) ?? 0;
  if (own > 0 && toKmPerHour(knots(own)) === kmh) return { source: 'tracker', geofenceId: 0 };
  return { source: limits.deviceKmh === kmh ? 'device' : null, geofenceId: 0 };
}
