import { apiDate, knots, type ReportItems } from '@rastro/fleet';
import type { HistoryReader } from '@rastro/storage';
import type { Period, ReportDevice } from '../../request/report-device.ts';
import { eventsOf, type Filter } from '../../history/event-filter.ts';

/** Visits by their events, for Traccar's rules: those that begin and end in the period; an open one is none yet. */
export async function traccarVisits(
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
