import { placeText, defineKind } from './report-kind.ts';
import {
  AVERAGE_SPEED,
  DISTANCE,
  DRIVER,
  DURATION,
  END,
  ENGINE_HOURS,
  MAX_SPEED,
  ODOMETERS,
  PLACE,
  pointOf,
  REASONS,
  spanOf,
  SPENT_FUEL,
  START,
  VEHICLE,
} from './shared-columns.ts';

const resume = defineKind({
  path: 'resume',
  type: 'summary',
  marker: 'vehicle',
  filters: ['daily'],
  span: spanOf,
  columns: [
    VEHICLE,
    START,
    { ...END, isExtra: true },
    DISTANCE,
    ENGINE_HOURS,
    AVERAGE_SPEED,
    MAX_SPEED,
    SPENT_FUEL,
    { id: 'startFuel', form: 'litres', isExtra: true, value: ({ startFuel }) => startFuel ?? null },
    { id: 'endFuel', form: 'litres', isExtra: true, value: ({ endFuel }) => endFuel ?? null },
    ...ODOMETERS,
  ],
});

const travels = defineKind({
  path: 'travels',
  lead: ['distance', 'start'],
  type: 'trips',
  chart: { column: 'distance', by: 'day' },
  marker: 'trip',
  span: spanOf,
  place: ({ startLat, startLon }) => ({ latitude: startLat, longitude: startLon }),
  endPlace: ({ endLat, endLon }) => ({ latitude: endLat, longitude: endLon }),
  columns: [
    VEHICLE,
    START,
    END,
    DURATION,
    DISTANCE,
    {
      id: 'from',
      form: 'text',
      value: ({ startAddress, startLat, startLon }) =>
        placeText(startAddress, { latitude: startLat, longitude: startLon }),
    },
    {
      id: 'to',
      form: 'text',
      value: ({ endAddress, endLat, endLon }) =>
        placeText(endAddress, { latitude: endLat, longitude: endLon }),
    },
    MAX_SPEED,
    AVERAGE_SPEED,
    DRIVER,
    ...REASONS,
    { ...SPENT_FUEL, isExtra: true },
    ...ODOMETERS,
  ],
});

const stops = defineKind({
  path: 'stops',
  type: 'stops',
  marker: 'stop',
  span: spanOf,
  place: pointOf,
  columns: [VEHICLE, START, END, DURATION, ENGINE_HOURS, PLACE, ...REASONS, ...ODOMETERS],
});

const daily = defineKind({
  path: 'daily',
  lead: ['day', 'distance'],
  type: 'daily',
  chart: { column: 'distance', by: 'day' },
  span: spanOf,
  columns: [
    VEHICLE,
    { id: 'day', form: 'day', value: ({ date }) => date },
    DISTANCE,
    { id: 'moving', form: 'duration', total: 'sum', value: ({ moving }) => moving },
    { id: 'stopped', form: 'duration', total: 'sum', value: ({ stopped }) => stopped },
    { id: 'silent', form: 'duration', total: 'sum', value: ({ silent }) => silent },
    ENGINE_HOURS,
    { id: 'idle', form: 'duration', total: 'sum', value: ({ idle }) => idle },
    { id: 'overspeed', form: 'duration', total: 'sum', value: ({ overspeed }) => overspeed },
    MAX_SPEED,
    SPENT_FUEL,
    ...ODOMETERS,
  ],
});

const drivers = defineKind({
  path: 'drivers',
  lead: ['distance'],
  type: 'drivers',
  span: spanOf,
  columns: [
    DRIVER,
    VEHICLE,
    { id: 'drives', form: 'number', total: 'sum', value: ({ drives }) => drives },
    DISTANCE,
    DURATION,
    { id: 'idle', form: 'duration', total: 'sum', value: ({ idle }) => idle },
    { id: 'speedings', form: 'number', total: 'sum', value: ({ speedings }) => speedings },
    { id: 'overspeed', form: 'duration', total: 'sum', value: ({ overspeed }) => overspeed },
    { ...START, isExtra: true },
    { ...END, isExtra: true },
  ],
});

export const TRIP_KINDS = [resume, travels, stops, daily, drivers];
