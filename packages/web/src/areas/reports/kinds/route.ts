import { History } from 'lucide-react';
import { defineKind, instant, placeText } from './report-kind.ts';
import { pointOf, VEHICLE } from './shared-columns.ts';

export const route = defineKind({
  type: 'route',
  path: 'history',
  icon: History,
  lead: ['speed', 'time'],
  marker: 'event',
  filters: ['geofences'],
  chart: { column: 'speed', by: 'moment' },
  isLong: true,
  hasTrackFiles: true,
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
