import type { TripCursor, TripHead } from '../trip-port.ts';
import type { Row } from './values.ts';

export const toTripCursor = (row: Row): TripCursor => ({
  deviceId: Number(row['device_id']),
  settings: String(row['settings']),
  revision: Number(row['revision']),
  last: {
    time: Number(row['last_time']),
    deviceTime: Number(row['last_device_time']),
    key: Number(row['last_key']),
  },
  late: row['late_from'] === null ? null : { from: Number(row['late_from']), to: Number(row['late_to']) },
});

export const toTripHead = (row: Row): TripHead => ({
  ...toTripCursor(row),
  state: String(row['state']),
  retentionStart: retentionStartOf(row),
});

function retentionStartOf(row: Row): TripHead['retentionStart'] {
  if (row['kept_time'] === null) return null;
  return {
    time: Number(row['kept_time']),
    decidedAt: {
      time: Number(row['kept_decided_time']),
      deviceTime: Number(row['kept_decided_device_time']),
      key: Number(row['kept_decided_key']),
    },
    state: typeof row['kept_state'] === 'string' ? row['kept_state'] : null,
  };
}
