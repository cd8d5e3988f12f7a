import { Fuel } from 'lucide-react';
import { defineKind } from './report-kind.ts';
import { COST, DISTANCE, END, spanOf, SPENT_FUEL, START, VEHICLE } from './shared-columns.ts';

export const fuel = defineKind({
  type: 'fuel',
  path: 'fuel',
  icon: Fuel,
  lead: ['spentFuel', 'distance'],
  hasLevel: true,
  filters: ['daily'],
  chart: { column: 'spentFuel', by: 'day' },
  span: spanOf,
  columns: [
    VEHICLE,
    START,
    { ...END, isExtra: true },
    DISTANCE,
    SPENT_FUEL,
    { id: 'filled', form: 'litres', total: 'sum', value: ({ filled }) => filled },
    { id: 'drained', form: 'litres', total: 'sum', value: ({ drained }) => drained },
    { id: 'startFuel', form: 'litres', value: ({ startFuel }) => startFuel },
    { id: 'endFuel', form: 'litres', value: ({ endFuel }) => endFuel },
    { id: 'litresPer100Km', form: 'number', value: ({ litresPer100Km }) => litresPer100Km },
    COST,
    { id: 'fuelSource', form: 'word', value: ({ sources }) => sources[0] ?? null },
  ],
});
