import {
  knotsFromKmPerHour,
  FUELING_TYPES,
  toKmPerHour,
  knots,
  type FuelingItem,
  type IdleItem,
  type ReportItems,
} from '@rastro/fleet';
import type { Episode } from '@rastro/fleet/trips';
import type { StoredPosition } from '@rastro/storage';
import type { SpeedLimits } from '../../pending-records/trip-record-of.ts';
import { episodesBegun } from '../../trips/whole-episodes.ts';
import { numberOf } from '../../pending-records/pending-record.ts';
import { apiDate } from '../../serializers/api-date.ts';
import { costOf } from './day-reports.ts';
import type { Period, ReportDevice } from '../traccar/device-reports.ts';
import type { ReportJob } from '../request/report-job.ts';
import type { ReportReader } from '../jobs/report-reader.ts';
import { litres, paged, withTrips } from './with-trips.ts';

type Names = ReportJob['driverNames'];

const begun = (
  reader: ReportReader,
  device: ReportDevice,
  period: Period,
  kinds: readonly Episode['kind'][],
): readonly Episode[] =>
  withTrips(reader, device, period, (deviceTrips) => episodesBegun(deviceTrips, period, kinds));

/** Columns that all of them share. */
const spellOf = (device: ReportDevice, { start, end, driver }: Episode, names: Names) => ({
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

export function* reportIdle(
  reader: ReportReader,
  device: ReportDevice,
  period: Period,
  names: Names,
): Generator<readonly IdleItem[]> {
  const { idleLitresPerHour } = device.tripDevice.settings;
  const items = begun(reader, device, period, ['idle']).map((episode) => {
    const duration = (episode.figures['seconds'] ?? 0) * 1000;
    const spentFuel =
      idleLitresPerHour > 0 ? litres(Math.round((duration * idleLitresPerHour) / 3600)) : null;
    return { ...spellOf(device, episode, names), duration, spentFuel, cost: costOf(device, spentFuel) };
  });
  yield* paged(items);
}

/** @param isSeen Whether a geofence is one that the reader may know of. */
export async function* reportSpeeding(
  reader: ReportReader,
  device: ReportDevice,
  { period, driverNames }: Pick<ReportJob, 'period' | 'driverNames'>,
  isSeen: (geofenceId: number) => boolean,
): AsyncGenerator<readonly ReportItems['speeding'][]> {
  for (const page of paged(begun(reader, device, period, ['speeding']))) {
    const positions = await reader.positionsById(page.map(({ start }) => start.id));
    const first = new Map(positions.map((position) => [position.id, position]));
    yield page.map((episode) => {
      const { metres = 0, topKmh = 0, limitKmh = 0 } = episode.figures;
      const by = limitBy(first.get(episode.start.id), limitKmh, device.tripDevice.limits);
      return {
        ...spellOf(device, episode, driverNames),
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

/** Fills and drains of the tank; `eventTypes` names one of them, else both are wanted. */
export function* reportFuelings(
  reader: ReportReader,
  device: ReportDevice,
  { period, driverNames: names, eventTypes }: Pick<ReportJob, 'period' | 'driverNames' | 'eventTypes'>,
): Generator<readonly FuelingItem[]> {
  const wanted = FUELING_TYPES.filter((type) => eventTypes.includes(type));
  const items = begun(reader, device, period, wanted.length > 0 ? wanted : FUELING_TYPES).map(
    (episode): FuelingItem => {
      const { beforeL = null, afterL = null, litres: size = null } = episode.figures;
      const { beforePercent = null, afterPercent = null } = episode.figures;
      return {
        ...spellOf(device, episode, names),
        type: episode.kind === 'fill' ? 'fill' : 'drain',
        before: beforeL,
        after: afterL,
        litres: size,
        beforePercent,
        afterPercent,
        note: episode.note,
        cost: costOf(device, size),
      };
    },
  );
  yield* paged(items);
}
