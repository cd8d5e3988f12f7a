import { Moon } from 'lucide-react';
import { defineKind, instant } from './report-kind.ts';
import { VEHICLE } from './shared-columns.ts';

export const inactive = defineKind({
  type: 'inactive',
  path: 'inactive',
  icon: Moon,
  lead: ['lastReport'],
  marker: 'stop',
  filters: ['reasons'],
  span: ({ lastReport }) => [lastReport, lastReport],
  place: ({ latitude, longitude }) =>
    latitude === null || longitude === null ? null : { latitude, longitude },
  columns: [
    VEHICLE,
    { id: 'reason', form: 'word', value: ({ reason }) => reason },
    { id: 'verdict', form: 'verdict', value: ({ verdict }) => verdict },
    { id: 'lastReport', form: 'moment', value: ({ lastReport }) => instant(lastReport) },
    { id: 'lastMovement', form: 'moment', value: ({ lastMovement }) => instant(lastMovement) },
    { id: 'place', form: 'text', value: ({ address }) => address },
  ],
});
