import type { ReportItems } from '@rastro/fleet';
import { eventFilter } from '../../history/event-filter.ts';
import { combinedItem } from './combined-item.ts';
import { defineReport } from '../report-kind.ts';

/** A picture, no list: it has no sheet. */
export const combined = defineReport<ReportItems['combined']>()({
  title: { 'pt-BR': 'Trajeto', es: 'Recorrido', en: 'Route' },
  async *items(reader, job, device) {
    yield [await combinedItem(reader, device, job, eventFilter(job))];
  },
  beginsAt: null,
  columns: null,
  isLong: true,
});
