import { Timer } from 'lucide-react';
import { defineKind } from './report-kind.ts';
import {
  COST,
  DRIVER,
  DURATION,
  END,
  PLACE,
  pointOf,
  spanOf,
  SPENT_FUEL,
  START,
  VEHICLE,
} from './shared-columns.ts';

export const idle = defineKind({
  type: 'idle',
  path: 'idle',
  icon: Timer,
  filters: ['driver'],
  marker: 'stop',
  span: spanOf,
  place: pointOf,
  columns: [VEHICLE, START, END, DURATION, PLACE, DRIVER, SPENT_FUEL, COST],
});
