import { defineKind, instant } from './report-kind.ts';
import { DISTANCE, DURATION, END, MAX_SPEED, spanOf, START, VEHICLE } from './shared-columns.ts';

const geofences = defineKind({
  path: 'geofences',
  lead: ['geofence'],
  type: 'geofences',
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

const between = defineKind({
  path: 'between',
  lead: ['fromFence', 'toFence'],
  type: 'between',
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

const inactive = defineKind({
  path: 'inactive',
  lead: ['lastReport'],
  type: 'inactive',
  marker: 'stop',
  span: ({ lastReport }) => [lastReport, lastReport],
  place: ({ latitude, longitude }) =>
    latitude === null || longitude === null ? null : { latitude, longitude },
  columns: [
    VEHICLE,
    { id: 'reason', form: 'word', value: ({ reason }) => reason },
    { id: 'verdict', form: 'verdict', value: ({ verdict }) => verdict },
    { id: 'lastReport', form: 'moment', value: ({ lastReport }) => instant(lastReport) },
    { id: 'lastMovement', form: 'moment', value: ({ lastMovement }) => instant(lastMovement) },
    { id: 'place', form: 'text', value: ({ address }) => address },
  ],
});

export const PLACE_KINDS = [geofences, between, inactive];
