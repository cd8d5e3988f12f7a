import type { HistoryReader, RawEvent, StoredEvent } from '@rastro/storage';
import type { Period, ReportDevice } from '../request/report-device.ts';
import type { ReportJob } from '../request/report-job.ts';

const PAGE_ROWS = 2000;
export type Filter = (event: RawEvent) => boolean;

/** Events that the caller wants and may know of. */
export function eventFilter(job: ReportJob): Filter {
  const types = new Set(job.eventTypes);
  const alarms = new Set<unknown>(job.alarms);
  const geofences = job.seesGeofences && new Set(job.seesGeofences);
  const maintenances = job.seesMaintenances && new Set(job.seesMaintenances);
  return ({ type, attributes, geofenceId, maintenanceId }) => {
    if (types.size > 0 && !types.has(type)) return false;
    if (alarms.size > 0 && type === 'alarm' && !alarms.has(attributesOf(attributes)['alarm'])) return false;
    if (geofenceId !== 0 && geofences && !geofences.has(geofenceId)) return false;
    return maintenanceId === 0 || !maintenances || maintenances.has(maintenanceId);
  };
}

export async function* eventsOf(
  ...asked: Parameters<typeof rawEventsOf>
): AsyncGenerator<readonly StoredEvent[]> {
  for await (const page of rawEventsOf(...asked))
    yield page.map((event) => ({ ...event, attributes: attributesOf(event.attributes) }));
}

export async function* rawEventsOf(
  reader: HistoryReader,
  device: ReportDevice,
  period: Period,
  wanted: Filter,
): AsyncGenerator<readonly RawEvent[]> {
  for await (const page of reader.events({ deviceId: device.id, ...period, pageSize: PAGE_ROWS }))
    yield page.filter(wanted);
}

export const attributesOf = (text: string): StoredEvent['attributes'] =>
  JSON.parse(text) as StoredEvent['attributes'];
