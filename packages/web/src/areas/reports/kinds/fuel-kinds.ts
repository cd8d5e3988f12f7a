import { defineKind } from './report-kind.ts';
import {
  COST,
  DISTANCE,
  DRIVER,
  END,
  PLACE,
  pointOf,
  spanOf,
  SPENT_FUEL,
  START,
  VEHICLE,
} from './shared-columns.ts';

const fuel = defineKind({
  path: 'fuel',
  lead: ['spentFuel', 'distance'],
  type: 'fuel',
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

const fuelings = defineKind({
  path: 'fuelings',
  lead: ['fueling', 'litres'],
  type: 'fuelings',
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

export const FUEL_KINDS = [fuel, fuelings];
