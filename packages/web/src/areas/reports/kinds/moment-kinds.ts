import { defineKind, instant, placeText } from './report-kind.ts';
import {
  COST,
  DISTANCE,
  DRIVER,
  DURATION,
  END,
  MAX_SPEED,
  PLACE,
  pointOf,
  spanOf,
  SPENT_FUEL,
  START,
  VEHICLE,
} from './shared-columns.ts';

const events = defineKind({
  path: 'events',
  lead: ['event'],
  type: 'events',
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

const history = defineKind({
  path: 'history',
  lead: ['speed', 'time'],
  type: 'route',
  marker: 'event',
  filters: ['geofences'],
  chart: { column: 'speed', by: 'moment' },
  isLong: true,
  span: ({ fixTime }) => [fixTime, fixTime],
  place: pointOf,
  columns: [
    VEHICLE,
    { id: 'time', form: 'moment', value: ({ fixTime }) => instant(fixTime) },
    { id: 'speed', form: 'speed', total: 'most', value: ({ speed }) => speed },
    { id: 'place', form: 'text', value: (position) => placeText(position.address, position) },
    {
      id: 'ignition',
      form: 'word',
      value: ({ attributes: { ignition } }) =>
        typeof ignition === 'boolean' ? (ignition ? 'ignitionOn' : 'ignitionOff') : null,
    },
    { id: 'course', form: 'number', isExtra: true, value: ({ course }) => course },
    { id: 'altitude', form: 'number', isExtra: true, value: ({ altitude }) => altitude },
    {
      id: 'validity',
      form: 'word',
      isExtra: true,
      value: ({ valid }) => (valid ? 'valid' : 'notValid'),
    },
    { id: 'received', form: 'moment', isExtra: true, value: ({ serverTime }) => instant(serverTime) },
  ],
});

const speeding = defineKind({
  path: 'speeding',
  lead: ['maxSpeed', 'over'],
  type: 'speeding',
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

const idle = defineKind({
  path: 'idle',
  type: 'idle',
  marker: 'stop',
  span: spanOf,
  place: pointOf,
  columns: [VEHICLE, START, END, DURATION, PLACE, DRIVER, SPENT_FUEL, COST],
});

const chronology = defineKind({
  path: 'chronology',
  lead: ['happening'],
  type: 'chronology',
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

export const MOMENT_KINDS = [chronology, events, history, speeding, idle];
