import { Route } from 'lucide-react';
import { placeText, defineKind } from './report-kind.ts';
import {
  AVERAGE_SPEED,
  DISTANCE,
  DRIVER,
  DURATION,
  END,
  MAX_SPEED,
  ODOMETERS,
  REASONS,
  spanOf,
  SPENT_FUEL,
  START,
  VEHICLE,
} from './shared-columns.ts';

export const trips = defineKind({
  type: 'trips',
  path: 'travels',
  icon: Route,
  lead: ['distance', 'start'],
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
