import { Bell } from 'lucide-react';
import { defineKind, instant } from './report-kind.ts';
import { VEHICLE } from './shared-columns.ts';

export const events = defineKind({
  type: 'events',
  path: 'events',
  icon: Bell,
  lead: ['event'],
  filters: ['events'],
  marker: 'event',
  span: ({ eventTime }) => [eventTime, eventTime],
  positionId: ({ positionId }) => positionId,
  columns: [
    VEHICLE,
    { id: 'time', form: 'moment', value: ({ eventTime }) => instant(eventTime) },
    {
      id: 'event',
      form: 'event',
      value: ({ type, attributes }) =>
        type === 'alarm' && typeof attributes['alarm'] === 'string' ? `alarm ${attributes['alarm']}` : type,
    },
    {
      id: 'geofence',
      form: 'text',
      value: ({ geofenceId }, names) => names.geofence(geofenceId),
    },
    { id: 'place', form: 'text', value: ({ address }) => address ?? null },
  ],
});
