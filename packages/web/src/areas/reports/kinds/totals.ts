import { litresPer100Km } from '@rastro/fleet';
import { Sigma } from 'lucide-react';
import { defineKind } from './report-kind.ts';
import { DISTANCE, ENGINE_HOURS, LINE_NAME, MAX_SPEED } from './shared-columns.ts';

/** Sums have no time of their own. */
const NO_SPAN = [null, null] as const;

export const totals = defineKind({
  type: 'totals',
  path: 'totals',
  icon: Sigma,
  filters: ['by'],
  lead: ['distance', 'moving'],
  marker: 'vehicle',
  span: () => NO_SPAN,
  columns: [
    LINE_NAME,
    DISTANCE,
    { id: 'moving', form: 'duration', total: 'sum', value: ({ moving }) => moving },
    ENGINE_HOURS,
    { id: 'idle', form: 'duration', total: 'sum', value: ({ idle }) => idle },
    { id: 'overspeed', form: 'duration', total: 'sum', value: ({ overspeed }) => overspeed },
    MAX_SPEED,
    { id: 'spentFuel', form: 'litres', total: 'sum', value: ({ fuelMl }) => fuelMl / 1000 },
    { id: 'litresPer100Km', form: 'number', value: litresPer100Km },
    {
      id: 'cost',
      form: 'money',
      total: 'sum',
      value: ({ costCents }) => (costCents === null ? null : costCents / 100),
    },
    { id: 'braking', form: 'count', total: 'sum', value: (t) => t.brakings + t.severeBrakings },
    {
      id: 'acceleration',
      form: 'count',
      total: 'sum',
      value: (t) => t.accelerations + t.severeAccelerations,
    },
    { id: 'cornering', form: 'count', total: 'sum', value: (t) => t.cornerings + t.severeCornerings },
    {
      id: 'severe',
      form: 'count',
      total: 'sum',
      value: (t) => t.severeBrakings + t.severeAccelerations + t.severeCornerings,
    },
    { id: 'night', form: 'duration', total: 'sum', value: ({ night }) => night },
    { id: 'offHours', form: 'distance', total: 'sum', value: ({ offHours }) => offHours },
    { id: 'longDrives', form: 'count', total: 'sum', value: ({ longDrives }) => longDrives },
    { id: 'belt', form: 'count', total: 'sum', isExtra: true, value: ({ beltAlarms }) => beltAlarms },
    { id: 'phone', form: 'count', total: 'sum', isExtra: true, value: ({ phoneAlarms }) => phoneAlarms },
    { id: 'stopped', form: 'duration', total: 'sum', isExtra: true, value: ({ stopped }) => stopped },
    { id: 'silent', form: 'duration', total: 'sum', isExtra: true, value: ({ silent }) => silent },
    { id: 'filled', form: 'litres', total: 'sum', isExtra: true, value: (t) => t.filledMl / 1000 },
    { id: 'drained', form: 'litres', total: 'sum', isExtra: true, value: (t) => t.drainedMl / 1000 },
    { id: 'watched', form: 'distance', total: 'sum', isExtra: true, value: ({ watched }) => watched },
  ],
});
