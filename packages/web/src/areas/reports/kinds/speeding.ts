import { Gauge } from 'lucide-react';
import { defineKind } from './report-kind.ts';
import {
  DISTANCE,
  DRIVER,
  DURATION,
  MAX_SPEED,
  PLACE,
  pointOf,
  spanOf,
  START,
  VEHICLE,
} from './shared-columns.ts';

export const speeding = defineKind({
  type: 'speeding',
  path: 'speeding',
  icon: Gauge,
  lead: ['maxSpeed', 'over'],
  filters: ['driver'],
  marker: 'event',
  span: spanOf,
  place: pointOf,
  columns: [
    VEHICLE,
    START,
    DURATION,
    PLACE,
    { id: 'limit', form: 'speed', value: ({ limit }) => limit },
    MAX_SPEED,
    { id: 'over', form: 'speed', total: 'most', value: ({ over }) => over },
    { id: 'limitSource', form: 'word', value: ({ limitSource }) => limitSource },
    DISTANCE,
    DRIVER,
    {
      id: 'geofence',
      form: 'text',
      isExtra: true,
      value: ({ geofenceId }, names) => names.geofence(geofenceId),
    },
  ],
});
