import { ArrowLeftRight } from 'lucide-react';
import { defineKind } from './report-kind.ts';
import { DISTANCE, DURATION, END, spanOf, START, VEHICLE } from './shared-columns.ts';

export const between = defineKind({
  type: 'between',
  path: 'between',
  icon: ArrowLeftRight,
  lead: ['fromFence', 'toFence'],
  filters: ['geofences'],
  span: spanOf,
  columns: [
    VEHICLE,
    { id: 'fromFence', form: 'text', value: (item, names) => names.geofence(item.fromGeofenceId) },
    { id: 'toFence', form: 'text', value: (item, names) => names.geofence(item.toGeofenceId) },
    START,
    END,
    DURATION,
    DISTANCE,
  ],
});
