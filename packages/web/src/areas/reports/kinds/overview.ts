import { LayoutDashboard } from 'lucide-react';
import { defineKind, instant } from './report-kind.ts';

/** Figures are of all vehicles, and of no moment. */
const NO_SPAN = [null, null] as const;

export const overview = defineKind({
  type: 'overview',
  path: 'overview',
  icon: LayoutDashboard,
  filters: ['widgets'],
  lead: ['value', 'change'],
  hasFigures: true,
  span: () => NO_SPAN,
  columns: [
    { id: 'figure', form: 'figure', value: ({ figure }) => figure },
    { id: 'widget', form: 'widget', value: ({ widget }) => widget },
    { id: 'value', form: 'quantity', value: ({ value, unit }) => quantityCell(value, unit) },
    { id: 'compared', form: 'quantity', value: ({ before, unit }) => quantityCell(before, unit) },
    { id: 'change', form: 'change', value: ({ change }) => change },
    { id: 'note', form: 'note', value: ({ note }) => (note === null ? null : JSON.stringify(note)) },
    { id: 'asOf', form: 'moment', value: ({ at }) => instant(at) },
  ],
});

/** A quantity with its unit: in one column they differ. */
const quantityCell = (value: number | null, unit: string): string | null =>
  value === null ? null : `${unit} ${value}`;
