import { Hexagon } from 'lucide-react';
import { defineKind } from './report-kind.ts';
import { DISTANCE, DURATION, END, MAX_SPEED, spanOf, START, VEHICLE } from './shared-columns.ts';

export const geofences = defineKind({
  type: 'geofences',
  path: 'geofences',
  icon: Hexagon,
  lead: ['geofence'],
  filters: ['geofences'],
  span: spanOf,
  columns: [
    VEHICLE,
    { id: 'geofence', form: 'text', value: ({ geofenceId }, names) => names.geofence(geofenceId) },
    START,
    END,
    DURATION,
    DISTANCE,
    MAX_SPEED,
    {
      id: 'underWay',
      form: 'word',
      isExtra: true,
      value: ({ isUnderWay }) => (isUnderWay ? 'underWay' : null),
    },
  ],
});
