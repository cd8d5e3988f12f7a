import { SquareParking } from 'lucide-react';
import { defineKind } from './report-kind.ts';
import {
  DURATION,
  END,
  ENGINE_HOURS,
  ODOMETERS,
  PLACE,
  pointOf,
  REASONS,
  spanOf,
  START,
  VEHICLE,
} from './shared-columns.ts';

export const stops = defineKind({
  type: 'stops',
  path: 'stops',
  icon: SquareParking,
  marker: 'stop',
  span: spanOf,
  place: pointOf,
  columns: [VEHICLE, START, END, DURATION, ENGINE_HOURS, PLACE, ...REASONS, ...ODOMETERS],
});
