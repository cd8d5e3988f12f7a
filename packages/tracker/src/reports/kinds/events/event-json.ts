import { apiDate } from '@rastro/fleet';
import type { RawEvent } from '@rastro/storage';

/** An event with its place, its attributes as they are stored. */
export type EventOfReport = RawEvent & { readonly address: string | null };

/** Letter by letter the JSON of an `EventItem`; the attributes are JSON already and are passed on. */
export const eventJson = (e: EventOfReport): string =>
  `{"id":${e.id},"attributes":${e.attributes},"deviceId":${e.deviceId},"type":${JSON.stringify(e.type)},` +
  `"eventTime":"${apiDate(e.eventTime)}","positionId":${e.positionId},"geofenceId":${e.geofenceId},` +
  `"maintenanceId":${e.maintenanceId},"address":${JSON.stringify(e.address)}}`;
