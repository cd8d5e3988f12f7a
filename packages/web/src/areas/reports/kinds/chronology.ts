import { ListOrdered } from 'lucide-react';
import { defineKind, instant, placeText } from './report-kind.ts';
import { DISTANCE, DRIVER, spanOf, START, VEHICLE } from './shared-columns.ts';

export const chronology = defineKind({
  type: 'chronology',
  path: 'chronology',
  icon: ListOrdered,
  lead: ['happening'],
  filters: ['events'],
  marker: 'event',
  span: spanOf,
  place: ({ latitude, longitude }) =>
    latitude === null || longitude === null ? null : { latitude, longitude },
  positionId: ({ positionId }) => positionId,
  columns: [
    VEHICLE,
    START,
    {
      id: 'happening',
      form: 'happening',
      value: ({ kind, type, alarm }) =>
        kind === 'event' ? ['event', type, alarm].filter((word) => word !== null).join(' ') : kind,
    },
    {
      id: 'duration',
      form: 'duration',
      // Not added up: trips, stops and silences make up the day, and their sum is its length.
      value: ({ kind, duration }) => (kind === 'event' ? null : duration),
    },
    DISTANCE,
    {
      id: 'place',
      form: 'text',
      value: ({ address, latitude, longitude }) =>
        latitude === null || longitude === null ? address : placeText(address, { latitude, longitude }),
    },
    { id: 'geofence', form: 'text', value: ({ geofenceId }, names) => names.geofence(geofenceId) },
    { id: 'maxSpeed', form: 'speed', total: 'most', isExtra: true, value: ({ maxSpeed }) => maxSpeed },
    { ...DRIVER, isExtra: true },
    { id: 'end', form: 'moment', isExtra: true, value: ({ endTime }) => instant(endTime) },
  ],
});
