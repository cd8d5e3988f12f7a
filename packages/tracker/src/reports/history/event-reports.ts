import { knots, type ReportItems } from '@rastro/fleet';
import type { HistoryReader, StoredEvent } from '@rastro/storage';
import { serializeEvent, serializePosition } from '../../serializers/serializers.ts';
import { apiDate } from '../../serializers/api-date.ts';
import type { Period, ReportDevice } from '../traccar/device-reports.ts';
import { insideOf } from '../request/report-hours.ts';
import type { ReportJob } from '../request/report-job.ts';

const PAGE_ROWS = 2000;
type Filter = (event: StoredEvent) => boolean;

/** Events that the caller wants and may know of. */
export function eventFilter(job: ReportJob): Filter {
  const types = new Set(job.eventTypes);
  const alarms = new Set(job.alarms);
  const geofences = job.seesGeofences && new Set(job.seesGeofences);
  const maintenances = job.seesMaintenances && new Set(job.seesMaintenances);
  return ({ type, attributes, geofenceId, maintenanceId }) => {
    if (types.size > 0 && !types.has(type)) return false;
    if (alarms.size > 0 && type === 'alarm' && !alarms.has(attributes['alarm'] as string)) return false;
    if (geofenceId !== 0 && geofences && !geofences.has(geofenceId)) return false;
    return maintenanceId === 0 || !maintenances || maintenances.has(maintenanceId);
  };
}

export async function* eventsOf(
  reader: HistoryReader,
  device: ReportDevice,
  period: Period,
  wanted: Filter,
): AsyncGenerator<readonly StoredEvent[]> {
  for await (const page of reader.events({ deviceId: device.id, ...period, pageSize: PAGE_ROWS }))
    yield page.filter(wanted);
}

/** Visits by their events, for Traccar's rules: those that begin and end in the period; an open one is none yet. */
export async function geofenceVisits(
  reader: HistoryReader,
  device: ReportDevice,
  period: Period,
  isWanted: (geofenceId: number) => boolean,
): Promise<readonly ReportItems['geofences'][]> {
  const entered = new Map<number, number>();
  const visits: { readonly geofenceId: number; readonly start: number; readonly end: number }[] = [];
  const isVisit: Filter = ({ type, geofenceId }) =>
    (type === 'geofenceEnter' || type === 'geofenceExit') && isWanted(geofenceId);
  for await (const page of eventsOf(reader, device, period, isVisit)) {
    for (const { type, geofenceId, eventTime } of page) {
      const start = entered.get(geofenceId);
      if (type === 'geofenceEnter') entered.set(geofenceId, start ?? eventTime);
      else if (start !== undefined) {
        entered.delete(geofenceId);
        visits.push({ geofenceId, start, end: eventTime });
      }
    }
  }
  return visits
    .toSorted((a, b) => a.start - b.start)
    .map(({ geofenceId, start, end }) => ({
      deviceId: device.id,
      deviceName: device.name,
      geofenceId,
      startTime: apiDate(start),
      endTime: apiDate(end),
      duration: end - start,
      isUnderWay: false,
      distance: 0,
      averageSpeed: knots(0),
      maxSpeed: knots(0),
      spentFuel: 0,
      startOdometer: 0,
      endOdometer: 0,
    }));
}

/** Track, events and their positions of a device, for one picture. @source docs/reference/tracking-api.md §3.11 */
export async function combined(
  reader: HistoryReader,
  device: ReportDevice,
  { period, hours }: Pick<ReportJob, 'period' | 'hours'>,
  wanted: Filter,
): Promise<ReportItems['combined']> {
  const isInside = insideOf(hours) ?? (() => true);
  const route: (readonly [number, number])[] = [];
  for await (const page of reader.track({ deviceId: device.id, ...period, pageSize: PAGE_ROWS }, []))
    for (const { latitude, longitude, fixTime } of page)
      if (isInside(fixTime)) route.push([longitude, latitude]);
  const isPlaced: Filter = (event) => event.positionId !== 0 && isInside(event.eventTime) && wanted(event);
  const placed: StoredEvent[] = [];
  for await (const page of eventsOf(reader, device, period, isPlaced)) placed.push(...page);
  // The place where it began to move is shown too, as in Traccar, though that event is not listed.
  const positions = await reader.positionsById([...new Set(placed.map(({ positionId }) => positionId))]);
  const events = placed.filter(({ type }) => type !== 'deviceMoving');
  return {
    deviceId: device.id,
    route,
    events: events.map(serializeEvent),
    positions: positions.toSorted((a, b) => a.fixTime - b.fixTime || a.id - b.id).map(serializePosition),
  };
}
