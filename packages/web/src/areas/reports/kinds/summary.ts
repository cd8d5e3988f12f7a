import { ClipboardList } from 'lucide-react';
import { defineKind } from './report-kind.ts';
import {
  AVERAGE_SPEED,
  DISTANCE,
  END,
  ENGINE_HOURS,
  MAX_SPEED,
  ODOMETERS,
  spanOf,
  SPENT_FUEL,
  START,
  VEHICLE,
} from './shared-columns.ts';

export const summary = defineKind({
  type: 'summary',
  path: 'resume',
  icon: ClipboardList,
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
