import { CarFront } from 'lucide-react';
import { defineKind } from './report-kind.ts';
import { DRIVER, DURATION, PLACE, pointOf, spanOf, START, VEHICLE } from './shared-columns.ts';

export const harsh = defineKind({
  type: 'harsh',
  path: 'harsh',
  icon: CarFront,
  lead: ['drivingEvent', 'severity'],
  marker: 'event',
  filters: ['drivingEvents', 'driver'],
  span: spanOf,
  place: pointOf,
  positionId: ({ positionId }) => positionId,
  columns: [
    VEHICLE,
    START,
    { id: 'drivingEvent', form: 'drivingEvent', value: ({ kind }) => kind },
    { id: 'severity', form: 'word', value: ({ isSevere }) => (isSevere ? 'severe' : 'harsh') },
    { id: 'strength', form: 'acceleration', value: ({ strength }) => strength },
    { id: 'speed', form: 'speed', value: ({ speed }) => speed },
    PLACE,
    DRIVER,
    {
      id: 'source',
      form: 'word',
      value: ({ source, isWithdrawn }) => `detected.${isWithdrawn ? 'withdrawn' : source}`,
    },
    { ...DURATION, isExtra: true },
  ],
});
