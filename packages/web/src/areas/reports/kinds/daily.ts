import { CalendarDays } from 'lucide-react';
import { defineKind } from './report-kind.ts';
import {
  DISTANCE,
  ENGINE_HOURS,
  MAX_SPEED,
  ODOMETERS,
  spanOf,
  SPENT_FUEL,
  VEHICLE,
} from './shared-columns.ts';

export const daily = defineKind({
  type: 'daily',
  path: 'daily',
  icon: CalendarDays,
  lead: ['day', 'distance'],
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
