import { Droplet } from 'lucide-react';
import { defineKind } from './report-kind.ts';
import { COST, DRIVER, PLACE, pointOf, spanOf, START, VEHICLE } from './shared-columns.ts';

export const fuelings = defineKind({
  type: 'fuelings',
  path: 'fuelings',
  icon: Droplet,
  lead: ['fueling', 'litres'],
  hasLevel: true,
  filters: ['fuelings'],
  marker: 'event',
  span: spanOf,
  place: pointOf,
  columns: [
    VEHICLE,
    { id: 'fueling', form: 'word', value: ({ type }) => type },
    START,
    PLACE,
    { id: 'before', form: 'litres', value: ({ before }) => before },
    { id: 'after', form: 'litres', value: ({ after }) => after },
    { id: 'litres', form: 'litres', total: 'sum', value: ({ litres }) => litres },
    { id: 'beforePercent', form: 'percent', value: ({ beforePercent }) => beforePercent },
    { id: 'afterPercent', form: 'percent', value: ({ afterPercent }) => afterPercent },
    COST,
    { ...DRIVER, isExtra: true },
    { id: 'confidence', form: 'word', isExtra: true, value: ({ note }) => note },
  ],
});
