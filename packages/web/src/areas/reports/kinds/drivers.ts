import { IdCard } from 'lucide-react';
import { defineKind } from './report-kind.ts';
import { DISTANCE, DRIVER, DURATION, END, spanOf, START, VEHICLE } from './shared-columns.ts';

export const drivers = defineKind({
  type: 'drivers',
  path: 'drivers',
  icon: IdCard,
  filters: ['driver'],
  lead: ['distance'],
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
